import c2 from '../../../crates/azulejo-ai/src/eval/nets/c2.net?url'
import c3 from '../../../crates/azulejo-ai/src/eval/nets/c3.net?url'
import c4 from '../../../crates/azulejo-ai/src/eval/nets/c4.net?url'
import g2 from '../../../crates/azulejo-ai/src/eval/nets/g2.net?url'
import g3 from '../../../crates/azulejo-ai/src/eval/nets/g3.net?url'
import g4 from '../../../crates/azulejo-ai/src/eval/nets/g4.net?url'
import hostUrl from '../lib/local/azulejo-host.wasm?url'
import moduleUrl from './azulejo.wasm?url'
import { BoardRules } from './board-rules'
import { Engine, type EngineParts, type EngineWorker } from './engine'
import type { Setting } from './messages'

export { EngineStopped } from './engine'

/** Identifies the engine and its networks: the names of their files contain hashes. */
export const ENGINE_VERSION = [moduleUrl, c2, c3, c4, g2, g3, g4].join(' ')

const NETWORKS: Record<Setting, string> = { c2, c3, c4, g2, g3, g4 }

/** Starts the engine in a worker. Import this module only when the engine is needed. */
export function startEngine(): Engine {
  return new Engine(parts)
}

/** Loads the rules for the analysis board: they are in the module of the game host. */
export async function loadRules(): Promise<BoardRules> {
  return BoardRules.from(await WebAssembly.compileStreaming(download(hostUrl)))
}

const networks = new Map<Setting, Promise<Uint8Array>>()
let compiled: Promise<WebAssembly.Module> | null = null

const parts: EngineParts = {
  spawn: () => {
    // Vite bundles a worker only if its URL is written in place.
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    return worker as unknown as EngineWorker
  },
  module: () => {
    // A failed download is not kept.
    compiled ??= compile().catch((error: unknown) => {
      compiled = null
      throw error
    })
    return compiled
  },
  network: (setting) => {
    let found = networks.get(setting)
    if (!found) {
      found = download(NETWORKS[setting])
        .then(async (response) => new Uint8Array(await response.arrayBuffer()))
        .catch((error: unknown) => {
          networks.delete(setting)
          throw error
        })
      networks.set(setting, found)
    }
    return found
  },
}

async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(download(moduleUrl))
}

async function download(url: string): Promise<Response> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`)
  return response
}
