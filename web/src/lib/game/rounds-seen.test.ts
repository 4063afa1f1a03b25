import { describe, expect, it } from 'vitest'

import type { Step } from '../protocol'
import { matchesSeen, mergeRounds, roundsIn } from './rounds-seen'

/** Numbers the steps. */
const log = (...steps: Pick<Step, 'what' | 'events'>[]): Step[] =>
  steps.map((step, ply) => ({ ply, at: 0, ...step }))

const dealt = (round: number): Pick<Step, 'what' | 'events'> => ({
  what: { kind: 'dealt', round },
  events: [{ event: 'dealt', factory: 1, tiles: ['B', 'B', 'Y', 'W'] }],
})
const moved = (move: string) => ({ what: { kind: 'moved' as const, seat: 1, move }, events: [] })
const undone = (to: number) => ({ what: { kind: 'undone' as const, seat: 1, to }, events: [] })
const tiled = { what: { kind: 'tiled' as const, placements: [['1:1'], []] }, events: [] }
const deal = ['BBYW', '-']

describe('the rounds that were seen', () => {
  it('leave out moves that were taken back', () => {
    const seen = roundsIn(log(dealt(1), moved('1B1'), undone(1), moved('1Y1'), tiled))
    const round = { start: 1, deal, tiling: [['1:1'], []] }
    expect(matchesSeen([{ ...round, moves: ['1Y1'] }], seen)).toBe(true)
    expect(matchesSeen([{ ...round, moves: ['1B1'] }], seen)).toBe(false)
    expect(matchesSeen([], seen)).toBe(false)
  })

  it('do not fix the moves of an unfinished round', () => {
    const seen = roundsIn(log(dealt(1), moved('1B1')))
    expect(matchesSeen([{ start: 1, deal, moves: ['1Y1'] }], seen)).toBe(true)
  })

  it('keep a deal even if the server claims that it was taken back', () => {
    const first = roundsIn(log(dealt(1)))
    const other = [{ round: 1, deal: ['YYYY'], play: null }]
    expect(mergeRounds(first, other)).toBe(first)
    const seen = roundsIn(log(dealt(1), undone(0)))
    expect(matchesSeen([{ start: 1, deal: ['YYYY'], moves: [] }], seen)).toBe(false)
  })

  it('leave out a round that began before the log', () => {
    expect(roundsIn(log(moved('1B1'), tiled, dealt(3))).map(({ round }) => round)).toEqual([3])
  })
})
