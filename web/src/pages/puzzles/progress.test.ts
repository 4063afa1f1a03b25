import { beforeEach, describe, expect, it } from 'vitest'

import { Progress } from './progress.svelte'
import type { Puzzle } from './puzzle-set'
import { FIRST_RATING, rate } from './rating'

const puzzle = (id: string, rating = 0): Puzzle => ({
  id,
  kind: 'deny',
  rating,
  solution: ['1B1'],
  position: '',
})

beforeEach(() => localStorage.clear())

describe('a rating', () => {
  it('rises after a success and falls as far after a failure at equal strength', () => {
    const up = rate(FIRST_RATING, 0, true)
    const down = rate(FIRST_RATING, 0, false)
    expect(up.value).toBeGreaterThan(20)
    expect(up.value).toBeCloseTo(-down.value)
    expect(up.deviation).toBeLessThan(FIRST_RATING.deviation)
  })

  it('converges to the strength of the player', () => {
    // The player solves everything below 500 and nothing above.
    let player = FIRST_RATING
    for (let round = 0; round < 200; round += 1) {
      const wanted = player.value + (round % 2 === 0 ? 100 : -100)
      player = rate(player, wanted, wanted < 500)
    }
    expect(player.value).toBeGreaterThan(350)
    expect(player.value).toBeLessThan(650)
  })
})

describe('progress', () => {
  it('counts only the first try at a puzzle', () => {
    const progress = new Progress()
    expect(progress.rateFirstTry(puzzle('a'), false)).not.toBeNull()
    const { rating } = progress
    expect(rating).toBeLessThan(0)
    expect(progress.rateFirstTry(puzzle('a'), true)).toBeNull()
    expect(progress.rating).toBe(rating)
    expect(progress.outcomeOf('a')).toBe('missed')
    progress.solved('a', false, null)
    expect(progress.outcomeOf('a')).toBe('late')
  })

  it('keeps the streak, the best one and the days', () => {
    const progress = new Progress()
    for (const id of ['a', 'b']) progress.rateFirstTry(puzzle(id), true)
    progress.solved('b', true, '2026-11-18')
    progress.rateFirstTry(puzzle('c'), false)
    const again = new Progress()
    expect([again.streak, again.best]).toEqual([0, 2])
    expect(again.outcomeOn('2026-11-18')).toBe('first')
    expect(again.outcomeOf('b')).toBe('first')
  })

  it('includes changes of other tabs', () => {
    const [one, other] = [new Progress(), new Progress()]
    one.rateFirstTry(puzzle('a'), true)
    other.rateFirstTry(puzzle('b'), true)
    expect(other.streak).toBe(2)
    expect(other.outcomeOf('a')).toBe('first')
  })

  it('returns the rating of a withdrawn puzzle', () => {
    const progress = new Progress()
    const before = progress.rateFirstTry(puzzle('a'), false)
    progress.withdraw('a', before)
    expect(progress.rating).toBe(0)
    expect(progress.isWithdrawn('a')).toBe(true)
  })

  it('replaces invalid stored values by defaults', () => {
    localStorage.setItem(
      'azulejo.puzzles',
      JSON.stringify({ rating: { value: 'high' }, streak: -3, outcomes: { a: 'won' }, kind: 'x' }),
    )
    const progress = new Progress()
    expect([progress.rating, progress.streak, progress.kind]).toEqual([0, 0, null])
    expect(progress.outcomeOf('a')).toBeNull()
    localStorage.setItem('azulejo.puzzles', '[broken')
    expect(new Progress().difficulty).toBe('usual')
  })
})
