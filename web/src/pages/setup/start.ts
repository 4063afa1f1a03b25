import { api } from '../../lib/net/api'
import { problemText } from '../../lib/text/sentences'
import { navigate } from '../../lib/ui/router.svelte'
import { toast } from '../../lib/ui/toasts.svelte'
import type { Level, Wall } from '../../lib/protocol'
import { loadMe } from '../account/me.svelte'
import { problemOf } from '../shared/problem'
import { quickGame } from './setup'

/** Creates a game against one bot and opens it; says so if that fails. */
export async function startQuickGame(level: Level, wall: Wall = 'coloured'): Promise<void> {
  try {
    await loadMe()
    const { view } = await api.newGame(quickGame(level, wall))
    navigate(`/g/${view.id}`)
  } catch (error) {
    toast(problemText(problemOf(error)), 'bad')
  }
}
