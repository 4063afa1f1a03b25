import { readCommand } from '../../lib/game/commands'
import type { Attempt } from './attempt.svelte'
import { p } from './puzzle-text.svelte'
import { hintText } from './words'

/** The actions of the page that commands trigger. */
export interface PuzzleCommands {
  attempt: Attempt
  /** The task in words. */
  task: () => string
  next: () => void
  again: () => void
  /** Shows the solution; it is announced separately. */
  solution: () => void
  check: () => void
  /** Describes the state after a step. */
  said: () => string
}

/** Runs a command of puzzles; returns the answer, or null for the commands of every table. */
export function runPuzzleCommand(text: string, page: PuzzleCommands): string | null {
  const { attempt } = page
  const input = readCommand(text)
  if (input.kind === 'move' && attempt.offer?.moves.some(({ move }) => move === input.text)) {
    attempt.move(attempt.solver, input.text)
    return page.said()
  }
  if (input.kind === 'move' && attempt.status !== 'open') return p('puzzles-over')
  if (input.kind === 'hint') {
    attempt.hint()
    return hintText(attempt) || p('puzzles-over')
  }
  switch (text.trim().toLowerCase()) {
    case 'task':
      return page.task()
    case 'next':
      page.next()
      return ''
    case 'again':
      page.again()
      return page.task()
    case 'solution':
      page.solution()
      return page.said()
    case 'check':
      page.check()
      return ''
    case 'help':
      return p('puzzles-command-help')
    default:
      return null
  }
}
