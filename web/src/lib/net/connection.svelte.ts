import { api, recordUrl } from './api'
import type { ClientFrame, HintAnswer, LobbyView, ServerFrame } from '../protocol'
import type { Command, Follower, GameHost, Status } from './game-host'

/** The part of a WebSocket that is used; tests provide a fake. */
export type SocketLike = Pick<WebSocket, 'send' | 'close'> & {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
}

export interface ConnectionDeps {
  open: () => SocketLike
  /** Ensures that the browser has a session before the socket connects. */
  session: () => Promise<unknown>
  /** A number from 0 to 1 for the jitter of the back-off. */
  random: () => number
  now: () => number
}

/** The silence before a ping, and the time to wait for any answer, in milliseconds. */
const PING_AFTER = 20_000
const GIVE_UP_AFTER = 10_000
const FIRST_DELAY = 500
const LONGEST_DELAY = 8_000

/** The delay before the 0-based attempt `n`: exponential back-off with jitter. */
export function backOff(n: number, random: number): number {
  const full = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** n)
  return full / 2 + (full / 2) * random
}

/**
 * The connection of this tab. It reconnects automatically, resumes games from their last known
 * state, and keeps commands until they are answered, so that a move made offline is sent later.
 */
export class Connection implements GameHost {
  status = $state<Status>('idle')
  /** The server's clock minus ours, in milliseconds. */
  offset = $state(0)

  // A copy of `status` that is not a rune, so that effects which call methods do not depend on it.
  #status: Status = 'idle'
  #socket: SocketLike | null = null
  #attempt = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #watchdog: ReturnType<typeof setTimeout> | undefined
  #connected = false
  #followers = new Map<string, Set<Follower>>()
  #lobby = new Set<(lobby: LobbyView) => void>()
  #outbox = new Map<string, Command>()
  readonly #deps: ConnectionDeps

  constructor(deps: ConnectionDeps) {
    this.#deps = deps
  }

  /** Whether the socket is connected. */
  get ready(): boolean {
    return this.status === 'open'
  }

  /** Follows a game until the returned function is called. */
  follow(game: string, follower: Follower): () => void {
    const all = this.#followers.get(game) ?? new Set()
    all.add(follower)
    this.#followers.set(game, all)
    if (this.#connected) this.#watch(game, follower)
    else this.#start()
    return () => {
      all.delete(follower)
      if (all.size > 0) return
      this.#followers.delete(game)
      if (this.#connected) this.#send({ t: 'unwatch', game })
      this.#stopIfUnused()
    }
  }

  /** Requests a full sync of a game after an update that does not follow its state. */
  resync(game: string): void {
    if (this.#connected) this.#send({ t: 'watch', game })
  }

  /** Follows the lobby until the returned function is called. */
  followLobby(receive: (lobby: LobbyView) => void): () => void {
    this.#lobby.add(receive)
    if (this.#connected) this.#send({ t: 'lobby', on: true })
    else this.#start()
    return () => {
      this.#lobby.delete(receive)
      if (this.#lobby.size > 0) return
      if (this.#connected) this.#send({ t: 'lobby', on: false })
      this.#stopIfUnused()
    }
  }

  /** Sends a command, now or after reconnecting; it is kept until it is answered. */
  command(frame: Command): void {
    this.#outbox.set(frame.id, frame)
    if (this.#connected) this.#send(frame)
    else this.#start()
  }

  /** Drops an unanswered command. */
  withdraw(id: string): void {
    this.#outbox.delete(id)
  }

  /** Sends a frame without retries; returns whether it was sent. */
  trySend(frame: ClientFrame): boolean {
    if (!this.#connected) return false
    this.#send(frame)
    return true
  }

  hint(game: string, seat: number): Promise<HintAnswer> {
    return api.hint(game, seat)
  }

  record(game: string): Promise<string> {
    return api.record(game)
  }

  recordUrl(game: string): string {
    return recordUrl(game)
  }

  path(game: string): string {
    return `/g/${game}`
  }

  /** Retries at once, e.g. when the network is back or the page becomes visible. */
  wake(): void {
    if (this.#status === 'broken') {
      this.#attempt = 0
      clearTimeout(this.#retryTimer)
      this.#start(true)
    } else if (this.#connected) this.#ping()
  }

  #setStatus(status: Status): void {
    this.#status = status
    this.status = status
  }

  #start(again = false): void {
    if (!again && this.#status !== 'idle') return
    this.#setStatus(this.#attempt === 0 && !again ? 'connecting' : 'broken')
    this.#deps.session().then(
      () => this.#open(),
      () => this.#reconnectLater(),
    )
  }

  #open(): void {
    if (this.#socket || this.#unused()) {
      if (!this.#socket) this.#setStatus('idle')
      return
    }
    const socket = this.#deps.open()
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket && typeof data === 'string') this.#receive(data)
    }
    socket.onclose = () => {
      if (socket === this.#socket) this.#reconnectLater()
    }
    this.#restartWatchdog(GIVE_UP_AFTER)
  }

  #reconnectLater(): void {
    const socket = this.#socket
    this.#socket = null
    this.#connected = false
    clearTimeout(this.#watchdog)
    if (socket) {
      socket.onmessage = socket.onclose = null
      socket.close()
    }
    if (this.#unused()) {
      this.#setStatus('idle')
      return
    }
    this.#setStatus('broken')
    clearTimeout(this.#retryTimer)
    const delay = backOff(this.#attempt++, this.#deps.random())
    this.#retryTimer = setTimeout(() => this.#start(true), delay)
  }

  #unused(): boolean {
    return this.#followers.size === 0 && this.#lobby.size === 0 && this.#outbox.size === 0
  }

  #stopIfUnused(): void {
    if (!this.#unused()) return
    const socket = this.#socket
    this.#socket = null
    this.#connected = false
    clearTimeout(this.#watchdog)
    clearTimeout(this.#retryTimer)
    if (socket) {
      socket.onmessage = socket.onclose = null
      socket.close()
    }
    this.#attempt = 0
    this.#setStatus('idle')
  }

  #receive(data: string): void {
    let frame: ServerFrame
    try {
      frame = JSON.parse(data) as ServerFrame
    } catch {
      // Not our protocol, e.g. a proxy's answer: reconnect.
      this.#reconnectLater()
      return
    }
    this.#restartWatchdog(PING_AFTER)
    switch (frame.t) {
      case 'hello':
        this.#onHello(frame.now)
        break
      case 'pong':
        break
      case 'closing':
        this.#reconnectLater()
        break
      case 'lobby':
        for (const receive of this.#lobby) receive(frame.lobby)
        break
      case 'ack':
        this.#outbox.delete(frame.id)
        this.#dispatch(frame.game, frame)
        break
      case 'refused':
        if (frame.id !== null) this.#outbox.delete(frame.id)
        if (frame.game !== null) this.#dispatch(frame.game, frame)
        break
      default:
        this.#dispatch(frame.game, frame)
    }
  }

  #dispatch(game: string, frame: ServerFrame): void {
    for (const follower of this.#followers.get(game) ?? []) follower.receive(frame)
  }

  #onHello(now: number): void {
    this.#connected = true
    this.#attempt = 0
    this.offset = now - this.#deps.now()
    this.#setStatus('open')
    if (this.#lobby.size > 0) this.#send({ t: 'lobby', on: true })
    for (const [game, followers] of this.#followers) {
      const [first] = followers
      if (first) this.#watch(game, first)
    }
    for (const command of this.#outbox.values()) this.#send(command)
  }

  #watch(game: string, follower: Follower): void {
    const known = follower.known()
    this.#send(known ? { t: 'watch', game, ...known } : { t: 'watch', game })
  }

  #send(frame: ClientFrame): void {
    try {
      this.#socket?.send(JSON.stringify(frame))
    } catch {
      // The socket is closing; its close event triggers the next attempt.
    }
  }

  /** Restarts the watchdog, which sends a ping after silence, and reconnects without an answer. */
  #restartWatchdog(within: number): void {
    clearTimeout(this.#watchdog)
    this.#watchdog = setTimeout(() => {
      if (within === PING_AFTER) this.#ping()
      else this.#reconnectLater()
    }, within)
  }

  #ping(): void {
    this.#send({ t: 'ping' })
    this.#restartWatchdog(GIVE_UP_AFTER)
  }
}

function openSocket(): SocketLike {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(`${scheme}//${location.host}/api/v1/socket`) as unknown as SocketLike
}

/** The connection of this tab. */
export const connection = new Connection({
  open: openSocket,
  session: () => api.me(),
  random: Math.random,
  now: Date.now,
})

if (typeof window !== 'undefined') {
  addEventListener('online', () => connection.wake())
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) connection.wake()
  })
}
