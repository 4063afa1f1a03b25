import type { BadPosition, Fault } from '../../engine/board-rules'
import { colourWord, isColour } from '../../lib/game/colours'
import type { Colour } from '../../lib/protocol'
import { formatNumber } from '../../lib/text/format'
import { t } from '../../lib/text/i18n.svelte'
import { b } from './board-text.svelte'

/** A move in words, such as “Black: factory 2, line 4”. */
export function moveWords(move: string): string {
  const [source = '', letter = '', target = ''] = move
  const colour: Colour = isColour(letter) ? letter : 'B'
  return b('analysis-move', {
    source: source === 'C' ? 'centre' : 'factory',
    factory: Number(source) || 0,
    colour: colourLabel(colour),
    target: target === 'F' ? 'floor' : 'line',
    line: Number(target) || 0,
  })
}

/** The name of a colour, as on a label. */
export function colourLabel(colour: Colour): string {
  return t('colour-label', { colour: colourWord(colour) })
}

/** A step of a study in words. */
export function stepWords(step: string): string {
  if (step === '') return b('analysis-start')
  if (step.startsWith('=')) return b('analysis-tiling')
  return step.includes('/') ? b('analysis-deal') : moveWords(step)
}

/** A difference in points, with its sign and one decimal. */
export function signedPoints(points: number): string {
  const text = formatNumber(Math.abs(points), 1)
  if (Number(Math.abs(points).toFixed(1)) === 0) return text
  return points < 0 ? `−${text}` : `+${text}`
}

/** Every reason why a position is rejected, one sentence each. */
export function badPositionWords(bad: BadPosition): string[] {
  switch (bad.kind) {
    case 'illegal':
      return bad.faults.map(faultWords)
    case 'malformed':
      return [b('analysis-malformed', { column: bad.column })]
    case 'error':
      return [b('analysis-found-unknown')]
  }
}

export function faultWords(fault: Fault): string {
  const words = {
    fault: fault.fault.replaceAll('_', '-'),
    seat: 'seat' in fault ? fault.seat : 0,
    line: 'line' in fault ? fault.line : 0,
    column: 'column' in fault ? fault.column : 0,
    factory: 'factory' in fault ? fault.factory : 0,
    count: 'count' in fault ? fault.count : 0,
    round: 'round' in fault ? fault.round : 0,
  }
  if ('colour' in fault) {
    return b('analysis-fault-colour', { ...words, colour: colourLabel(fault.colour) })
  }
  return b('analysis-fault', words)
}
