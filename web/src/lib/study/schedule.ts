import { readStored, writeStored } from '../ui/storage'

/** The days after which a missed exercise returns: first, and after each solution. */
const INTERVALS = [1, 4, 14] as const
const DAY = 24 * 60 * 60 * 1000
/** The number of exercises whose state is kept. */
const LIMIT = 1000
const KEY = 'azulejo.exercises'

/** The state of an exercise that has been tried. */
export interface ExerciseState {
  /** When it returns, in milliseconds since 1970; null if it does not. */
  due: number | null
  /** The number of returns that were solved. */
  passed: number
  /** When it was last tried. */
  tried: number
}

export type ExerciseStates = Readonly<Record<string, ExerciseState>>

/** The state after a try: a missed exercise returns after 1, 4 and 14 days. */
export function afterTry(
  before: ExerciseState | undefined,
  solved: boolean,
  now: number,
): ExerciseState {
  const back = (days: number | undefined) => (days === undefined ? null : now + days * DAY)
  if (!solved) return { due: back(INTERVALS[0]), passed: 0, tried: now }
  // An exercise that has never been missed, or has returned often enough, is done.
  if (!before || before.due === null) return { due: null, passed: 0, tried: now }
  // A solution before it is due does not count as a return.
  if (before.due > now) return { ...before, tried: now }
  const passed = before.passed + 1
  return { due: back(INTERVALS[passed]), passed, tried: now }
}

/** Whether an exercise is to be shown: it is new, or due. */
export function isWaiting(state: ExerciseState | undefined, now: number): boolean {
  return !state || (state.due !== null && state.due <= now)
}

export function readStates(): ExerciseStates {
  const stored = readStored(KEY)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored as Record<string, Partial<ExerciseState> | null>).filter(
      (entry): entry is [string, ExerciseState] =>
        typeof entry[1]?.passed === 'number' &&
        typeof entry[1].tried === 'number' &&
        (entry[1].due === null || typeof entry[1].due === 'number'),
    ),
  )
}

/** Stores a state; those that were tried longest ago are dropped. */
export function writeState(id: string, state: ExerciseState): ExerciseStates {
  const all = Object.entries({ ...readStates(), [id]: state })
  const kept = Object.fromEntries(all.sort((a, b) => b[1].tried - a[1].tried).slice(0, LIMIT))
  writeStored(KEY, kept)
  return kept
}
