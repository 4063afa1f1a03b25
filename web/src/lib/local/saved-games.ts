import type { GameCard } from '../protocol'
import type { SavedRow } from './messages'

/*
 * The games that are saved on this device, in IndexedDB. Where storage is full or forbidden, they
 * last until the page is closed.
 */

const DATABASE = 'azulejo'
const GAMES = 'games'
/** Games that cannot be opened. They are kept, but not listed. */
const DAMAGED = 'damaged'

/** A stored row. Rows may be damaged, so nothing in them is trusted. */
interface StoredRow extends SavedRow {
  id: string
  ply: number
}

/** The result of saving: `conflict` if another tab has saved the game since. */
export type Saved = 'saved' | 'conflict' | 'failed'

export interface SavedList {
  games: GameCard[]
  /** The number of games that were set aside. */
  damaged: number
}

/** The games of this page, which also serve if the storage fails. */
const memory = new Map<string, StoredRow>()

let database: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  database ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(GAMES, { keyPath: 'id' })
      request.result.createObjectStore(DAMAGED, { keyPath: 'id' })
    }
    request.onsuccess = () => {
      // Another tab with a newer version must not wait for this one.
      request.result.onversionchange = () => {
        request.result.close()
        database = null
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('the database cannot be opened'))
    request.onblocked = () => reject(new Error('the database is blocked'))
  }).catch((error: unknown) => {
    database = null
    throw error
  })
  return database
}

/** Runs `work` in a transaction; resolves with the value of its last request once it is durable. */
async function transact<T>(
  stores: string[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => IDBRequest<T> | null,
): Promise<T | undefined> {
  const opened = await open()
  return new Promise((resolve, reject) => {
    const transaction = opened.transaction(stores, mode)
    const request = work(transaction)
    transaction.oncomplete = () => resolve(request?.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction failed'))
    transaction.onerror = () => reject(transaction.error ?? new Error('the transaction failed'))
  })
}

/** A saved game; `volatile` if it lasts only until the page is closed. */
export type LoadedRow = StoredRow & { volatile: boolean }

/** Returns a saved game; null if there is none. */
export async function loadGame(id: string): Promise<LoadedRow | null> {
  const row = await transact([GAMES], 'readonly', (transaction) =>
    transaction.objectStore(GAMES).get(id),
  ).catch(() => undefined)
  if (row !== undefined) return { ...(row as StoredRow), volatile: false }
  const kept = memory.get(id)
  return kept ? { ...kept, volatile: true } : null
}

/** Saves a game, unless another tab has changed it: `before` is the ply of the version we know. */
export async function saveGame(row: SavedRow, ply: number, before: number | null): Promise<Saved> {
  const stored: StoredRow = { ...row, id: row.card.id, ply }
  memory.set(stored.id, stored)
  let conflict = false
  try {
    await transact([GAMES], 'readwrite', (transaction) => {
      const games = transaction.objectStore(GAMES)
      const known = games.get(stored.id) as IDBRequest<StoredRow | undefined>
      known.onsuccess = () => {
        conflict = known.result !== undefined && known.result.ply !== before
        if (!conflict) games.put(stored)
      }
      return null
    })
  } catch {
    return 'failed'
  }
  return conflict ? 'conflict' : 'saved'
}

/** Deletes a game. */
export async function deleteGame(id: string): Promise<void> {
  memory.delete(id)
  await transact([GAMES], 'readwrite', (transaction) => {
    return transaction.objectStore(GAMES).delete(id)
  }).catch(() => undefined)
}

/** Sets a damaged game aside, so that it is no longer listed. */
export async function setAside(id: string): Promise<void> {
  memory.delete(id)
  await transact([GAMES, DAMAGED], 'readwrite', (transaction) => {
    const games = transaction.objectStore(GAMES)
    const found = games.get(id)
    found.onsuccess = () => {
      if (found.result === undefined) return
      transaction.objectStore(DAMAGED).put(found.result)
      games.delete(id)
    }
    return null
  }).catch(() => undefined)
}

/** Deletes the games that were set aside. */
export async function deleteDamaged(): Promise<void> {
  await transact([DAMAGED], 'readwrite', (transaction) => {
    return transaction.objectStore(DAMAGED).clear()
  }).catch(() => undefined)
}

/** Returns the saved games, the latest first. Rows without a card are set aside. */
export async function listGames(): Promise<SavedList> {
  let rows: unknown[] = []
  let damaged = 0
  try {
    rows = (await transact([GAMES], 'readonly', (transaction) =>
      transaction.objectStore(GAMES).getAll(),
    )) as unknown[]
    for (const row of rows) {
      if (!isRow(row)) await setAside((row as { id: string }).id)
    }
    const count = await transact([DAMAGED], 'readonly', (transaction) =>
      transaction.objectStore(DAMAGED).count(),
    )
    damaged = count ?? 0
  } catch {
    // Only the games of this page are known.
  }
  const all = new Map(memory)
  for (const row of rows) if (isRow(row)) all.set(row.id, row)
  const games = [...all.values()].map(({ card }) => card)
  return { games: games.toSorted((a, b) => b.changed - a.changed), damaged }
}

/** Whether a stored row can be listed. The game host checks the rest when the game is opened. */
function isRow(row: unknown): row is StoredRow {
  if (typeof row !== 'object' || row === null) return false
  const { id, card } = row as Partial<StoredRow>
  return (
    typeof card === 'object' &&
    card !== null &&
    card.id === id &&
    typeof card.status === 'string' &&
    typeof card.changed === 'number' &&
    typeof card.settings === 'object' &&
    [card.seats, card.scores, card.waits_for, card.mine, card.winners].every(Array.isArray)
  )
}
