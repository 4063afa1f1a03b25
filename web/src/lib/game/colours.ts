import type { Colour } from '../protocol'

/** The colours, in the order in which counts list them. */
export const COLOURS = ['B', 'Y', 'R', 'K', 'W'] as const satisfies readonly Colour[]

const WORDS: Record<Colour, string> = { B: 'blue', Y: 'yellow', R: 'red', K: 'black', W: 'white' }

/** The value of `$colour` in messages. */
export function colourWord(colour: Colour): string {
  return WORDS[colour]
}

export function isColour(letter: string): letter is Colour {
  return Object.hasOwn(WORDS, letter)
}

/** The colours with a count above zero. */
export function colourCounts(counts: readonly number[]): { colour: Colour; count: number }[] {
  return COLOURS.map((colour, index) => ({ colour, count: counts[index] ?? 0 })).filter(
    ({ count }) => count > 0,
  )
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
