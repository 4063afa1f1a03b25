/** The kinds of puzzles in the order of the list; see docs/puzzles.md. */
export const KINDS = [
  'last-round',
  'end-of-round',
  'deny',
  'avoid-floor',
  'take-floor',
  'best-move',
  'columns',
] as const
export type Kind = (typeof KINDS)[number]

/** A position in which exactly one move, or one choice of columns, is right. */
export interface Puzzle {
  /** Identifies the position in links and in the progress on the device. */
  id: string
  kind: Kind
  /** The difficulty, on the Elo scale of the bots. */
  rating: number
  /** The solver's step, the replies, the solver's next step, and so on. */
  solution: readonly string[]
  position: string
}

/** Reads the lines of a file. Lines of unknown kinds are skipped. */
export function readPuzzles(text: string): Puzzle[] {
  return text.split('\n').flatMap((line) => readPuzzle(line) ?? [])
}

function readPuzzle(line: string): Puzzle | null {
  const [kind = '', rating = '', solution = '', ...fields] = line.trim().split(' ')
  const position = fields.join(' ')
  const known = KINDS.find((one) => one === kind)
  if (!known || position === '' || !/^-?\d+$/.test(rating)) return null
  // Placements of one choice of columns are one step.
  const steps = known === 'columns' ? [`=${solution}`] : solution.split(',')
  return { id: idOf(position), kind: known, rating: Number(rating), solution: steps, position }
}

/** The puzzles ordered by id, each position once. */
export function orderById(puzzles: readonly Puzzle[]): readonly Puzzle[] {
  const byId = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]))
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** A hash of the position (FNV-1a, 32 bits): ids outlive changes of the set. */
export function idOf(position: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < position.length; at += 1) {
    hash = Math.imul(hash ^ position.charCodeAt(at), 0x01000193)
  }
  return (hash >>> 0).toString(36).padStart(7, '0')
}

/** The local date as `2026-11-16`. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The puzzle of a day: the same on every device with the same set. */
export function dailyPuzzle(puzzles: readonly Puzzle[], day: string): Puzzle | null {
  const number = Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000)
  // Ids are hashes, so that neighbours have nothing in common.
  return puzzles[number % puzzles.length] ?? null
}

export type Difficulty = 'easier' | 'usual' | 'harder'

/** The distance of the wanted rating from the player's. */
const SHIFT: Record<Difficulty, number> = { easier: -250, usual: 0, harder: 250 }
/** The greatest distance from the wanted rating. */
const WITHIN = 150
/** The number of closest puzzles to choose from if none is within that distance. */
const CLOSEST = 12

export interface Wish {
  /** The player's rating. */
  rating: number
  difficulty: Difficulty
  /** Null for any kind. */
  kind: Kind | null
  isSeen: (id: string) => boolean
  isWithdrawn: (id: string) => boolean
}

/** Draws a puzzle near the wanted rating, if possible one that is new; null if there is none. */
export function drawPuzzle(
  puzzles: readonly Puzzle[],
  wish: Wish,
  random: () => number = Math.random,
): Puzzle | null {
  const fitting = puzzles.filter(
    ({ id, kind }) => !wish.isWithdrawn(id) && (wish.kind === null || kind === wish.kind),
  )
  const fresh = fitting.filter(({ id }) => !wish.isSeen(id))
  const wanted = wish.rating + SHIFT[wish.difficulty]
  const distance = ({ rating }: Puzzle) => Math.abs(rating - wanted)
  const sorted = (fresh.length > 0 ? fresh : fitting).toSorted((a, b) => distance(a) - distance(b))
  const near = sorted.filter((puzzle) => distance(puzzle) <= WITHIN)
  const choice = near.length > 0 ? near : sorted.slice(0, CLOSEST)
  return choice[Math.floor(random() * choice.length)] ?? null
}
