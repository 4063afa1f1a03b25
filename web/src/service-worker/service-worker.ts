/// <reference lib="webworker" />

// Serves the client without a network. scripts/service-worker-plugin.ts compiles this file to
// sw.js and prepends both constants.

/** A hash of all files. */
declare const VERSION: string
/**
 * The client's files by group, relative to the scope. The group `shell` is always cached; the
 * others, languages, puzzles and parts of the engine, when a page asks for them or first uses them.
 */
declare const FILES: Record<string, string[]>

export type Message = { type: 'activate' } | { type: 'keep'; groups: string[] }

const worker = self as unknown as ServiceWorkerGlobalScope
const SCOPE = worker.registration.scope
// Several sites under one origin share its caches.
const PREFIX = `azulejo ${SCOPE} `
const CACHE = PREFIX + VERSION
/** Holds the names of the cached groups, which the next version caches when it is installed. */
const STATE = `azulejo-state ${SCOPE}`
const GROUPS_URL = new URL('groups.json', SCOPE).href
/** Paths of the server that are not pages of the client. */
const SERVER_PATHS = /^(api\/|(healthz|readyz|metrics)$)/

/** The page of the client, in `FILES`. */
const PAGE = './'
/** Encoding and language of a cached file do not depend on the request. */
const ANY = { ignoreVary: true }

const groupOf = new Map<string, string>()
for (const [group, files] of Object.entries(FILES)) {
  for (const file of files) groupOf.set(file, group)
}

worker.addEventListener('install', (event) => {
  event.waitUntil(keptGroups().then((groups) => store(['shell', ...groups])))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

worker.addEventListener('message', (event) => {
  const message = event.data as Message
  if (message.type === 'activate') event.waitUntil(worker.skipWaiting())
  if (message.type === 'keep') event.waitUntil(keep(message.groups))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(SCOPE)) return
  const path = request.url.slice(SCOPE.length).replace(/[?#].*$/, '')
  if (request.mode === 'navigate') {
    const isFile = /\.[^/]*$/.test(path) && path !== 'index.html'
    if (!isFile && !SERVER_PATHS.test(path)) event.respondWith(page(request))
  } else if (groupOf.has(path) || isHashed(path)) {
    event.respondWith(file(event, path))
  }
})

async function page(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  return (await cache.match(urlOf(PAGE), ANY)) ?? fetch(request)
}

async function file(event: FetchEvent, path: string): Promise<Response> {
  // Pages of an older version may still be open; they find their files in its cache.
  const from = isHashed(path) ? caches : await caches.open(CACHE)
  const known = await from.match(urlOf(path), ANY)
  if (known) return known
  const response = await fetch(event.request)
  const group = groupOf.get(path)
  if (group && response.ok) {
    const copy = response.clone()
    const add = async () => {
      const cache = await caches.open(CACHE)
      await cache.put(urlOf(path), copy)
      await keep([group])
    }
    // The page has its file even if the storage is full.
    event.waitUntil(add().catch(() => undefined))
  }
  return response
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  // Pages of the previous version may still be open.
  for (const name of others.slice(0, -1)) await caches.delete(name)
  await worker.clients.claim()
}

/** Caches groups of files, in this version and in later ones. */
async function keep(groups: string[]): Promise<void> {
  const kept = new Set(await keptGroups())
  const added = groups.filter((group) => group !== 'shell' && group in FILES && !kept.has(group))
  if (added.length > 0) {
    const state = await caches.open(STATE)
    await state.put(GROUPS_URL, new Response(JSON.stringify([...kept, ...added])))
  }
  await store(groups)
}

async function keptGroups(): Promise<string[]> {
  const state = await caches.open(STATE)
  const stored = await state.match(GROUPS_URL)
  return stored ? ((await stored.json()) as string[]) : []
}

/** Caches groups of files; fails if one cannot be loaded or stored. */
async function store(groups: string[]): Promise<void> {
  const cache = await caches.open(CACHE)
  const files = groups.flatMap((group) => FILES[group] ?? [])
  await Promise.all(files.map((path) => storeFile(cache, path)))
}

async function storeFile(cache: Cache, path: string): Promise<void> {
  const url = urlOf(path)
  if (await cache.match(url, ANY)) return
  const same = isHashed(path) ? await caches.match(url, ANY) : undefined
  const response = same ?? (await fetch(url, { cache: isHashed(path) ? 'default' : 'no-cache' }))
  // A browser rejects a redirected response as the answer to a navigation.
  if (!response.ok || response.redirected) throw new Error(`${url}: ${response.status}`)
  await cache.put(url, response)
}

/** Whether the file's name contains a hash of its content. */
function isHashed(path: string): boolean {
  return path.startsWith('assets/')
}

function urlOf(path: string): string {
  return new URL(path, SCOPE).href
}
