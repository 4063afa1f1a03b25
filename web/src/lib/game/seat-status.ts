import type { GameStore } from './game-store.svelte'
import type { AwayView, Clock, ClockView, Phrase } from '../protocol'

/** The state of a seat that only a game on the server has. */
export interface SeatStatus {
  clock: ClockView | null
  timeControl: Clock
  /** The host's time minus ours, in milliseconds. */
  offset: number
  /** Since when the player is away; null if present. */
  away: AwayView | null
  /** The phrase to show beside the name. */
  phrase: Phrase | null
  /** Whether phrases from this seat are hidden. */
  muted: boolean
}

export function seatStatus(game: GameStore, seat: number): SeatStatus {
  return {
    clock: game.view?.clock ?? null,
    timeControl: game.view?.settings.clock ?? { kind: 'none' },
    offset: game.host.offset,
    away: game.presence?.away.find((one) => one.seat === seat) ?? null,
    phrase: game.remarks.find((one) => one.seat === seat)?.phrase ?? null,
    muted: game.muted.includes(seat),
  }
}
