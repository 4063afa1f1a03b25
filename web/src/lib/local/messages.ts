import type {
  GameCard,
  HintAnswer,
  NewGame,
  Problem,
  ReplayView,
  ClientFrame,
  ServerFrame,
} from '../protocol'

/** The time and the random bytes of a request. */
interface Circumstances {
  now: number
  entropy: string
}

/** The decision of a bot, or the best choice for a hint: a move, or columns. */
interface Choice {
  move?: string
  placements?: string[]
}

/** A request to the game host; see crates/azulejo-wasm/src/host. */
export type HostRequest =
  | ({ op: 'create'; game: NewGame; name: string } & Circumstances)
  | { op: 'open'; saved: unknown }
  | ({ op: 'frame'; frame: ClientFrame } & Circumstances)
  | ({ op: 'decided'; seat: number; ply: number } & Choice & Circumstances)
  | { op: 'hint'; seat: number }
  | ({ op: 'explain'; seat: number; ply: number; exact: boolean } & Choice)
  | { op: 'record' }
  | { op: 'expand'; record: string }

/** A bot that must decide before the game can continue. */
export interface BotTurn {
  seat: number
  ply: number
  bot: string
  seed: number
  position: string
  /** Whether it chooses columns. */
  tiles: boolean
}

/** A game as it is saved, with its card in lists. */
export interface SavedRow {
  card: GameCard
  saved: unknown
}

/** A response of the game host. Absent members do not apply to the request. */
export interface HostResponse {
  frames?: ServerFrame[]
  bots?: BotTurn[]
  save?: SavedRow
  rematch?: SavedRow
  question?: { ply: number; position: string; tiles: boolean; nodes: number }
  hint?: HintAnswer
  record?: string
  replay?: ReplayView
  error?: Problem
}

/** A message to the worker. The first one brings the module. */
export interface HostWorkerRequest {
  module?: WebAssembly.Module
  text: string
}

/** A message from the worker: a response as JSON, or the reason why there is none. */
export type HostWorkerResponse = { text: string } | { failure: string }
