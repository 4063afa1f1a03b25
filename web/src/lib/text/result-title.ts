import { formatList } from './format'
import { t } from './i18n.svelte'
import type { EndedBy, ResultView } from '../protocol'
import type { Reader } from './narration'

const GONE: Partial<Record<EndedBy, string>> = { resigned: 'resigned', time: 'time', left: 'left' }

/** The headline of a finished game: who won, by how much, or why there is no winner. */
export function resultTitle(result: ResultView, reader: Reader, rounds: number): string {
  const { by, winners, players } = result
  if (by === 'aborted') return t('result-aborted')
  if (by === 'truncated') return t('result-truncated', { count: rounds })
  const [winner, ...more] = winners
  if (winner === undefined) return t('result-unfinished')
  if (more.length > 0) return t('result-shared', { names: formatList(winners.map(reader.name)) })
  const mine = (seat: number | null) =>
    seat !== null && reader.mine.length === 1 && reader.mine[0] === seat
  const reason = GONE[by]
  if (reason !== undefined && result.seat !== null) {
    return t('result-win-gone', {
      reason,
      who: mine(winner) ? 'you' : mine(result.seat) ? 'loser' : 'name',
      name: reader.name(winner),
      loser: reader.name(result.seat),
    })
  }
  const words = { who: mine(winner) ? 'you' : 'name', name: reader.name(winner) }
  const best = players.find(({ seat }) => seat === winner)?.score ?? 0
  const second = Math.max(
    ...players.filter(({ seat }) => seat !== winner).map(({ score }) => score),
  )
  return best === second
    ? t('result-win-rows', words)
    : t('result-win', { ...words, points: best - second })
}
