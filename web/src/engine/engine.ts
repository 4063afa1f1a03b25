import {
  settingOf,
  type BotDecision,
  type PositionAnalysis,
  type Setting,
  type WorkerRequest,
  type WorkerResponse,
} from './messages'

/** The worker, as far as the engine needs it. */
export interface EngineWorker {
  postMessage: (request: WorkerRequest) => void
  terminate: () => void
  onmessage: ((event: { data: WorkerResponse }) => void) | null
  onerror: ((event: { message: string }) => void) | null
}

/** The parts of the engine. They are loaded when first needed and kept for later workers. */
export interface EngineParts {
  spawn: () => EngineWorker
  module: () => Promise<WebAssembly.Module>
  network: (setting: Setting) => Promise<Uint8Array>
}

/** The engine was stopped before it had a result. */
export class EngineStopped extends Error {
  constructor() {
    super('the engine was stopped')
    this.name = 'EngineStopped'
  }
}

/** The options of an analysis. */
export interface AnalysisOptions {
  /** A time `100ms`, a number of nodes `40000n` or a depth `d6`. */
  limit?: string
  /** The number of best moves to evaluate. */
  best?: number
  /** Called with the result of each completed depth. */
  onDepth?: (analysis: PositionAnalysis) => void
}

/** A request in progress. */
export interface EngineJob<T> {
  /** Rejects if the engine fails, or is stopped without a result. */
  result: Promise<T>
  /** Ends the request at once; its result is that of the last completed depth. */
  stop: () => void
}

interface Job {
  setting: Setting
  fields: object
  onPartial: (response: object) => void
  resolve: (response: object) => void
  reject: (error: Error) => void
  /** The last partial response. */
  partial: object | null
}

/**
 * The engine in a worker of its own. It answers one request at a time, in order.
 *
 * A busy worker reads no messages, so a request is stopped by terminating its worker; the next
 * request starts another one.
 */
export class Engine {
  readonly #parts: EngineParts
  readonly #waiting: Job[] = []
  #current: Job | null = null
  #worker: EngineWorker | null = null
  /** The networks that the worker has. */
  #loaded = new Set<Setting>()
  #closed = false

  constructor(parts: EngineParts) {
    this.#parts = parts
  }

  /** Analyses a position in text notation. */
  analyse(position: string, options: AnalysisOptions = {}): EngineJob<PositionAnalysis> {
    const { onDepth, ...fields } = options
    const onPartial = (analysis: object) => onDepth?.(analysis as PositionAnalysis)
    return this.#submit(settingOf(position), { position, ...fields, progress: true }, onPartial)
  }

  /**
   * Asks a bot for its decision. Equal seeds give equal decisions. Where lines are tiled, `seat` is
   * the player whose lines they are; by default the player to move.
   */
  decide(position: string, bot: string, seed = 0, seat?: number): EngineJob<BotDecision> {
    const fields = seat === undefined ? { bot, seed } : { bot, seed, seat }
    return this.ask(settingOf(position), { position, ...fields })
  }

  /** Sends any request of docs/analysis-protocol.md that needs the network of a setting. */
  ask<T extends object>(setting: Setting, fields: object): EngineJob<T> {
    return this.#submit(setting, fields, () => undefined)
  }

  /** Frees the worker and rejects all requests. */
  close(): void {
    this.#closed = true
    this.#discardWorker()
    for (const job of [this.#current, ...this.#waiting.splice(0)]) job?.reject(new EngineStopped())
    this.#current = null
  }

  #submit<T extends object>(
    setting: Setting,
    fields: object,
    onPartial: (response: object) => void,
  ): EngineJob<T> {
    const { promise, resolve, reject } = withResolvers<object>()
    const job: Job = { setting, fields, onPartial, resolve, reject, partial: null }
    if (this.#closed) reject(new EngineStopped())
    else this.#waiting.push(job)
    void this.#next()
    return { result: promise as Promise<T>, stop: () => this.#stop(job) }
  }

  async #next(): Promise<void> {
    if (this.#current) return
    const job = this.#waiting.shift()
    if (!job) return
    this.#current = job
    try {
      const { setting } = job
      const needsNetwork = !this.#loaded.has(setting)
      const [module, network] = await Promise.all([
        this.#worker ? undefined : this.#parts.module(),
        needsNetwork ? this.#parts.network(setting) : undefined,
      ])
      // It may have been stopped meanwhile.
      if (this.#current !== job) return
      const request: WorkerRequest = {
        text: JSON.stringify({ id: 1, ...job.fields }),
      }
      if (module) request.module = module
      if (network) request.network = network
      this.#worker ??= this.#spawn()
      this.#loaded.add(setting)
      this.#worker.postMessage(request)
    } catch (error) {
      this.#finish(job, () => job.reject(error instanceof Error ? error : new Error(String(error))))
    }
  }

  #spawn(): EngineWorker {
    const worker = this.#parts.spawn()
    worker.onmessage = ({ data }) => this.#receive(data)
    worker.onerror = ({ message }) => this.#receive({ failure: message })
    return worker
  }

  #receive(response: WorkerResponse): void {
    const job = this.#current
    if (!job) return
    if ('failure' in response) {
      // Its memory may be inconsistent.
      this.#discardWorker()
      this.#finish(job, () => job.reject(new Error(response.failure)))
      return
    }
    const { partial, error, ...found } = JSON.parse(response.text) as Partial<{
      id: unknown
      partial: boolean
      error: { message: string }
    }>
    delete found.id
    if (partial) {
      job.partial = found
      job.onPartial(found)
    } else if (error) {
      this.#finish(job, () => job.reject(new Error(error.message)))
    } else {
      this.#finish(job, () => job.resolve(found))
    }
  }

  #stop(job: Job): void {
    const end = () => (job.partial ? job.resolve(job.partial) : job.reject(new EngineStopped()))
    if (job === this.#current) {
      this.#discardWorker()
      this.#finish(job, end)
      return
    }
    const at = this.#waiting.indexOf(job)
    if (at < 0) return
    this.#waiting.splice(at, 1)
    end()
  }

  #finish(job: Job, end: () => void): void {
    if (this.#current === job) this.#current = null
    end()
    void this.#next()
  }

  #discardWorker(): void {
    if (this.#worker) {
      // Messages that have already arrived are not for the next request.
      this.#worker.onmessage = null
      this.#worker.onerror = null
      this.#worker.terminate()
    }
    this.#worker = null
    this.#loaded = new Set()
  }
}

/** `Promise.withResolvers`, which older browsers lack. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<T>((resolveWith, rejectWith) => {
    resolve = resolveWith
    reject = rejectWith
  })
  return { promise, resolve, reject }
}
