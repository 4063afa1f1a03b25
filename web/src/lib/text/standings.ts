import type { PlayerResult, ResultView } from '../protocol'
import { formatList } from './format'
import { t } from './i18n.svelte'
import type { Viewer } from './narration'

/** The players by place, then by seat. */
export function ranking(result: ResultView): PlayerResult[] {
  return result.players.toSorted((a, b) => a.place - b.place || a.seat - b.seat)
}

function shares({ players }: ResultView, { seat, place }: PlayerResult): 'yes' | 'no' {
  return players.some((other) => other.seat !== seat && other.place === place) ? 'yes' : 'no'
}

/** The place of a player: "Place 1, shared". */
export function placeText(result: ResultView, player: PlayerResult): string {
  return t('result-place', { place: player.place, shared: shares(result, player) })
}

/** The viewer's own place among three or four players; null if they have no seat of their own. */
export function ownPlace(result: ResultView, { mine }: Viewer): string | null {
  const [seat, ...more] = mine
  const own = result.players.find((player) => player.seat === seat)
  if (!own || more.length > 0 || result.players.length < 3) return null
  return t('result-own-place', {
    place: own.place,
    shared: shares(result, own),
    count: result.players.length,
  })
}

/** How ties of points were broken, one text for each tie. */
export function tieTexts(result: ResultView, viewer: Viewer): string[] {
  if (result.by !== 'score') return []
  const ranked = ranking(result)
  return [...new Set(ranked.map(({ score }) => score))]
    .map((points) => ({ points, players: ranked.filter(({ score }) => score === points) }))
    .filter(({ players }) => players.length > 1)
    .map(({ points, players }) => {
      const names = formatList(players.map(({ seat }) => viewer.name(seat)))
      const decided = new Set(players.map(({ place }) => place)).size > 1
      const rows = players.map(({ seat, bonuses }) => `${viewer.name(seat)} ${bonuses.rows}`)
      const why = decided ? t('result-tie-rows', { list: rows.join(', ') }) : t('result-tie-shared')
      return `${t('result-tie', { points, names })} ${why}`
    })
}
