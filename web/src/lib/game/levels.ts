import type { Level } from '../protocol'

/** The number of each level, as shown beside its name. */
const NUMBERS: Record<Level, number> = {
  beginner: 1,
  apprentice: 2,
  tiler: 3,
  artisan: 4,
  master: 5,
  legend: 6,
}

/** The levels of the bots, weakest first. */
export const LEVELS = Object.keys(NUMBERS) as readonly Level[]

/** Returns the level above; null for the highest. */
export function nextLevel(level: Level): Level | null {
  return LEVELS[LEVELS.indexOf(level) + 1] ?? null
}

/** Returns the number of a level. */
export function levelNumber(level: Level): number {
  return NUMBERS[level]
}
