import type { GameCard, SeatView } from '../../lib/protocol'

/** How a game ended for the person who looks at it; `over` where that person held several seats. */
export type Outcome = 'won' | 'lost' | 'shared' | 'over' | 'none' | 'cancelled'

/** How a game ended; nothing while it has not. */
export function outcomeOf(card: GameCard): Outcome | null {
  if (card.status === 'cancelled') return 'cancelled'
  if (card.status !== 'finished') return null
  if (card.winners.length === 0) return 'none'
  const [seat, ...more] = card.mine
  if (seat === undefined || more.length > 0) return 'over'
  if (!card.winners.includes(seat)) return 'lost'
  return card.winners.length > 1 ? 'shared' : 'won'
}

/** Whether the game waits for the person who looks at it. */
export function waitsForMe(card: GameCard): boolean {
  return card.status === 'running' && card.waits_for.some((seat) => card.mine.includes(seat))
}

/** The seats that nobody has taken yet. */
export function freeSeats(card: GameCard): number {
  return card.seats.filter(isFree).length
}

export function isFree(seat: SeatView): boolean {
  return seat.kind === 'open' || seat.kind === 'invited'
}

/** The others at the table first: a list of games is read by whom one plays with. */
export function othersFirst(card: GameCard): SeatView[] {
  const mine = (seat: SeatView) => card.mine.includes(seat.seat)
  return [...card.seats.filter((seat) => !mine(seat)), ...card.seats.filter(mine)]
}

export interface GroupedGames {
  waiting: GameCard[]
  running: GameCard[]
  finished: GameCard[]
}

/** One's own games: those that wait for a move, those under way, those that are over. */
export function groupGames(games: readonly GameCard[]): GroupedGames {
  const grouped: GroupedGames = { waiting: [], running: [], finished: [] }
  for (const card of games) {
    if (waitsForMe(card)) grouped.waiting.push(card)
    else if (card.status === 'waiting' || card.status === 'running') grouped.running.push(card)
    else grouped.finished.push(card)
  }
  return grouped
}

/** Adds a page to a list, without games that are in it already: lists change between two pages. */
export function addPage(games: readonly GameCard[], page: readonly GameCard[]): GameCard[] {
  const known = new Set(games.map((card) => card.id))
  return [...games, ...page.filter((card) => !known.has(card.id))]
}

export interface Span {
  unit: 'now' | 'minutes' | 'hours' | 'days'
  count: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago something was, in the largest whole unit. A clock that is ahead says "now". */
export function agoOf(then: number, now: number): Span {
  return spanOf(now - then)
}

/** How much time is left until something, in the largest whole unit; "now" is less than a minute. */
export function leftOf(then: number, now: number): Span {
  return spanOf(then - now)
}

function spanOf(passed: number): Span {
  if (passed >= DAY) return { unit: 'days', count: Math.floor(passed / DAY) }
  if (passed >= HOUR) return { unit: 'hours', count: Math.floor(passed / HOUR) }
  if (passed >= MINUTE) return { unit: 'minutes', count: Math.floor(passed / MINUTE) }
  return { unit: 'now', count: 0 }
}
