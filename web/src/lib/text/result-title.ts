import { formatList } from './format'
import { t } from './i18n.svelte'
import type { EndedBy, ResultView } from '../protocol'
import type { Viewer } from './narration'

const GONE: Partial<Record<EndedBy, string>> = { resigned: 'resigned', time: 'time', left: 'left' }

/** The headline of a finished game: the winner and margin, or why there is no winner. */
export function resultTitle(result: ResultView, viewer: Viewer, rounds: number): string {
  const { by, winners, players } = result
  if (by === 'aborted') return t('result-aborted')
  if (by === 'truncated') return t('result-truncated', { count: rounds })
  const [winner, ...more] = winners
  if (winner === undefined) return t('result-unfinished')
  if (more.length > 0) return t('result-shared', { names: formatList(winners.map(viewer.name)) })
  const mine = (seat: number | null) =>
    seat !== null && viewer.mine.length === 1 && viewer.mine[0] === seat
  const reason = GONE[by]
  if (reason !== undefined && result.seat !== null) {
    return t('result-win-gone', {
      reason,
      who: mine(winner) ? 'you' : mine(result.seat) ? 'loser' : 'name',
      name: viewer.name(winner),
      loser: viewer.name(result.seat),
    })
  }
  const words = { who: mine(winner) ? 'you' : 'name', name: viewer.name(winner) }
  const best = players.find(({ seat }) => seat === winner)?.score ?? 0
  const second = Math.max(
    ...players.filter(({ seat }) => seat !== winner).map(({ score }) => score),
  )
  return best === second
    ? t('result-win-rows', words)
    : t('result-win', { ...words, points: best - second })
}
