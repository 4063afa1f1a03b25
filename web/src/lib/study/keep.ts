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

const DATABASE = 'azulejo-study'
const TABLE = 'reports'
/** The number of entries that are kept; a report has up to two. */
const LIMIT = 60

/** Keeps work in IndexedDB. Storage may be full or blocked, so every failure is ignored. */
export class IndexedWork implements WorkStore {
  readonly #version: string
  #database: Promise<IDBDatabase> | null = null
  #swept = false

  constructor(version: string) {
    this.#version = version
  }

  async get(key: string): Promise<KeptWork | null> {
    try {
      const found = await this.#request('readonly', (table) => table.get(key) as IDBRequest)
      return isKeptWork(found) ? found : null
    } catch {
      return null
    }
  }

  async put(work: KeptWork): Promise<void> {
    try {
      await this.#request('readwrite', (table) => table.put(work))
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
    const all = (await this.#request('readonly', (table) => table.getAll())) as KeptWork[]
    const current = all
      .filter(({ version }) => version === this.#version)
      .sort((a, b) => b.used - a.used)
    const kept = new Set(current.slice(0, LIMIT).map(({ key }) => key))
    for (const { key } of all) {
      if (!kept.has(key)) await this.#request('readwrite', (table) => table.delete(key))
    }
  }

  async #request(
    mode: IDBTransactionMode,
    ask: (table: IDBObjectStore) => IDBRequest,
  ): Promise<unknown> {
    this.#database ??= open()
    const table = (await this.#database).transaction(TABLE, mode).objectStore(TABLE)
    return settled(ask(table))
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: 'key' })
  return settled(request)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
  })
}

function isKeptWork(found: unknown): found is KeptWork {
  const work = found as Partial<KeptWork> | undefined
  return (
    Array.isArray(work?.results) &&
    Array.isArray(work.values) &&
    work.results.length === work.values.length
  )
}
