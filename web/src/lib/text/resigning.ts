import type { SeatView } from '../protocol'
import { t } from './i18n.svelte'

/** The consequence of resigning, as a sentence; empty if no other person plays. */
export function resignConsequence(
  seats: readonly SeatView[],
  mine: readonly number[],
  name: (seat: number) => string,
): string {
  const other = seats.find((seat) => seat.kind === 'human' && !mine.includes(seat.seat))
  if (!other) return ''
  // With two seats the game ends; otherwise a bot takes over.
  return seats.length === 2 ? t('resign-ends', { name: name(other.seat) }) : t('resign-text')
}
