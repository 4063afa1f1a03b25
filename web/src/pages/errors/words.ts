import { colourWord } from '../../lib/game/colours'
import { readMove } from '../../engine/move'
import type { TableEvent } from '../../lib/protocol'
import { l } from '../../lib/study/learn-text.svelte'
import { formatNumber, formatPercent } from '../../lib/text/format'
import { t } from '../../lib/text/i18n.svelte'
import { describeEvents, type Viewer } from '../../lib/text/narration'
import { placementText, sourceArgs } from '../../lib/text/sentences'
import type { Exercise, Task, Verdict } from './exercise.svelte'

/** The move or the columns of the game. */
export function gameSentence(
  { error }: Task,
  viewer: Viewer,
  events: readonly TableEvent[],
): string {
  const columns = placements(error.played).map(placementText).join(', ')
  const text = error.played.startsWith('=') ? columns : describeEvents(events, viewer)[0]
  return l('learn-in-game', { text: text ?? '' })
}

/** The answer to a try. */
export function verdictSentence(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'same':
      return l('learn-same')
    case 'wrong':
      return l('learn-wrong')
    case 'better':
      return l('learn-better', { gain: gainText(verdict) })
    case 'right':
      return verdict.gain && verdict.gain.amount > 0
        ? l('learn-right-by', { gain: gainText({ gain: verdict.gain }) })
        : l('learn-right')
  }
}

function gainText({ gain }: { gain: { unit: 'win' | 'points'; amount: number } }): string {
  return gain.unit === 'win'
    ? formatPercent(gain.amount)
    : l('learn-points', {
        points: formatNumber(gain.amount, 1),
        // A fraction has no plural form of its own.
        count: Math.ceil(gain.amount),
      })
}

/** The hints so far: the source, then the line; empty if there are none. */
export function hintSentence({ hints, isTiling, task, firstTable }: Exercise): string {
  if (hints === 0 || isTiling || !firstTable) return ''
  const move = readMove(task.error.best, firstTable)
  if (!move) return ''
  const words = { colour: colourWord(move.colour), count: move.taken, ...sourceArgs(move.factory) }
  if (hints === 1) return t('take-source', words)
  return move.line === null
    ? t('take-to-floor', words)
    : t('take-to-line', { ...words, line: move.line })
}

function placements(step: string): string[] {
  return step.slice(1).split(',').filter(Boolean)
}
