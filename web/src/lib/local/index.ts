import type { NewGame, ReplayView } from '../protocol'
import { askOnce, circumstances, WorkerClient } from './client'
import { LocalHost, plyOf } from './local-host.svelte'
import { loadGame, saveGame, setAside } from './saved-games'

export { NotSupported } from './client'

/** Hosts a saved game of this device. Close it to free its workers. */
export function hostGame(id: string): LocalHost {
  return new LocalHost(id, {
    client: new WorkerClient(),
    storage: { load: loadGame, save: saveGame, setAside },
    engine: async () => {
      const { startEngine } = await import('../../engine')
      return startEngine()
    },
  })
}

/**
 * Creates a game on this device and returns its id. Rejects with an `ApiError` or `NotSupported`.
 */
export async function createGame(game: NewGame, name: string): Promise<string> {
  const { save } = await askOnce({ op: 'create', game, name, ...circumstances() })
  if (!save) throw new Error('the game host created no game')
  // If it cannot be saved, the game lasts until the page is closed, and its page says so.
  await saveGame(save, plyOf(save), null)
  return save.card.id
}

/** Expands a record on this device. Rejects with an `ApiError` or `NotSupported`. */
export async function expandRecord(record: string): Promise<ReplayView> {
  const { replay } = await askOnce({ op: 'expand', record })
  if (!replay) throw new Error('the game host expanded nothing')
  return replay
}

/** Returns the record of a saved game; null if it cannot be opened. */
export async function savedRecord(id: string): Promise<string | null> {
  const row = await loadGame(id)
  if (!row) return null
  const client = new WorkerClient()
  try {
    const opened = await client.ask({ op: 'open', saved: row.saved })
    if (opened.error) return null
    return (await client.ask({ op: 'record' })).record ?? null
  } finally {
    client.close()
  }
}
