import { formatNumber, formatPercent } from '../text/format'
import { nameAt } from '../text/sentences'
import type { MessageArgs } from '../text/i18n.svelte'
import type { StudiedGame } from './game'
import type { DealEntry, Measure, Step } from './ledger'
import { s } from './study-text.svelte'

/** The arguments of a message about a player: the viewer, or a name. */
export function whoOf({ seats, mine }: StudiedGame, seat: number): MessageArgs {
  const you = mine.length === 1 && mine[0] === seat
  return { who: you ? 'you' : 'name', name: nameAt(seats, seat) }
}

/** A player's name, or “You”. */
export function playerName(game: StudiedGame, seat: number): string {
  return whoOf(game, seat).who === 'you' ? s('study-you') : nameAt(game.seats, seat)
}

/** The title of a step. A player's moves are counted by the player, not by the table. */
export function stepTitle(game: StudiedGame, step: Step, number: number): string {
  switch (step.kind) {
    case 'deal':
      return s('study-step-deal', { round: step.round })
    case 'move':
      return s('study-step-move', { round: step.round, number, ...whoOf(game, step.seat ?? 1) })
    case 'tiling':
      return s('study-step-tiling', { round: step.round, ...whoOf(game, step.seat ?? 1) })
    case 'revision':
      return s('study-revision')
    case 'given-up':
      return s('study-given-up')
  }
}

/** The number of a step among its player's moves of the round. */
export function ownNumber(steps: readonly Step[], index: number): number {
  const step = steps[index]
  return steps
    .slice(0, index + 1)
    .filter(
      ({ kind, round, seat }) => kind === 'move' && round === step?.round && seat === step.seat,
    ).length
}

/** A value: a percentage, or a signed lead. */
export function valueText(measure: Measure, value: number, decimals = 0): string {
  return measure === 'win' ? formatPercent(value, decimals) : signed(value, decimals)
}

/** A number with its sign. */
export function signed(value: number, decimals = 0): string {
  const text = formatNumber(value, decimals)
  return Number(value.toFixed(decimals)) > 0 ? `+${text}` : text
}

/** A change in percent of the win with its sign, such as −25%. */
export function signedPercent(percents: number, decimals = 0): string {
  const text = formatPercent(percents / 100, decimals)
  return Number(percents.toFixed(decimals)) > 0 ? `+${text}` : text
}

/** A deal in comparison with the others that could have come. */
export function dealText(game: StudiedGame, deal: DealEntry, seat: number): string {
  const worse = deal.worse[seat - 1] ?? 0
  const lucky = (deal.luck[seat - 1] ?? 0) >= 0
  return s(lucky ? 'study-better' : 'study-worse', {
    count: lucky ? worse : deal.other_deals - worse,
    of: deal.other_deals,
    ...whoOf(game, seat),
  })
}
