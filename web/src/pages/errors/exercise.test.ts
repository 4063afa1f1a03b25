import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { BoardRules } from '../../engine/board-rules'
import type { AnalysedMove, PositionAnalysis } from '../../engine/messages'
import type { ErrorSet } from '../../lib/study/errors'
import { Exercise } from './exercise.svelte'
import { tasksOf } from './tasks'

const source = join(import.meta.dirname, '../../lib/local/azulejo-host.wasm')
const rules = BoardRules.from(new WebAssembly.Module(readFileSync(source)))

// Factories 1 and 5 are equal.
const POSITION =
  'c2 1 1>1 BRKK/BYYW/KKKW/YRRW/BRKK * 17,17,16,13,17 0,0,0,0,0 0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-'

const set: ErrorSet = { key: 'k', record: '', mine: [1], href: null, at: 0, errors: [] }

function analysed(move: string, win: number): AnalysedMove {
  return { move, win: [win, 1 - win], margin: 0, line: [move] }
}

/** An exercise in which 3K4 is best, 1K2 almost, 2Y2 better than the move of the game, 2BF. */
function exercise(results: boolean[] = [], works = true): Exercise {
  const analysis: PositionAnalysis = {
    kind: 'position',
    seat: 1,
    depth: 5,
    exact: false,
    nodes: 1,
    moves: [
      analysed('3K4', 0.6),
      analysed('1K2', 0.585),
      analysed('2Y2', 0.5),
      analysed('2BF', 0.4),
      analysed('3WF', 0.35),
    ],
  }
  const error = {
    round: 1,
    number: 1,
    seat: 1,
    played: '2BF',
    best: '3K4',
    loss: 0.2,
    severity: 'blunder',
  } as const
  const engine = {
    analyse: () => ({
      result: works ? Promise.resolve(analysis) : Promise.reject(new Error('broken')),
      stop: () => undefined,
    }),
  }
  const task = { id: 'x', set, error, position: POSITION, names: ['A', 'B'] }
  return new Exercise(
    task,
    rules,
    () => Promise.resolve(engine),
    (solved) => results.push(solved),
  )
}

describe('an exercise', () => {
  it('accepts the best move and every move within 2 % of it', async () => {
    const results: boolean[] = []
    expect(await exercise(results).attempt('3K4')).toMatchObject({ kind: 'right' })
    expect(await exercise(results).attempt('1K2')).toMatchObject({ kind: 'right' })
    expect(results).toEqual([true, true])
  })

  it('accepts a right move from an equal factory', async () => {
    expect(await exercise().attempt('5K2')).toMatchObject({ kind: 'right' })
  })

  it('says by how much a better move is better', async () => {
    const verdict = await exercise().attempt('2Y2')
    expect(verdict?.kind).toBe('better')
    expect(verdict?.kind === 'better' && verdict.gain.amount).toBeCloseTo(0.1)
  })

  it('shows the solution after two tries', async () => {
    const results: boolean[] = []
    const one = exercise(results)
    expect(await one.attempt('3WF')).toEqual({ kind: 'wrong' })
    expect(one.progress).toBe('open')
    await one.attempt('2Y2')
    expect(one.progress).toBe('missed')
    expect(one.solution.map(({ step }) => step)).toEqual(['3K4'])
    expect(results).toEqual([false])
  })

  it('does not count the move of the game as a try', async () => {
    const one = exercise()
    expect(await one.attempt('2BF')).toEqual({ kind: 'same' })
    expect(one.triesLeft).toBe(2)
  })

  it('knows the best move without the engine', async () => {
    expect(await exercise([], false).attempt('3K4')).toEqual({ kind: 'right', gain: null })
    expect(await exercise([], false).attempt('1K2')).toEqual({ kind: 'wrong' })
  })
})

it('every error of a recorded game has a position', () => {
  const behaviour = JSON.parse(
    readFileSync(
      join(import.meta.dirname, '../../../../crates/azulejo-wasm/tests/data/behaviour.json'),
      'utf8',
    ),
  ) as { games: { record: string }[] }
  for (const { record } of behaviour.games) {
    const found = rules.readRecord(record)
    if (found.kind !== 'record') throw new Error('a record is invalid')
    const played = rules.play(found.first, found.steps)
    if (played.kind !== 'played') throw new Error('a record cannot be played')
    const errors = played.steps
      .filter(({ what }) => what.kind === 'moved')
      .map(({ step, seat, round }, index, all) => ({
        round,
        number: index - all.findIndex((one) => one.round === round) + 1,
        seat,
        played: step,
        best: step,
        loss: 0.1,
        severity: 'mistake' as const,
      }))
    const tasks = tasksOf({ ...set, record, errors }, rules)
    expect(tasks.map(({ error }) => error)).toEqual(errors)
    for (const { position, error } of tasks) {
      const next = rules.play(position, [error.played])
      expect(next.kind === 'played' && next.rejected).toBeNull()
    }
  }
})
