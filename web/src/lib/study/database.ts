/*
 * The database of the study pages: finished searches, errors to learn from, and named studies.
 * Storage may be full or blocked, so callers handle rejections.
 */

const DATABASE = 'azulejo-study'
const VERSION = 2

/** The tables, with the fields that identify their rows. */
const TABLES = { reports: 'key', errors: 'key', studies: 'id' } as const

export type StudyTable = keyof typeof TABLES

let database: Promise<IDBDatabase> | null = null

/** Sends a request to a table and returns its result. */
export async function askTable<T>(
  table: StudyTable,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
  const opened = await open()
  return settled(ask(opened.transaction(table, mode).objectStore(table))) as Promise<T>
}

function open(): Promise<IDBDatabase> {
  database ??= connect().catch((error: unknown) => {
    database = null
    throw error
  })
  return database
}

async function connect(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION)
  request.onupgradeneeded = () => {
    for (const [name, keyPath] of Object.entries(TABLES)) {
      if (!request.result.objectStoreNames.contains(name)) {
        request.result.createObjectStore(name, { keyPath })
      }
    }
  }
  const opened = await settled(request)
  // Another tab with a newer version must not wait for this one.
  opened.onversionchange = () => {
    opened.close()
    database = null
  }
  return opened
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
    if (request instanceof IDBOpenDBRequest) {
      request.onblocked = () => reject(new Error('the database is blocked'))
    }
  })
}
