/** A player's rating with its standard deviation (Glicko), on the Elo scale of the bots. */
export interface Rating {
  value: number
  deviation: number
}

/** The rating before the first puzzle. A larger deviation would make the first tries decisive. */
export const FIRST_RATING: Rating = { value: 0, deviation: 200 }

/** The deviation of a puzzle's rating, which is fitted to the attempts of the bots. */
const PUZZLE_DEVIATION = 80
/** Below this, a rating would hardly follow the player's progress. */
const MIN_DEVIATION = 60

const Q = Math.LN10 / 400

/** The rating after a puzzle, which was solved at the first try or not. */
export function rate(player: Rating, puzzle: number, solved: boolean): Rating {
  const g = 1 / Math.sqrt(1 + (3 * Q ** 2 * PUZZLE_DEVIATION ** 2) / Math.PI ** 2)
  const expected = 1 / (1 + 10 ** ((-g * (player.value - puzzle)) / 400))
  const information = Q ** 2 * g ** 2 * expected * (1 - expected)
  const variance = 1 / (1 / player.deviation ** 2 + information)
  return {
    value: player.value + Q * variance * g * (Number(solved) - expected),
    deviation: Math.max(MIN_DEVIATION, Math.sqrt(variance)),
  }
}
