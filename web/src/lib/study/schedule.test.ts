import { describe, expect, it } from 'vitest'

import { afterTry, isWaiting } from './schedule'

const DAY = 24 * 60 * 60 * 1000

describe('the schedule of exercises', () => {
  it('shows a solved exercise never again', () => {
    const state = afterTry(undefined, true, 0)
    expect(isWaiting(undefined, 0)).toBe(true)
    expect(isWaiting(state, 1000 * DAY)).toBe(false)
  })

  it('returns a missed exercise after 1, 4 and 14 days', () => {
    let state = afterTry(undefined, false, 0)
    const intervals: number[] = []
    let now = 0
    while (state.due !== null) {
      intervals.push((state.due - now) / DAY)
      expect(isWaiting(state, state.due - 1)).toBe(false)
      now = state.due
      expect(isWaiting(state, now)).toBe(true)
      state = afterTry(state, true, now)
    }
    expect(intervals).toEqual([1, 4, 14])
  })

  it('starts anew when a returned exercise is missed', () => {
    const first = afterTry(undefined, false, 0)
    const second = afterTry(first, true, DAY)
    const third = afterTry(second, false, 5 * DAY)
    expect(third.due).toBe(6 * DAY)
    expect(third.passed).toBe(0)
  })

  it('does not count a solution before the exercise is due', () => {
    const missed = afterTry(undefined, false, 0)
    expect(afterTry(missed, true, 1000).due).toBe(missed.due)
  })
})
