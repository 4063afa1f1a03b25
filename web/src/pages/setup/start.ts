import { api } from '../../lib/net/api'
import { t } from '../../lib/text/i18n.svelte'
import { problemText } from '../../lib/text/sentences'
import { navigate } from '../../lib/ui/router.svelte'
import { settings } from '../../lib/ui/settings.svelte'
import { toast } from '../../lib/ui/toasts.svelte'
import type { Level, NewGame, Wall } from '../../lib/protocol'
import { loadMe, me } from '../account/me.svelte'
import { problemOf } from '../shared/problem'
import { quickGame } from './setup'

/**
 * Creates a game and opens it; shows an error if that fails. A game that needs no other device is
 * played on this one if the player prefers it, or if the server cannot be reached.
 */
export async function startGame(game: NewGame): Promise<void> {
  if (settings.onDevice && fitsDevice(game)) {
    await startOnDevice(game)
    return
  }
  try {
    await loadMe()
    const { view } = await api.newGame(game)
    navigate(`/g/${view.id}`)
  } catch (error) {
    const problem = problemOf(error)
    if (problem.code === 'unavailable' && fitsDevice(game)) await startOnDevice(game)
    else toast(problemText(problem), 'bad')
  }
}

/** Creates a game against one bot and opens it; shows an error if that fails. */
export async function startQuickGame(level: Level, wall: Wall = 'coloured'): Promise<void> {
  await startGame(quickGame(level, wall))
}

/** Creates a game on this device and opens it; shows an error if that fails. */
export async function startOnDevice(game: NewGame): Promise<void> {
  try {
    // Loaded when first needed.
    const { createGame } = await import('../../lib/local')
    const id = await createGame({ ...game, public: false }, me()?.name ?? t('setup-seat-me'))
    navigate(`/local/${id}`)
  } catch (error) {
    const { canRunEngine } = await import('../../lib/local/simd')
    const text = canRunEngine() ? problemText(problemOf(error)) : t('device-unsupported')
    toast(text, 'bad')
  }
}

/** Whether all players of a game can be on this device. Clocks need a server. */
export function fitsDevice(game: NewGame): boolean {
  const isHere = game.seats.every(({ kind }) => kind === 'me' || kind === 'bot')
  return isHere && (game.clock?.kind ?? 'none') === 'none'
}
