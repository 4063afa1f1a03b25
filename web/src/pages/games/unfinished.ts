import { api } from '../../lib/net/api'
import type { GameCard } from '../../lib/protocol'
import { addPage } from './cards'

/** The player's unfinished games on the server, which lists them before those that are over. */
export async function unfinishedGames(): Promise<GameCard[]> {
  let games: GameCard[] = []
  let before: string | undefined
  do {
    const page = await api.myGames(before)
    games = addPage(games, page.games.filter(isUnfinished))
    before = page.games.every(isUnfinished) ? (page.next ?? undefined) : undefined
  } while (before)
  return games
}

function isUnfinished(card: GameCard): boolean {
  return card.status === 'running' || card.status === 'waiting'
}
