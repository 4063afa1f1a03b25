import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { fixture } from '../../testing/fixtures'
import type { Stage } from '../motion/stage.svelte'
import type { TableView } from '../protocol'
import { Thinking, thinkingTime } from './thinking'

function tableOf(
  factories: TableView['factories'],
  centre: TableView['centre'] = [0, 0, 0, 0, 0],
): TableView {
  const { table } = fixture('table-3').view
  if (!table) throw new Error('the fixture has no table')
  return { ...table, factories, centre }
}

describe('thinkingTime', () => {
  it('grows with the number of groups', () => {
    const last = thinkingTime(tableOf([[], []], [3, 0, 0, 0, 0]))
    const few = thinkingTime(tableOf([['B', 'B', 'R', 'K'], []], [1, 0, 2, 0, 0]))
    const many = thinkingTime(tableOf(Array.from({ length: 5 }, () => ['B', 'R', 'K', 'W'])))
    expect(last).toBeLessThan(few)
    expect(few).toBeLessThan(many)
    expect(few).toBeGreaterThanOrEqual(500)
    expect(many).toBeLessThanOrEqual(900)
  })

  it('is at most a second and a half', () => {
    const most = tableOf(
      Array.from({ length: 9 }, () => ['B', 'R', 'K', 'W', 'Y']),
      [5, 5, 5, 5, 5],
    )
    expect(thinkingTime(most)).toBe(1500)
  })
})

describe('Thinking', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  function after(thinking: Thinking, time: number): { over: boolean } {
    const state = { over: false }
    void thinking.pause(time).then(() => (state.over = true))
    return state
  }

  it('counts from the landing of the tiles', async () => {
    let land = (): void => undefined
    const landed = () => new Promise<void>((resolve) => (land = resolve))
    const thinking = new Thinking({ landed } as unknown as Stage)
    thinking.start()
    const state = after(thinking, 600)
    await vi.advanceTimersByTimeAsync(2000)
    expect(state.over).toBe(false)
    land()
    await vi.advanceTimersByTimeAsync(590)
    expect(state.over).toBe(false)
    await vi.advanceTimersByTimeAsync(20)
    expect(state.over).toBe(true)
  })

  it('does not add to the time that the bot has taken', async () => {
    const thinking = new Thinking({ landed: () => Promise.resolve() } as unknown as Stage)
    thinking.start()
    await vi.advanceTimersByTimeAsync(1000)
    const state = after(thinking, 600)
    await vi.advanceTimersByTimeAsync(1)
    expect(state.over).toBe(true)
  })

  it('can be skipped while the tiles still move', async () => {
    const thinking = new Thinking({
      landed: () => new Promise(() => undefined),
    } as unknown as Stage)
    thinking.start()
    const state = after(thinking, 600)
    thinking.skip()
    await vi.advanceTimersByTimeAsync(1)
    expect(state.over).toBe(true)
  })
})
