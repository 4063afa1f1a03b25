import { formatList } from '../../lib/text/format'
import { t } from '../../lib/text/i18n.svelte'
import type { GameCard, SeatView } from '../../lib/protocol'
import { numbered } from '../../lib/text/sentences'
import { isFree, othersFirst } from './cards'

/** The name of a seat in lists. */
export function seatLabel(seat: SeatView, seats: readonly SeatView[]): string {
  return isFree(seat) ? t('card-free-seat') : numbered(seat, seats, plainLabel)
}

function plainLabel(seat: SeatView | undefined): string {
  if (!seat || seat.kind === 'open' || seat.kind === 'invited') return t('card-free-seat')
  if (seat.kind === 'bot' && seat.level) return t('bot-numbered', { level: seat.level })
  return seat.name ?? t('card-deleted')
}

/** The names of the opponents; all names if there are none. */
export function opponentNames(card: GameCard): string {
  const seated = othersFirst(card).filter((seat) => !isFree(seat))
  const others = seated.filter((seat) => !card.mine.includes(seat.seat))
  const named = others.length > 0 ? others : seated
  return named.length > 0
    ? formatList(named.map((seat) => seatLabel(seat, card.seats)))
    : t('card-free-seat')
}
