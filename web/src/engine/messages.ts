/** The settings, each with a network: the wall side and the number of players. */
export type Setting = 'c2' | 'c3' | 'c4' | 'g2' | 'g3' | 'g4'

/** The setting of a position in text notation. */
export function settingOf(position: string): Setting {
  return position.slice(0, 2) as Setting
}

/** A request to the worker. The first one brings the module, and each brings a new network. */
export interface WorkerRequest {
  module?: WebAssembly.Module
  network?: Uint8Array
  /** The request as JSON. */
  text: string
}

/** A response of the worker. */
export type WorkerResponse =
  | {
      /** A response as JSON. */
      text: string
    }
  | {
      /** The reason why the request has no response: the engine is broken. */
      failure: string
    }

/** The analysis of a position; see docs/analysis-protocol.md. */
export interface PositionAnalysis {
  kind: 'position'
  seat: number
  depth: number
  exact: boolean
  nodes: number
  moves: AnalysedMove[]
}

/** A move with its evaluation. */
export interface AnalysedMove {
  move: string
  /** The win probability of each player, by seat. */
  win: number[]
  /** The expected final margin of the player to move, in points. */
  margin: number
  /** The principal variation, starting with this move. */
  line: string[]
}

/**
 * The search of the strongest bot, in nodes. It plays the best move of an analysis with this limit,
 * which reports its progress.
 */
export const LEGEND_NODES = 400_000

/** The decision of a bot: a move, or placements for all its complete lines. */
export interface BotDecision {
  kind: 'bot'
  move?: string
  placements?: string[]
}

/** The searches of a record's analysis. */
export interface JobList {
  kind: 'jobs'
  jobs: Job[]
}

/** One search: of a position of the game, or of another deal of a round. */
export interface Job {
  round: number
  /** The moves of the round before the position; undefined for another deal. */
  moves?: number
  position: string
}

/** The result of one search. */
export interface JobResult {
  kind: 'job'
  job: number
  win: number[]
  points: number[]
  /** The result as text, from which a ledger is made. */
  result: string
}
