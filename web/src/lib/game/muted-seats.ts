import { readStored, writeStored } from '../ui/storage'

const KEY = 'azulejo.muted'
/** The number of games to remember muted seats for; the oldest are dropped first. */
const GAMES = 40

type Kept = [game: string, seats: number[]]

function read(): Kept[] {
  const stored = readStored(KEY)
  return Array.isArray(stored) ? stored.filter(isKept) : []
}

function isKept(entry: unknown): entry is Kept {
  if (!Array.isArray(entry) || entry.length !== 2) return false
  const [game, seats] = entry as unknown[]
  return typeof game === 'string' && Array.isArray(seats) && seats.every(Number.isInteger)
}

/** The muted seats of a game, as stored in this browser. */
export function readMuted(game: string): readonly number[] {
  return read().find(([id]) => id === game)?.[1] ?? []
}

export function writeMuted(game: string, seats: readonly number[]): void {
  const others = read().filter(([id]) => id !== game)
  const own: Kept[] = seats.length > 0 ? [[game, [...seats]]] : []
  writeStored(KEY, [...others, ...own].slice(-GAMES))
}
