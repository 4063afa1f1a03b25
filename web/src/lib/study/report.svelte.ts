import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'

import { EngineStopped, type EngineJob } from '../../engine/engine'
import type { Job, JobList, JobResult, Setting } from '../../engine/messages'
import type { HintReason } from '../protocol'
import type { KeptWork, WorkStore } from './keep'
import type { Ledger, Reasons } from './ledger'

/** The effort of a report; see docs/analysis-protocol.md. */
export type Effort = 'quick' | 'standard' | 'deep'

/** The engine, as far as a report needs it. */
export interface ReportEngine {
  ask: <T extends object>(setting: Setting, fields: object) => EngineJob<T>
  close: () => void
}

/** The parts of a report that tests replace. */
export interface ReportParts {
  /** Starts an engine in a worker of its own. */
  start: () => ReportEngine
  store: WorkStore
  /** Identifies the engine. */
  version: string
  /** The number of engines. */
  workers: number
  /** Resolves when the page is visible. */
  visible: () => Promise<void>
}

/** The value of a position of the game. */
export interface MomentValue {
  round: number
  moves: number
  win: number[]
}

/** The pass in progress: rough values, moves, other deals. */
export type Pass = 'rough' | 'moves' | 'deals'

/** The number of results that are written to the storage at a time. */
const WRITE_EVERY = 8

/**
 * The report of a recorded game: runs the searches in three passes, stores their results and
 * computes the ledger when all are complete.
 */
export class Report {
  /** The pass in progress; null when the report is complete. */
  pass = $state<Pass | null>('rough')
  /** The number of finished searches of the pass, and of all. */
  done = $state(0)
  of = $state(0)
  /** Rough values of the game's positions; null until all are known. */
  rough = $state.raw<MomentValue[] | null>(null)
  /** The latest complete ledger, if any. */
  ledger = $state.raw<Ledger | null>(null)
  /** The values after the other deals, by round. */
  otherDeals = $state.raw<number[][][]>([])
  /** The reason why the work has stopped. */
  failure = $state<string | null>(null)

  readonly #parts: ReportParts
  readonly #record: string
  readonly #setting: Setting
  readonly #hash: string
  #effort: Effort
  #engines: ReportEngine[] = []
  #failures = 0
  #closed = false

  constructor(record: string, setting: Setting, effort: Effort, parts: ReportParts) {
    this.#record = record
    this.#setting = setting
    this.#effort = effort
    this.#parts = parts
    this.#hash = bytesToHex(sha256(utf8ToBytes(record)))
  }

  /** Identifies the record. */
  get key(): string {
    return this.#hash
  }

  get effort(): Effort {
    return this.#effort
  }

  /** Runs the missing searches. Resolves when the report is complete, has failed or is closed. */
  async run(): Promise<void> {
    this.failure = null
    this.#failures = 0
    try {
      const quick = await this.#work('quick')
      const isGame = (job: Job) => job.moves !== undefined
      await this.#pass('rough', quick, isGame)
      this.rough = momentValues(quick)
      const work = this.#effort === 'quick' ? quick : await this.#work(this.#effort)
      await this.#pass('moves', work, isGame)
      await this.#pass('deals', work, (job) => !isGame(job))
      const ledger = await this.#ask<Ledger>({
        effort: this.#effort,
        results: work.kept.results,
      })
      this.otherDeals = dealValues(work)
      this.ledger = ledger
      this.pass = null
    } catch (error) {
      if (this.#closed || error instanceof EngineStopped) return
      this.failure = error instanceof Error ? error.message : String(error)
    }
    this.#closeEngines()
  }

  /** Repeats the analysis with more effort. The old ledger stays until the new one is complete. */
  async deepen(effort: Effort): Promise<void> {
    this.#effort = effort
    this.pass = 'moves'
    await this.run()
  }

  /** The reasons for a move. */
  async reasons(position: string, move: string): Promise<HintReason[]> {
    const { reasons } = await this.#ask<Reasons>({ position, reasons_for: move }, false)
    return reasons
  }

  /** Stops the work and frees the workers. */
  close(): void {
    this.#closed = true
    this.#closeEngines()
  }

  async #work(effort: Effort): Promise<Work> {
    const { jobs } = await this.#ask<JobList>({ effort, job: 'list' })
    const key = [this.#hash, effort, this.#parts.version].join(' ')
    const found = await this.#parts.store.get(key)
    const kept =
      found?.results.length === jobs.length
        ? found
        : {
            key,
            version: this.#parts.version,
            used: 0,
            results: jobs.map(() => null),
            values: jobs.map(() => null),
          }
    return { effort, jobs, kept }
  }

  async #pass(pass: Pass, work: Work, wanted: (job: Job) => boolean): Promise<void> {
    const all = [...work.jobs.keys()].filter((index) => {
      const job = work.jobs[index]
      return job !== undefined && wanted(job)
    })
    const open = all.filter((index) => work.kept.results[index] === null)
    if (this.ledger === null || open.length > 0) {
      this.pass = pass
      this.of = all.length
      this.done = all.length - open.length
    }
    if (open.length === 0) return
    let unwritten = 0
    const worker = async (number: number) => {
      for (let index = open.shift(); index !== undefined; index = open.shift()) {
        await this.#parts.visible()
        const fields = { effort: work.effort, job: index }
        const result = await this.#ask<JobResult>(fields, true, number)
        work.kept.results[index] = result.result
        work.kept.values[index] = result.win
        this.done += 1
        unwritten += 1
        if (unwritten >= WRITE_EVERY) {
          unwritten = 0
          await this.#keep(work)
        }
      }
    }
    const workers = Math.max(1, Math.min(this.#parts.workers, open.length))
    await Promise.all(Array.from({ length: workers }, (_, number) => worker(number)))
    await this.#keep(work)
  }

  async #keep({ kept }: Work): Promise<void> {
    kept.used = Date.now()
    await this.#parts.store.put({ ...kept, results: [...kept.results], values: [...kept.values] })
  }

  /** Sends a request; retries after the first failure of any engine, throws after later ones. */
  async #ask<T extends object>(fields: object, ofRecord = true, number = 0): Promise<T> {
    const request = ofRecord ? { record: this.#record, ...fields } : fields
    for (;;) {
      if (this.#closed) throw new EngineStopped()
      const engine = (this.#engines[number] ??= this.#parts.start())
      try {
        return await engine.ask<T>(this.#setting, request).result
      } catch (error) {
        this.#failures += 1
        if (this.#closed || error instanceof EngineStopped || this.#failures > 1) throw error
      }
    }
  }

  #closeEngines(): void {
    for (const engine of this.#engines) engine.close()
    this.#engines = []
  }
}

interface Work {
  effort: Effort
  jobs: Job[]
  kept: KeptWork
}

/** The values of the game's positions in the order of the game. */
function momentValues({ jobs, kept }: Work): MomentValue[] {
  return jobs
    .flatMap(({ round, moves }, index) => {
      const win = kept.values[index]
      return moves === undefined || !win ? [] : [{ round, moves, win }]
    })
    .sort((a, b) => a.round - b.round || a.moves - b.moves)
}

/** The values after the other deals, by round. */
function dealValues({ jobs, kept }: Work): number[][][] {
  const rounds: number[][][] = []
  for (const [index, { round, moves }] of jobs.entries()) {
    const win = kept.values[index]
    if (moves === undefined && win) (rounds[round - 1] ??= []).push(win)
  }
  return rounds
}

/** Resolves when the page is visible. */
export function whenVisible(): Promise<void> {
  if (document.visibilityState !== 'hidden') return Promise.resolve()
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState === 'hidden') return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
  })
}
