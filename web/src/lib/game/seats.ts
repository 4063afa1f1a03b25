import type { Level, SeatView } from '../protocol'

/** A seat of a named player, for tables that are not games on the server. */
export function namedSeat(seat: number, name: string): SeatView {
  return {
    seat,
    kind: 'human',
    name,
    guest: false,
    level: null,
    taken_over: null,
    can_win: true,
    person: seat,
  }
}

/** A seat of a bot, for tables that are not games on the server. */
export function botSeat(seat: number, level: Level): SeatView {
  return { ...namedSeat(seat, ''), kind: 'bot', name: null, level, person: null }
}
