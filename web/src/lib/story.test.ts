import { beforeEach, describe, expect, it } from 'vitest'

import { speak } from '../testing/english'
import { roundEnd } from '../testing/fixtures'
import type { Step } from './protocol'
import { logLine, tellStep, type Reader } from './story'

beforeEach(() => speak('en'))

const NAMES = ['Ana', 'Björk', 'Master (5)']
const reader = (mine: number[]): Reader => ({ mine, name: (seat) => NAMES[seat - 1] ?? '?' })

const move: Step = {
  ply: 7,
  at: 0,
  what: { kind: 'moved', seat: 2, move: '3R2' },
  events: [
    { event: 'taken', seat: 2, factory: 3, colour: 'R', count: 3 },
    { event: 'to_centre', factory: 3, tiles: [1, 0, 0, 0, 0] },
    { event: 'placed', seat: 2, line: 2, colour: 'R', count: 2, complete: true },
    { event: 'spilled', seat: 2, colour: 'R', count: 1, space: 1, cost: 1 },
  ],
}

describe('a move', () => {
  it('is told in sentences', () => {
    expect(tellStep(move, reader([1]))).toEqual([
      'Björk takes 3 red tiles from factory 3 and fills line 2.',
      '1 blue goes to the centre.',
      '1 tile falls to the floor (−1 point).',
    ])
  })

  it('speaks to the one who made it, but not where several share a screen', () => {
    expect(tellStep(move, reader([2]))[0]).toBe(
      'You take 3 red tiles from factory 3 and fill line 2.',
    )
    expect(tellStep(move, reader([1, 2]))[0]).toMatch(/^Björk takes/)
  })

  it('is one line of the log', () => {
    expect(logLine(move, reader([1]))).toEqual({
      seat: 2,
      notation: '3R2',
      text: '3 red to line 2, full, spills 1',
    })
  })

  it('without its events keeps its notation', () => {
    const bare = { ...move, events: [] }
    expect(logLine(bare, reader([1]))).toEqual({ seat: 2, notation: '3R2', text: '' })
    expect(tellStep(bare, reader([1]))).toEqual(['Björk plays 3R2.'])
  })
})

describe('a round’s end', () => {
  const tiled = roundEnd().updates[1]?.steps[0]

  it('is told tile by tile, and in the log as points', () => {
    expect(tiled?.what.kind).toBe('tiled')
    if (!tiled) return
    const told = tellStep(tiled, reader([1]))
    expect(told[0]).toMatch(/ places? a .+ tile in row 1, column \d: \+\d+ points?/)
    expect(told.some((sentence) => sentence.startsWith('You place a'))).toBe(true)
    expect(told.at(-1)).toMatch(/start(s)? the next round|again/)
    expect(logLine(tiled, reader([1]))?.text).toMatch(
      /^Round over: Ana [+−]?\d+, Björk [+−]?\d+, Master \(5\) [+−]?\d+$/,
    )
  })
})

describe('everything that can happen', () => {
  it('has words', () => {
    const kinds: Step['what'][] = [
      { kind: 'created' },
      { kind: 'seated', seat: 1, name: 'Ana' },
      { kind: 'unseated', seat: 1 },
      { kind: 'bot_seated', seat: 3, level: 'master' },
      { kind: 'started' },
      { kind: 'dealt', round: 2 },
      { kind: 'chosen', seat: 1 },
      { kind: 'tiled', placements: [] },
      { kind: 'undo_asked', seat: 2, to: 3 },
      { kind: 'undo_refused', seat: 2 },
      { kind: 'undone', seat: 2, to: 3 },
      { kind: 'resigned', seat: 1 },
      { kind: 'flagged', seat: 1 },
      { kind: 'left', seat: 1 },
      { kind: 'taken_over', seat: 1, level: 'tiler', reason: 'vote' },
      { kind: 'taken_back', seat: 1 },
      { kind: 'resumed', down: 1 },
      { kind: 'ended' },
      { kind: 'cancelled' },
    ]
    for (const what of kinds) {
      const text = tellStep({ ply: 0, at: 0, what, events: [] }, reader([1])).join(' ')
      expect(text, what.kind).toMatch(/^[^{}]+$/)
      expect(text, what.kind).not.toMatch(/^(happened|log)-/)
    }
  })
})
