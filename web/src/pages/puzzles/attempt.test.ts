// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { BoardRules } from '../../engine/board-rules'
import { Attempt, keyOf } from './attempt.svelte'
import { readPuzzles, type Puzzle } from './puzzle-set'

const FOLDER = new URL('../../../../crates/azulejo-ai/puzzles/', import.meta.url)
const shipped = readdirSync(FOLDER).flatMap((file) =>
  readPuzzles(readFileSync(new URL(file, FOLDER), 'utf8')),
)

let rules: BoardRules
beforeAll(async () => {
  const bytes = readFileSync(new URL('../../lib/local/azulejo-host.wasm', import.meta.url))
  rules = BoardRules.from(await WebAssembly.compile(bytes))
})

/** An attempt that notes what happens. */
function start(puzzle: Puzzle) {
  const events: string[] = []
  const attempt = new Attempt(puzzle, rules, {
    onfirst: (solved) => events.push(`first ${solved}`),
    onsolved: () => events.push('solved'),
    onright: (replies) => events.push(`right ${replies.length}`),
    onwrong: ({ step }) => events.push(`wrong ${step}`),
  })
  return { attempt, events }
}

/** Plays the solver's right step. */
function playRight(attempt: Attempt) {
  const step = attempt.right ?? ''
  if (step.startsWith('=')) attempt.choose(attempt.solver, step.slice(1).split(','))
  else attempt.move(attempt.solver, step)
}

const find = (matches: (puzzle: Puzzle) => boolean) => {
  const found = shipped.find(matches)
  if (!found) throw new Error('no such puzzle')
  return found
}

describe('an attempt', () => {
  it('solves every shipped puzzle with its solution', () => {
    for (const puzzle of shipped) {
      const { attempt, events } = start(puzzle)
      for (let step = 0; step < 5 && attempt.status === 'open'; step += 1) playRight(attempt)
      expect(attempt.status, puzzle.id).toBe('solved')
      expect(attempt.all.length, puzzle.id).toBe(puzzle.solution.length)
      expect(events.slice(-2), puzzle.id).toEqual(['first true', 'solved'])
    }
  })

  it('decides the first try with a wrong move, and still accepts the right one', () => {
    const { attempt, events } = start(find(({ solution }) => solution.length === 3))
    const wrong = attempt.offer?.moves.find(({ move }) => move !== attempt.right)?.move ?? ''
    const { position } = attempt
    attempt.move(attempt.solver, wrong)
    attempt.move(attempt.solver, wrong)
    expect(attempt.position, 'the position stays').toBe(position)
    playRight(attempt)
    expect(attempt.wrong).toBeNull()
    playRight(attempt)
    expect(events).toEqual(['first false', `wrong ${wrong}`, `wrong ${wrong}`, 'right 1', 'solved'])
    expect(attempt.first).toBe(false)
    attempt.at = 0
    expect(attempt.position).toBe(position)
  })

  it('counts a hint and the solution as a try', () => {
    const { attempt, events } = start(find(({ solution }) => solution.length === 5))
    attempt.hint()
    attempt.hint()
    attempt.hint()
    expect(attempt.hints).toBe(2)
    attempt.showSolution()
    expect(attempt.all.map(({ step }) => step)).toEqual(attempt.puzzle.solution)
    expect(attempt.offer).toBeNull()
    attempt.again()
    expect([attempt.status, attempt.all.length]).toEqual(['open', 0])
    expect(events).toEqual(['first false'])
  })

  it('accepts a move from an equal factory, and continues with it', () => {
    const found = rules.play(rules.newGame(2, 'coloured'), ['BRKK/BRKK/YYYY/RRRR/WWWW'])
    const position = found.kind === 'played' ? (found.steps[0]?.position ?? '') : ''
    const solution = ['1K2', '3Y4', '2K3']
    const { attempt } = start({ id: '', kind: 'best-move', rating: 0, solution, position })
    attempt.move(1, '2K2')
    expect(attempt.right).toBe('1K3')
    attempt.move(1, '1K3')
    expect(attempt.first).toBe(true)
  })
})

it('positions with exchanged factories are equal', () => {
  expect(keyOf('c2 1 1>1 BBYY/-/RRRR * 1')).toBe(keyOf('c2 1 1>1 -/RRRR/BBYY * 1'))
  expect(keyOf('c2 1 1>1 BBYY/-/RRRR * 1')).not.toBe(keyOf('c2 1 1>1 -/RRRR/BBYY R 1'))
})
