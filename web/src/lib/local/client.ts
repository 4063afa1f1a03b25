import { ApiError } from '../net/api'
import { randomHex } from '../net/random'
import moduleUrl from './azulejo-host.wasm?url'
import type { HostRequest, HostResponse, HostWorkerRequest, HostWorkerResponse } from './messages'
import { canRunEngine } from './simd'

/** The random bytes of a request: enough for a deal. */
const ENTROPY_BYTES = 256

/** The time and the randomness of a request. */
export const circumstances = () => ({ now: Date.now(), entropy: randomHex(ENTROPY_BYTES) })

/** The browser lacks what the game host needs. */
export class NotSupported extends Error {}

/** Sends requests to a game host, one at a time. */
export interface HostClient {
  /** Rejects if the host is broken or closed; a refusal is part of the response. */
  ask: (request: HostRequest) => Promise<HostResponse>
  close: () => void
}

let compiled: Promise<WebAssembly.Module> | null = null

function compile(): Promise<WebAssembly.Module> {
  // A failed download is not cached.
  compiled ??= download().catch((error: unknown) => {
    compiled = null
    throw error
  })
  return compiled
}

async function download(): Promise<WebAssembly.Module> {
  const response = await fetch(moduleUrl)
  if (!response.ok) throw new Error(`${moduleUrl}: ${response.status} ${response.statusText}`)
  return WebAssembly.compile(await response.arrayBuffer())
}

/** The worker of a game host. */
export class WorkerClient implements HostClient {
  #worker: Worker | null = null
  #closed = false
  /** Settles when the previous request has been answered. */
  #last: Promise<unknown> = Promise.resolve()
  #fail: (error: Error) => void = () => undefined

  async ask(request: HostRequest): Promise<HostResponse> {
    const answer = this.#last.then(() => this.#ask(request))
    this.#last = answer.catch(() => undefined)
    return answer
  }

  close(): void {
    this.#closed = true
    this.#worker?.terminate()
    this.#worker = null
    this.#fail(new Error('the game host was closed'))
  }

  async #ask(request: HostRequest): Promise<HostResponse> {
    if (!canRunEngine()) throw new NotSupported('WebAssembly SIMD is missing')
    const message: HostWorkerRequest = { text: JSON.stringify(request) }
    if (!this.#worker) message.module = await compile()
    if (this.#closed) throw new Error('the game host was closed')
    // Vite bundles a worker only if its URL is written in place.
    this.#worker ??= new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      this.#fail = reject
      worker.onmessage = ({ data }: MessageEvent<HostWorkerResponse>) => {
        if ('failure' in data) reject(new Error(data.failure))
        else resolve(JSON.parse(data.text) as HostResponse)
      }
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.postMessage(message)
    })
  }
}

/** Asks a host that is needed for one request only. */
export async function askOnce(request: HostRequest): Promise<HostResponse> {
  const client = new WorkerClient()
  try {
    return refusalAsError(await client.ask(request))
  } finally {
    client.close()
  }
}

/** Returns the response, or throws its refusal as the server's requests do. */
export function refusalAsError(response: HostResponse): HostResponse {
  if (response.error) throw new ApiError(response.error, 409)
  return response
}
