import { askTable } from './database'
import type { Ledger, Severity } from './ledger'

/** An error of a game, from which an exercise is made. */
export interface GameError {
  /** Where it was made: the round, and the number of the move in it; 0 for a choice of columns. */
  round: number
  number: number
  seat: number
  /** The move or `=` and placements, as a step of the analysis board. */
  played: string
  best: string
  /** The share of the win that it cost. */
  loss: number
  severity: Severity
}

/** The errors of a game whose report is complete, kept on the device. */
export interface ErrorSet {
  /** Identifies the record. */
  key: string
  record: string
  /** The viewer's own seats. */
  mine: number[]
  /** The path of the game; null for a record from elsewhere. */
  href: string | null
  /** When the report was first complete, in milliseconds since 1970. */
  at: number
  errors: GameError[]
}

/** The number of games whose errors are kept. */
const LIMIT = 60
/** The number of own games from which exercises come. */
export const RECENT = 20

/** All errors of a ledger in the order of the game. */
export function errorsOf(ledger: Ledger): GameError[] {
  const moves = ledger.moves.flatMap(({ round, number, seat, move, best, loss, severity }) =>
    severity ? [{ round, number, seat, played: move, best, loss, severity }] : [],
  )
  const tilings = ledger.tilings.flatMap(({ round, seat, tiling, best, loss, severity }) =>
    severity
      ? [{ round, number: 0, seat, played: step(tiling), best: step(best), loss, severity }]
      : [],
  )
  // Columns are chosen at the end of a round.
  const order = (error: GameError) => error.number || Infinity
  return [...moves, ...tilings].sort((a, b) => a.round - b.round || order(a) - order(b))
}

const step = (placements: readonly string[]) => `=${placements.join(',')}`

/** The sets of this page, which also serve if the storage fails. */
const memory = new Map<string, ErrorSet>()

/** Keeps the errors of a game; those of the oldest games are deleted. */
export async function keepErrors(set: ErrorSet): Promise<void> {
  const known = await findErrors(set.key)
  const kept = { ...set, at: known?.at ?? set.at }
  memory.set(set.key, kept)
  try {
    await askTable('errors', 'readwrite', (table) => table.put(kept))
    for (const { key } of (await listErrors()).slice(LIMIT)) {
      memory.delete(key)
      await askTable('errors', 'readwrite', (table) => table.delete(key))
    }
  } catch {
    // They last until the page is closed.
  }
}

/** The errors of a game; null if there are none on this device. */
export async function findErrors(key: string): Promise<ErrorSet | null> {
  const found: unknown = await askTable('errors', 'readonly', (table) => table.get(key)).catch(
    () => undefined,
  )
  return isErrorSet(found) ? found : (memory.get(key) ?? null)
}

/** All kept errors by game, the latest first. */
export async function listErrors(): Promise<ErrorSet[]> {
  const rows = await askTable<unknown[]>('errors', 'readonly', (table) => table.getAll()).catch(
    () => [],
  )
  const all = new Map(memory)
  for (const row of rows) if (isErrorSet(row)) all.set(row.key, row)
  return [...all.values()].sort((a, b) => b.at - a.at)
}

/** The errors of the last own games. */
export function recentOwn(sets: readonly ErrorSet[]): ErrorSet[] {
  return sets
    .filter(({ mine }) => mine.length > 0)
    .slice(0, RECENT)
    .map((set) => ({ ...set, errors: set.errors.filter(({ seat }) => set.mine.includes(seat)) }))
}

/** Identifies an exercise. */
export function exerciseId({ key }: ErrorSet, { round, number, seat }: GameError): string {
  return `${key.slice(0, 16)} ${round}.${number}.${seat}`
}

/** Stored rows may be damaged. */
function isErrorSet(found: unknown): found is ErrorSet {
  const set = found as Partial<ErrorSet> | undefined
  return (
    typeof set?.key === 'string' &&
    typeof set.record === 'string' &&
    typeof set.at === 'number' &&
    Array.isArray(set.mine) &&
    Array.isArray(set.errors) &&
    set.errors.every(
      (error) =>
        typeof error.played === 'string' &&
        typeof error.best === 'string' &&
        [error.round, error.number, error.seat, error.loss].every(Number.isFinite),
    )
  )
}
