import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { dailyPuzzle, drawPuzzle, orderById, readPuzzles, type Puzzle } from './puzzle-set'

const FOLDER = join(import.meta.dirname, '../../../../crates/azulejo-ai/puzzles')
const texts = readdirSync(FOLDER).map((file) => readFileSync(join(FOLDER, file), 'utf8'))
const lines = texts.flatMap((text) => text.trim().split('\n'))
const shipped = orderById(texts.flatMap(readPuzzles))

const puzzle = (id: string, rating: number, kind: Puzzle['kind'] = 'deny'): Puzzle => ({
  id,
  kind,
  rating,
  solution: ['1B1'],
  position: '',
})

const wish = {
  rating: 0,
  difficulty: 'usual',
  kind: null,
  isSeen: () => false,
  isWithdrawn: () => false,
} as const

describe('the shipped puzzles', () => {
  it('are all read, each with an id of its own', () => {
    expect(shipped.length).toBe(lines.length)
    expect(new Set(shipped.map(({ id }) => id)).size).toBe(lines.length)
  })

  it('give every day of four years a puzzle, and hardly the same twice in a year', () => {
    const days = Array.from({ length: 1461 }, (_, index) =>
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    )
    const ids = days.map((day) => dailyPuzzle(shipped, day)?.id)
    expect(ids).not.toContain(undefined)
    expect(new Set(ids.slice(0, 365)).size).toBe(365)
  })
})

it('skips lines of unknown kinds and malformed lines', () => {
  expect(readPuzzles('new-kind 0 1B1 c2 1\ndeny many 1B1 c2 1\n\ndeny 5 1B1,2Y2 c2 1')).toEqual([
    expect.objectContaining({
      kind: 'deny',
      rating: 5,
      solution: ['1B1', '2Y2'],
      position: 'c2 1',
    }),
  ])
})

it('reads the columns of one choice as one step', () => {
  expect(readPuzzles('columns 5 1:2,4:3 g2 1')[0]?.solution).toEqual(['=1:2,4:3'])
})

describe('drawing', () => {
  const near = [puzzle('a', -150), puzzle('b', 150), puzzle('c', 400, 'best-move')]

  it('stays within 150 of the wanted rating', () => {
    expect(drawPuzzle(near, wish, () => 0)?.id).toBe('a')
    expect(drawPuzzle(near, wish, () => 0.999)?.id).toBe('b')
    expect(drawPuzzle(near, { ...wish, difficulty: 'harder' }, () => 0.999)?.id).toBe('c')
  })

  it('prefers new puzzles, even distant ones', () => {
    expect(drawPuzzle(near, { ...wish, isSeen: (id) => id !== 'c' })?.id).toBe('c')
    expect(drawPuzzle(near, { ...wish, isSeen: () => true }, () => 0)?.id).toBe('a')
  })

  it('respects the kind and skips withdrawn puzzles', () => {
    expect(drawPuzzle(near, { ...wish, kind: 'best-move' })?.id).toBe('c')
    expect(drawPuzzle(near, { ...wish, kind: 'best-move', isWithdrawn: () => true })).toBeNull()
  })
})
