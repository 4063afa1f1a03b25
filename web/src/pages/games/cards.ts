import type { GameCard, SeatView } from '../../lib/protocol'

/** The outcome of a game for its viewer; `over` for a viewer with several seats or none. */
export type Outcome = 'won' | 'lost' | 'shared' | 'over' | 'none' | 'cancelled'

/** The outcome of a game; null while it is running. */
export function outcomeOf(card: GameCard): Outcome | null {
  if (card.status === 'cancelled') return 'cancelled'
  if (card.status !== 'finished') return null
  if (card.winners.length === 0) return 'none'
  const [seat, ...more] = card.mine
  if (seat === undefined || more.length > 0) return 'over'
  if (!card.winners.includes(seat)) return 'lost'
  return card.winners.length > 1 ? 'shared' : 'won'
}

/** Whether the game waits for its viewer. */
export function waitsForMe(card: GameCard): boolean {
  return card.status === 'running' && card.waits_for.some((seat) => card.mine.includes(seat))
}

/** The number of free seats. */
export function freeSeats(card: GameCard): number {
  return card.seats.filter(isFree).length
}

export function isFree(seat: SeatView): boolean {
  return seat.kind === 'open' || seat.kind === 'invited'
}

/** The seats with opponents first: lists are scanned for opponents. */
export function othersFirst(card: GameCard): SeatView[] {
  const mine = (seat: SeatView) => card.mine.includes(seat.seat)
  return [...card.seats.filter((seat) => !mine(seat)), ...card.seats.filter(mine)]
}

/** The mark of a game that is saved on this device. */
const LOCAL = Symbol('on this device')

/** Marks the cards of games that are saved on this device. */
export function markLocal(games: readonly GameCard[]): GameCard[] {
  return games.map((card) => ({ ...card, [LOCAL]: true }))
}

/** Whether a game is saved on this device. */
export function isOnDevice(card: GameCard): boolean {
  return LOCAL in card
}

export interface GroupedGames {
  waiting: GameCard[]
  running: GameCard[]
  finished: GameCard[]
}

/** The player's games: to move, running and finished. */
export function groupGames(games: readonly GameCard[]): GroupedGames {
  const grouped: GroupedGames = { waiting: [], running: [], finished: [] }
  for (const card of games) {
    if (waitsForMe(card)) grouped.waiting.push(card)
    else if (card.status === 'waiting' || card.status === 'running') grouped.running.push(card)
    else grouped.finished.push(card)
  }
  return grouped
}

/** The unfinished games: those that wait for the viewer first, the longest-waiting of each first. */
export function currentGames(games: readonly GameCard[]): GameCard[] {
  const rank = (card: GameCard) => (waitsForMe(card) ? 0 : card.status === 'running' ? 1 : 2)
  return games
    .filter((card) => card.status === 'running' || card.status === 'waiting')
    .toSorted((a, b) => rank(a) - rank(b) || a.changed - b.changed)
}

/** Appends a page without duplicates: the list may change between two pages. */
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

/** The time since an instant in the largest whole unit; "now" if it is in the future. */
export function agoOf(then: number, now: number): Span {
  return spanOf(now - then)
}

/** The time until an instant in the largest whole unit; "now" below a minute. */
export function leftOf(then: number, now: number): Span {
  return spanOf(then - now)
}

function spanOf(passed: number): Span {
  if (passed >= DAY) return { unit: 'days', count: Math.floor(passed / DAY) }
  if (passed >= HOUR) return { unit: 'hours', count: Math.floor(passed / HOUR) }
  if (passed >= MINUTE) return { unit: 'minutes', count: Math.floor(passed / MINUTE) }
  return { unit: 'now', count: 0 }
}
