import type { BoardRules } from '../../engine/board-rules'
import { exerciseId, type ErrorSet, type GameError } from '../../lib/study/errors'
import { isWaiting, type ExerciseStates } from '../../lib/study/schedule'
import type { Task } from './exercise.svelte'

/** The exercises of a game. Errors whose position cannot be found are left out. */
export function tasksOf(set: ErrorSet, rules: BoardRules): Task[] {
  const record = rules.readRecord(set.record)
  if (record.kind !== 'record') return []
  const played = rules.play(record.first, record.steps)
  if (played.kind !== 'played') return []
  let number = 0
  let before = record.first
  const tasks: Task[] = []
  for (const { step, position, seat, round, what } of played.steps) {
    if (what.kind === 'dealt') number = 0
    if (what.kind === 'moved') number += 1
    const at = what.kind === 'moved' ? number : 0
    const isHere = (error: GameError) =>
      error.seat === seat && error.round === round && error.number === at
    const error = what.kind === 'dealt' ? undefined : set.errors.find(isHere)
    if (error && (at > 0 || step.startsWith('='))) {
      const id = exerciseId(set, error)
      tasks.push({ id, set, error, position: before, names: record.players })
    }
    before = position
  }
  return tasks
}

/** The exercises that wait: those that return first, then new ones, the latest game first. */
export function waitingTasks(tasks: readonly Task[], states: ExerciseStates, now: number): Task[] {
  const waiting = tasks.filter(({ id }) => isWaiting(states[id], now))
  const returns = (task: Task) => (states[task.id] ? 0 : 1)
  return waiting.toSorted((a, b) => returns(a) - returns(b))
}
