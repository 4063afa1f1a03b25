import type { ClientFrame, HintAnswer, ServerFrame } from '../protocol'

/** A frame with an idempotency key. */
export type Command = Extract<ClientFrame, { id: string }>

/** A subscriber to a game. */
export interface Follower {
  /** The state the subscriber has, so that only later steps are sent; null for a full sync. */
  known: () => { from: number; hash: string } | null
  receive: (frame: ServerFrame) => void
}

export type Status = 'idle' | 'connecting' | 'open' | 'broken'

/** A host of games: a server behind a socket, or this device. */
export interface GameHost {
  readonly status: Status
  /** Whether commands reach the host now. */
  readonly ready: boolean
  /** The host's clock minus ours, in milliseconds. */
  readonly offset: number
  /** Follows a game until the returned function is called. */
  follow: (game: string, follower: Follower) => () => void
  /** Requests a full sync of a game after an update that does not follow its state. */
  resync: (game: string) => void
  /** Sends a command; it is kept until it is answered. */
  command: (frame: Command) => void
  /** Drops an unanswered command. */
  withdraw: (id: string) => void
  /** Sends a frame without retries; returns whether it was sent. */
  trySend: (frame: ClientFrame) => boolean
  /** Retries at once, e.g. when the page becomes visible. */
  wake: () => void
  /** The best move for a seat. Rejects with an `ApiError`. */
  hint: (game: string, seat: number) => Promise<HintAnswer>
  /** The record of a game. */
  record: (game: string) => Promise<string>
  /** The download URL of a record; null if there is only its text. */
  recordUrl: (game: string) => string | null
  /** The path of a game's page. */
  path: (game: string) => string
}
