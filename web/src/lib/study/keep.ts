import { askTable } from './database'

/** The finished searches of a record, kept on the device. */
export interface KeptWork {
  /** The record, the effort and the engine version. */
  key: string
  version: string
  /** When it was last used, in milliseconds since 1970. */
  used: number
  /** The results of the jobs as text; null for those without one. */
  results: (string | null)[]
  /** The values of the jobs' positions, by seat. */
  values: (number[] | null)[]
}

/** Storage for finished searches. */
export interface WorkStore {
  get: (key: string) => Promise<KeptWork | null>
  put: (work: KeptWork) => Promise<void>
}

const TABLE = 'reports'
/** The number of entries that are kept; a report has up to two. */
const LIMIT = 60

/** Keeps work in IndexedDB. Storage may be full or blocked, so every failure is ignored. */
export class IndexedWork implements WorkStore {
  readonly #version: string
  #swept = false

  constructor(version: string) {
    this.#version = version
  }

  async get(key: string): Promise<KeptWork | null> {
    try {
      const found = await askTable(TABLE, 'readonly', (table) => table.get(key))
      return isKeptWork(found) ? found : null
    } catch {
      return null
    }
  }

  async put(work: KeptWork): Promise<void> {
    try {
      await askTable(TABLE, 'readwrite', (table) => table.put(work))
      if (!this.#swept) {
        this.#swept = true
        await this.#sweep()
      }
    } catch {
      // The report is computed again next time.
    }
  }

  /** Deletes the work of other engine versions, and the oldest entries. */
  async #sweep(): Promise<void> {
    const all = await askTable<KeptWork[]>(TABLE, 'readonly', (table) => table.getAll())
    const current = all
      .filter(({ version }) => version === this.#version)
      .sort((a, b) => b.used - a.used)
    const kept = new Set(current.slice(0, LIMIT).map(({ key }) => key))
    for (const { key } of all) {
      if (!kept.has(key)) await askTable(TABLE, 'readwrite', (table) => table.delete(key))
    }
  }
}

function isKeptWork(found: unknown): found is KeptWork {
  const work = found as Partial<KeptWork> | undefined
  return (
    Array.isArray(work?.results) &&
    Array.isArray(work.values) &&
    work.results.length === work.values.length
  )
}
