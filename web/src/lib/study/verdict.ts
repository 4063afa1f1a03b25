import type { Ledger } from './ledger'
import type { LedgerTable } from './table'

/** Smaller differences count as equal, in percent of the win. */
const EQUAL = 5

/** A verdict: the key of its message and its numbers. */
export interface Verdict {
  key: string
  round?: number
  /** In percent. */
  errors?: number
  luck?: number
}

/** Compares a player's luck with the errors of both sides. Takes the table in shares of the win. */
export function verdictOf(table: LedgerTable): Verdict {
  if (!table.finished) return { key: 'study-verdict-open' }
  const total = (kinds: string[]) =>
    table.rows.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { total }) => sum + total, 0)
  const luck = total(['luck'])
  const skill = total(['own', 'other'])
  const won = table.end > 0
  if (Math.abs(luck) < EQUAL) {
    const round = decisiveRound(table)
    return round === null
      ? { key: 'study-verdict-even' }
      : { key: 'study-verdict-even-round', round }
  }
  if (won) {
    if (luck < 0) return { key: 'study-verdict-against' }
    return { key: skill >= EQUAL ? 'study-verdict-both-won' : 'study-verdict-luck-won' }
  }
  if (luck > 0) return { key: 'study-verdict-helped-lost' }
  if (skill >= EQUAL) return { key: 'study-verdict-better-lost' }
  if (skill > -EQUAL) return { key: 'study-verdict-deals-lost' }
  return { key: 'study-verdict-both-lost', errors: -skill, luck: -luck }
}

/** The round with more than half of the net errors in the direction of the result, if any. */
function decisiveRound(table: LedgerTable): number | null {
  const sign = table.end > 0 ? 1 : -1
  const byRound = table.after.map((_, round) =>
    Math.max(
      0,
      sign *
        table.rows
          .filter(({ kind }) => kind === 'own' || kind === 'other')
          .reduce((sum, { cells }) => sum + (cells[round] ?? 0), 0),
    ),
  )
  const all = byRound.reduce((sum, value) => sum + value, 0)
  const most = Math.max(...byRound)
  return all >= EQUAL && most * 2 > all ? byRound.indexOf(most) + 1 : null
}

/**
 * The number of games out of 100 that play like this would win with average deals: the result less
 * the luck, between 1 and 99.
 */
export function winsOfHundred(table: LedgerTable): number {
  const luck = table.rows.find(({ kind }) => kind === 'luck')?.total ?? 0
  return Math.max(1, Math.min(99, table.end - luck))
}

/** The revision of a round, in percent, from which a report counts as rough there. */
const ROUGH = 10

/** Whether the engine revised its value of a round by a lot; rounds count from 0. */
export function isRough(table: LedgerTable, round: number): boolean {
  if (table.measure !== 'win') return false
  const revision = table.rows.find(({ kind }) => kind === 'revision')
  return Math.abs(revision?.exact[round] ?? 0) > ROUGH
}

/** The number of moves of each quality. */
export interface MoveCounts {
  best: number
  good: number
  slips: number
  mistakes: number
  blunders: number
}

/** A move that loses less, as a share of the win, counts as best. */
const BEST = 0.005

export function moveCounts(ledger: Ledger, seat: number): MoveCounts {
  const counts = { best: 0, good: 0, slips: 0, mistakes: 0, blunders: 0 }
  for (const entry of [...ledger.moves, ...ledger.tilings]) {
    if (entry.seat !== seat) continue
    if (entry.severity !== null) counts[PLURAL[entry.severity]] += 1
    else if (entry.loss < BEST) counts.best += 1
    else counts.good += 1
  }
  return counts
}

const PLURAL = { slip: 'slips', mistake: 'mistakes', blunder: 'blunders' } as const
