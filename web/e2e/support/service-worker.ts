import type { Page } from '@playwright/test'

import { expect } from './fixtures.ts'

/** The paths of all cached files. */
export async function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys()
      paths.push(...requests.map(({ url }) => new URL(url).pathname))
    }
    return paths
  })
}

/** The groups of files that the service worker keeps, in alphabetical order. */
export async function keptGroups(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const stored = await caches.match(new URL('groups.json', location.href), { cacheName: name })
      if (stored) return ((await stored.json()) as string[]).sort()
    }
    return []
  })
}

/** Waits until the client and the engine are cached. */
export async function waitUntilCached(page: Page): Promise<void> {
  await expect
    .poll(async () => (await cachedPaths(page)).some((path) => path.endsWith('.net')))
    .toBe(true)
  await expect
    .poll(async () => (await cachedPaths(page)).some((path) => path.endsWith('.wasm')))
    .toBe(true)
  await expect
    .poll(async () => (await cachedPaths(page)).some((path) => path.includes('/rules-')))
    .toBe(true)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
}

/** Looks for a new version, and waits until it is installed beside the current one. */
export async function findUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const waiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state)
  await expect.poll(waiting).toBe('installed')
}
