import { readStored, writeStored } from '../../lib/ui/storage'
import { KINDS, type Difficulty, type Kind, type Puzzle } from './puzzle-set'
import { FIRST_RATING, rate, type Rating } from './rating'

/** The outcome of a puzzle: solved at the first try, solved later, or not solved. */
export type Outcome = 'first' | 'late' | 'missed'

interface State {
  rating: Rating
  /** The puzzles solved in a row at the first try, and the most so far. */
  streak: number
  best: number
  /** The outcomes by puzzle. */
  outcomes: Readonly<Record<string, Outcome>>
  /** The solved daily puzzles by date. */
  days: Readonly<Record<string, Outcome>>
  /** The puzzle of the page without an id. */
  current: string | null
  difficulty: Difficulty
  kind: Kind | null
  /** Puzzles that a check on this device did not confirm. */
  withdrawn: readonly string[]
}

const KEY = 'azulejo.puzzles'
/** Days that are kept. */
const MAX_DAYS = 60

const OUTCOMES: readonly Outcome[] = ['first', 'late', 'missed']
const DIFFICULTIES: readonly Difficulty[] = ['easier', 'usual', 'harder']

/** The state before the first try at a puzzle, to restore if the puzzle proves wrong. */
export type Before = Pick<State, 'rating' | 'streak' | 'best'>

/** The progress with puzzles, kept on the device. Other tabs may change it meanwhile. */
export class Progress {
  #state = $state.raw<State>(read())

  get rating(): number {
    return Math.round(this.#state.rating.value)
  }

  get streak(): number {
    return this.#state.streak
  }

  get best(): number {
    return this.#state.best
  }

  get difficulty(): Difficulty {
    return this.#state.difficulty
  }

  get kind(): Kind | null {
    return this.#state.kind
  }

  get current(): string | null {
    return this.#state.current
  }

  outcomeOf(id: string): Outcome | null {
    return this.#state.outcomes[id] ?? null
  }

  outcomeOn(day: string): Outcome | null {
    return this.#state.days[day] ?? null
  }

  isWithdrawn(id: string): boolean {
    return this.#state.withdrawn.includes(id)
  }

  /** Reads the stored state again, after a change in another tab. */
  reload(): void {
    this.#state = read()
  }

  setCurrent(id: string | null): void {
    this.#update((state) => ({ ...state, current: id }))
  }

  setDifficulty(difficulty: Difficulty): void {
    this.#update((state) => ({ ...state, difficulty }))
  }

  setKind(kind: Kind | null): void {
    this.#update((state) => ({ ...state, kind }))
  }

  /** Rates the first try at a puzzle; null if it was rated before. */
  rateFirstTry({ id, rating }: Puzzle, solved: boolean): Before | null {
    let before: Before | null = null
    this.#update((state) => {
      if (state.outcomes[id] !== undefined) return state
      before = { rating: state.rating, streak: state.streak, best: state.best }
      const streak = solved ? state.streak + 1 : 0
      return {
        ...state,
        rating: rate(state.rating, rating, solved),
        streak,
        best: Math.max(state.best, streak),
        outcomes: { ...state.outcomes, [id]: solved ? 'first' : 'missed' },
      }
    })
    return before
  }

  /** Notes that a puzzle is solved, as the daily one of `day` if given. */
  solved(id: string, first: boolean, day: string | null): void {
    this.#update((state) => {
      const outcomes = {
        ...state.outcomes,
        [id]: state.outcomes[id] === 'first' ? 'first' : 'late',
      }
      if (day === null || state.days[day]) return { ...state, outcomes } as State
      const days = Object.entries({ ...state.days, [day]: first ? 'first' : 'late' })
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(-MAX_DAYS)
      return { ...state, outcomes, days: Object.fromEntries(days) } as State
    })
  }

  /** Withdraws a puzzle; its rating no longer counts. */
  withdraw(id: string, before: Before | null): void {
    this.#update((state) => ({
      ...state,
      ...before,
      withdrawn: [...state.withdrawn.filter((other) => other !== id), id],
    }))
  }

  #update(change: (state: State) => State): void {
    this.#state = change(read())
    writeStored(KEY, this.#state)
  }
}

/** The stored state, with defaults for missing and invalid parts. */
function read(): State {
  const stored = asRecord(readStored(KEY))
  const rating = asRecord(stored.rating)
  return {
    rating: {
      value: asNumber(rating.value, FIRST_RATING.value, -4000, 6000),
      deviation: asNumber(rating.deviation, FIRST_RATING.deviation, 30, FIRST_RATING.deviation),
    },
    streak: Math.floor(asNumber(stored.streak, 0, 0, 1e6)),
    best: Math.floor(asNumber(stored.best, 0, 0, 1e6)),
    outcomes: asOutcomes(stored.outcomes),
    days: asOutcomes(stored.days),
    current: typeof stored.current === 'string' ? stored.current : null,
    difficulty: DIFFICULTIES.find((one) => one === stored.difficulty) ?? 'usual',
    kind: KINDS.find((one) => one === stored.kind) ?? null,
    withdrawn: Array.isArray(stored.withdrawn)
      ? stored.withdrawn.filter((id) => typeof id === 'string')
      : [],
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function asNumber(value: unknown, fallback: number, low: number, high: number): number {
  return typeof value === 'number' && value >= low && value <= high ? value : fallback
}

function asOutcomes(value: unknown): Record<string, Outcome> {
  const entries = Object.entries(asRecord(value))
  return Object.fromEntries(
    entries.filter((entry): entry is [string, Outcome] => OUTCOMES.includes(entry[1] as Outcome)),
  )
}
