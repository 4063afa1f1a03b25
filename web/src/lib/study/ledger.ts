import type { HintReason } from '../protocol'

/** The severity of a loss. */
export type Severity = 'slip' | 'mistake' | 'blunder'

/** A grade by mean loss per decision. */
export type Grade = 'flawless' | 'excellent' | 'strong' | 'fair' | 'shaky'

/** The luck of a deal; see docs/analysis-protocol.md. */
export interface DealEntry {
  round: number
  before: number[]
  after: number[]
  luck: number[]
  points_luck: number[]
  worse: number[]
  other_deals: number
}

/** The parts of a step by a player. */
interface StepParts {
  round: number
  seat: number
  loss: number
  points_lost: number
  gained: number[]
  points_gained: number[]
  revision: number[]
  points_revision: number[]
  severity: Severity | null
}

export interface MoveEntry extends StepParts {
  number: number
  move: string
  best: string
  win: number
  decision: boolean
  exact: boolean
}

export interface TilingEntry extends StepParts {
  tiling: string[]
  best: string[]
}

export interface BoundaryEntry {
  round: number
  revision: number[]
  points_revision: number[]
}

/** The account of one player in one measure. */
export interface Account {
  start: number
  luck: number
  loss: number
  gained: number
  revision: number
  given_up?: number
  /** Null for an unfinished game. */
  result: number | null
  /** The last value of an unfinished game. */
  value?: number
}

export interface PlayerLedger extends Account {
  seat: number
  moves: number
  decisions: number
  mean_loss: number
  grade: Grade
  slips: number
  mistakes: number
  blunders: number
  points_lost: number
  points: Account
}

/** The ledger of a game. */
export interface Ledger {
  kind: 'record'
  moves: MoveEntry[]
  deals: DealEntry[]
  tilings: TilingEntry[]
  boundaries: BoundaryEntry[]
  players: PlayerLedger[]
}

/** The reasons for a move. */
export interface Reasons {
  kind: 'reasons'
  reasons: HintReason[]
}

/** A unit of the account: shares of the win, or points of the lead. */
export type Measure = 'win' | 'points'

/** One reason for the value to change, in the order of the game. */
export interface Step {
  kind: 'deal' | 'move' | 'tiling' | 'revision' | 'given-up'
  /** The round in whose column the step is. */
  round: number
  /** The number of the move in its round; 0 for other steps. */
  number: number
  /** The player who made the step; null if none did. */
  seat: number | null
  /** The change for each player. */
  change: number[]
  /** Whether the change is a revision, although a player made the step. */
  revised: boolean
  severity: Severity | null
}

/** The values of all players at the start, and the steps from there to the result. */
export interface Chain {
  start: number[]
  steps: Step[]
}

/** The number of rounds. */
export function roundsOf(ledger: Ledger): number {
  return ledger.deals.length
}

/** The account of a player in a measure. */
export function accountOf(ledger: Ledger, measure: Measure, seat: number): Account {
  const player = ledger.players[seat - 1]
  if (!player) throw new Error(`no player ${seat}`)
  return measure === 'win' ? player : player.points
}

/** The steps of a game in order. Together they lead from the start to the result. */
export function chainOf(ledger: Ledger, measure: Measure): Chain {
  const wins = measure === 'win'
  const rounds = roundsOf(ledger)
  const none = ledger.players.map(() => 0)
  const plain = { number: 0, seat: null, revised: false, severity: null }
  const played = (entry: StepParts, kind: 'move' | 'tiling', number: number): Step => {
    const loss = wins ? entry.loss : entry.points_lost
    const gained = wins ? entry.gained : entry.points_gained
    const revision = wins ? entry.revision : entry.points_revision
    return {
      kind,
      round: entry.round,
      number,
      seat: entry.seat,
      change: none.map(
        (_, index) =>
          (index === entry.seat - 1 ? -loss : 0) + (gained[index] ?? 0) + (revision[index] ?? 0),
      ),
      revised: revision.some((part) => part !== 0),
      severity: entry.severity,
    }
  }
  const boundary = (round: number): Step[] =>
    ledger.boundaries
      .filter((entry) => entry.round === round)
      .map((entry) => ({
        ...plain,
        kind: 'revision',
        // It replaces the estimate at the end of a round at the start of the next one.
        round: Math.min(round + 1, rounds),
        change: wins ? entry.revision : entry.points_revision,
      }))
  const steps: Step[] = []
  for (const deal of ledger.deals) {
    const { round } = deal
    steps.push({ ...plain, kind: 'deal', round, change: wins ? deal.luck : deal.points_luck })
    for (const entry of ledger.moves) {
      if (entry.round === round) steps.push(played(entry, 'move', entry.number))
    }
    for (const entry of ledger.tilings) {
      if (entry.round === round) steps.push(played(entry, 'tiling', 0))
    }
    steps.push(...boundary(round))
  }
  const accounts = ledger.players.map((player) => accountOf(ledger, measure, player.seat))
  if (accounts.some(({ given_up }) => given_up !== undefined)) {
    const change = accounts.map(({ given_up }) => given_up ?? 0)
    steps.push({ ...plain, kind: 'given-up', round: rounds, change })
  }
  return { start: accounts.map(({ start }) => start), steps }
}
