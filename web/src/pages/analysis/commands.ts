import type { PositionAnalysis } from '../../engine/messages'
import { formatList, formatPercent } from '../../lib/text/format'
import { t } from '../../lib/text/i18n.svelte'
import { b } from './board-text.svelte'
import type { Study } from './study.svelte'
import { moveWords, signedPoints, stepWords } from './words'

/** The context of a command. */
export interface CommandTargets {
  study: Study
  analysis: PositionAnalysis | null
  name: (seat: number) => string
  /** Copies the link; its result is announced separately. */
  copy: () => void
}

/** Runs a command such as `best 2`, `try 2k4` or `deal random`; returns the answer. */
export function runBoardCommand(text: string, targets: CommandTargets): string {
  const { study, analysis } = targets
  const [word = '', argument = ''] = text.trim().toLowerCase().split(/\s+/)
  switch (word) {
    case 'eval':
      return analysis ? valueWords(analysis, targets.name) : b('analysis-command-no-value')
    case 'best':
      return analysis ? bestWords(analysis, Number(argument) || 1) : b('analysis-command-no-value')
    case 'line': {
      const [first] = analysis?.moves ?? []
      return first ? formatList(first.line.map(moveWords)) : b('analysis-command-no-value')
    }
    case 'back':
      study.back()
      return stepWords(study.here.step)
    case 'next':
      study.forward()
      return stepWords(study.here.step)
    case 'deal':
      return study.randomDeal() ? b('analysis-deal') : b('analysis-command-impossible')
    case 'undo':
      study.undo()
      return stepWords(study.here.step)
    case 'copy':
      targets.copy()
      return ''
    case 'position':
      return study.position
    default: {
      const step = (word === 'try' ? argument : word).toUpperCase()
      if (!/^[1-9C][BYRKW][1-5F]$/.test(step)) return t('command-unknown', { text })
      return study.play(step) ? moveWords(step) : b('analysis-command-impossible')
    }
  }
}

function valueWords({ moves }: PositionAnalysis, name: (seat: number) => string): string {
  const win = moves[0]?.win ?? []
  const chances = win.map((share, index) => `${name(index + 1)} ${formatPercent(share)}`)
  return b('analysis-value', { chances: formatList(chances) })
}

function bestWords({ moves, seat }: PositionAnalysis, count: number): string {
  return moves
    .slice(0, count)
    .map(
      ({ move, win, margin }) =>
        `${moveWords(move)}: ${formatPercent(win[seat - 1] ?? 0)}, ${signedPoints(margin)}`,
    )
    .join('. ')
}
