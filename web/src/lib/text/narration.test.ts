import { beforeEach, describe, expect, it } from 'vitest'

import { useTestLanguage } from '../../testing/language'
import { fixture, roundEnd } from '../../testing/fixtures'
import type { Step } from '../protocol'
import { logLines, describeStep, type Viewer } from './narration'

beforeEach(() => useTestLanguage('en'))

const NAMES = ['Ana', 'Björk', 'Olívia']
const viewer = (mine: number[]): Viewer => ({ mine, name: (seat) => NAMES[seat - 1] ?? '?' })

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
  it('is described in sentences', () => {
    expect(describeStep(move, viewer([1]))).toEqual([
      'Björk takes 3 red tiles from factory 3 and fills line 2.',
      '1 blue goes to the centre.',
      '1 tile falls to the floor (−1 point).',
    ])
  })

  it('addresses the player as “you”, unless several share a screen', () => {
    expect(describeStep(move, viewer([2]))[0]).toBe(
      'You take 3 red tiles from factory 3 and fill line 2.',
    )
    expect(describeStep(move, viewer([1, 2]))[0]).toMatch(/^Björk takes/)
  })

  it('is one line of the log', () => {
    expect(logLines(move, viewer([1]))).toEqual([
      { seat: 2, notation: '3R2', text: '3 red to line 2, full, spills 1', details: [] },
    ])
  })

  it('mentions a full floor line', () => {
    const full: Step = {
      ...move,
      events: [
        { event: 'taken', seat: 2, factory: null, colour: 'R', count: 3 },
        { event: 'spilled', seat: 2, colour: 'R', count: 1, space: 7, cost: 3 },
        { event: 'to_lid', seat: 2, colour: 'R', count: 2 },
      ],
    }
    expect(describeStep(full, viewer([1])).at(-1)).toBe(
      'The floor line is full: 2 tiles go to the lid.',
    )
  })

  it('falls back to its notation without events', () => {
    const bare = { ...move, events: [] }
    expect(logLines(bare, viewer([1]))).toEqual([
      { seat: 2, notation: '3R2', text: '', details: [] },
    ])
    expect(describeStep(bare, viewer([1]))).toEqual(['Björk plays 3R2.'])
  })
})

describe('the end of a round', () => {
  const tiled = roundEnd().updates[1]?.steps[0]

  it('lists every tile in the narration and the points in the log', () => {
    expect(tiled?.what.kind).toBe('tiled')
    if (!tiled) return
    const texts = describeStep(tiled, viewer([1]))
    expect(texts[0]).toMatch(/ places? a .+ tile in row 1, column \d: \+\d+ points?/)
    expect(texts.some((sentence) => sentence.startsWith('You place a'))).toBe(true)
    expect(texts.at(-1)).toMatch(/start(s)? the next round|again/)
    // Surplus tiles of a line go to the lid, but not because the floor line is full.
    expect(tiled.events.some((event) => event.event === 'to_lid')).toBe(true)
    expect(texts.join(' ')).not.toMatch(/floor line is full/)
    const [line, ...more] = logLines(tiled, viewer([1]))
    expect(line?.text).toMatch(/^Round over: Ana [+−]?\d+, Björk [+−]?\d+, Olívia [+−]?\d+$/)
    // The details list every tile and every loss, and nothing about the next round.
    const scored = tiled.events.filter(
      (event) => event.event === 'tiled' || (event.event === 'floor_charged' && event.cost > 0),
    )
    expect(scored.length).toBeGreaterThan(3)
    expect(line?.details).toHaveLength(scored.length)
    expect(line?.details.join(' ')).not.toMatch(/next round/)
    expect(more, 'no bonuses before the end').toEqual([])
  })
})

describe('the end of a game', () => {
  const last = fixture('over').log.find((step) =>
    step.events.some((event) => event.event === 'bonuses_scored'),
  )

  it('lists every bonus with its points', () => {
    if (!last) throw new Error('the fixture has no end')
    const bonuses = logLines(last, viewer([1])).slice(1)
    expect(bonuses.map(({ seat, text }) => ({ seat, text }))).toEqual([
      { seat: 1, text: '2 complete rows: +4' },
      { seat: 2, text: '2 complete rows: +4, 1 complete column: +7' },
      { seat: 3, text: '2 complete rows: +4, 1 complete column: +7' },
    ])
    const texts = describeStep(last, viewer([1]))
    expect(texts).toContain('You get 4 bonus points (2 complete rows: +4).')
    expect(texts).toContain(
      'Björk gets 11 bonus points (2 complete rows: +4, 1 complete column: +7).',
    )
  })

  it('omits players without bonuses', () => {
    const none = {
      rows: 0,
      columns: 0,
      colours: 0,
      row_points: 0,
      column_points: 0,
      colour_points: 0,
      points: 0,
    }
    const step: Step = {
      ply: 9,
      at: 0,
      what: { kind: 'tiled', placements: [] },
      events: [
        { event: 'bonuses_scored', seat: 1, bonuses: none, score: 3, won: false },
        {
          event: 'bonuses_scored',
          seat: 2,
          bonuses: { ...none, colours: 1, colour_points: 10, points: 10 },
          score: 30,
          won: true,
        },
      ],
    }
    expect(logLines(step, viewer([1])).slice(1)).toEqual([
      { seat: 2, notation: null, text: '1 colour set: +10', details: [] },
    ])
  })
})

describe('describeStep', () => {
  it('describes every kind of event', () => {
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
      { kind: 'resumed', down: 4000 },
      { kind: 'ended' },
      { kind: 'cancelled' },
    ]
    for (const what of kinds) {
      const text = describeStep({ ply: 0, at: 0, what, events: [] }, viewer([1])).join(' ')
      expect(text, what.kind).toMatch(/^[^{}]+$/)
      expect(text, what.kind).not.toMatch(/^(happened|log)-/)
    }
  })

  it('omits a short interruption', () => {
    const what = { kind: 'resumed', down: 300 } as const
    expect(describeStep({ ply: 0, at: 0, what, events: [] }, viewer([1]))).toEqual([])
  })
})
