import { beforeEach, describe, expect, it } from 'vitest'

import type { Step, TableEvent } from '../protocol'
import { fixture, tableOf } from '../../testing/fixtures'
import { useTestLanguage } from '../../testing/language'
import { lastMoveSentence } from '../text/last-move'
import { lastMoves, readMove, type LastMove } from './last-moves'

const four = fixture('table-4')
const moved = (ply: number, seat: number, factory: number | null): Step => ({
  ply,
  at: 0,
  what: { kind: 'moved', seat, move: '' },
  events: [
    { event: 'taken', seat, factory, colour: 'R', count: 2 },
    { event: 'placed', seat, line: 3, colour: 'R', count: 2, complete: false },
  ],
})
const step = (ply: number, what: Step['what']): Step => ({ ply, at: 0, what, events: [] })
const seats = (moves: LastMove[]) => moves.map(({ seat }) => seat)

describe('the last moves', () => {
  it('are those of the others since the own one', () => {
    expect(seats(lastMoves(four.log, 1))).toEqual([2, 3, 4])
  })

  it('vanish with the own move', () => {
    expect(lastMoves([...four.log, moved(45, 1, 1)], 1)).toEqual([])
  })

  it('vanish at the end of the round', () => {
    const tiled = step(45, { kind: 'tiled', placements: [] })
    expect(lastMoves([...four.log, tiled], 1)).toEqual([])
  })

  it('do not include moves that were taken back', () => {
    const undone = step(45, { kind: 'undone', seat: 4, to: 43 })
    expect(seats(lastMoves([...four.log, undone], 1))).toEqual([2])
  })

  it('are only the latest for spectators', () => {
    expect(seats(lastMoves(four.log, null))).toEqual([4])
  })
})

describe('a move', () => {
  it('knows the tiles of the factory before it, in the order of the colours', () => {
    const events: TableEvent[] = [
      { event: 'taken', seat: 2, factory: 4, colour: 'R', count: 2 },
      { event: 'to_centre', factory: 4, tiles: [1, 0, 0, 1, 0] },
      { event: 'placed', seat: 2, line: 1, colour: 'R', count: 1, complete: true },
      { event: 'spilled', seat: 2, colour: 'R', count: 1, space: 1, cost: 1 },
    ]
    expect(readMove(1, events)).toMatchObject({
      plate: ['B', 'R', 'R', 'K'],
      floor: { first: 1, count: 1 },
      fallen: 1,
      cost: 1,
    })
  })

  it('occupies the floor from the start marker on', () => {
    const events: TableEvent[] = [
      { event: 'taken', seat: 2, factory: null, colour: 'R', count: 2 },
      { event: 'marker_taken', seat: 2, space: 2, cost: 1 },
      { event: 'spilled', seat: 2, colour: 'R', count: 2, space: 3, cost: 4 },
    ]
    const move = readMove(1, events)
    expect(move).toMatchObject({ line: null, floor: { first: 2, count: 3 }, marker: true })
    expect(move?.plate).toEqual([])
  })
})

describe('the sentence about a move', () => {
  beforeEach(() => useTestLanguage('en'))

  const sentence = (move: LastMove | undefined) => {
    const board = tableOf(four).boards[(move?.seat ?? 0) - 1]
    if (!move || !board) throw new Error('the fixture has no such move')
    return lastMoveSentence(move, 'Rosa', board)
  }

  it('names source, target and effect', () => {
    expect(sentence(lastMoves(four.log, 1).at(-1))).toBe(
      'Rosa took 2 black from factory 6 to line 2 · filled, +2 at end of round',
    )
  })

  it('names the marker and the tiles that fell', () => {
    const events: TableEvent[] = [
      { event: 'taken', seat: 4, factory: null, colour: 'R', count: 2 },
      { event: 'marker_taken', seat: 4, space: 1, cost: 1 },
      { event: 'spilled', seat: 4, colour: 'R', count: 2, space: 2, cost: 3 },
    ]
    expect(sentence(readMove(1, events) ?? undefined)).toBe(
      'Rosa took 2 red from the centre to the floor line · with the start marker · 2 fell, −4',
    )
  })
})
