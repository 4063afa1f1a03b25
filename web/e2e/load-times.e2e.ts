import type { BrowserContext } from '@playwright/test'

import { expect, test } from './support/fixtures.ts'
import { waitUntilCached } from './support/service-worker.ts'

// Visits over a slow connection. Times depend on the machine, so they are logged, not asserted;
// see docs/benchmarks. `npm run load-times` measures several times.

const ROUNDS = process.env.AZULEJO_LONG === undefined ? 1 : 5

/** The "slow 4G" of Lighthouse: milliseconds and bytes per second. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }

const PAGES = [
  { path: '/', shows: '.hero button.primary' },
  { path: '/learn', shows: 'main h1' },
]

interface Visit {
  /** Until the page is shown. */
  seconds: number
  /** Transferred, without the API. */
  bytes: number
}

for (const { path, shows } of PAGES) {
  test(`a later visit to ${path} transfers no file of the client`, async ({ browser, server }) => {
    const visits: { first: Visit; later: Visit }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext({ serviceWorkers: 'allow', locale: 'en-GB' })
      const first = await visit(context, server.url + path, shows)
      const later = await visit(context, server.url + path, shows)
      visits.push({ first, later })
      await context.close()
    }
    for (const which of ['first', 'later'] as const) {
      const seconds = median(visits.map((both) => both[which].seconds))
      const bytes = median(visits.map((both) => both[which].bytes))
      console.log(`${path}, ${which} visit: ${seconds.toFixed(2)} s, ${bytes} bytes`)
    }
    expect(visits.map(({ later }) => later.bytes)).toEqual(visits.map(() => 0))
  })
}

/** Opens a page in a new tab, and waits until the service worker has cached the client. */
async function visit(context: BrowserContext, url: string, shows: string): Promise<Visit> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW)
  const counted = new Set<string>()
  let bytes = 0
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.url.includes('/api/') && !response.fromServiceWorker) counted.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) bytes += encodedDataLength
  })
  const start = performance.now()
  await page.goto(url)
  await page.locator(shows).first().waitFor()
  const seconds = (performance.now() - start) / 1000
  await page.waitForLoadState('networkidle')
  const transferred = bytes
  await waitUntilCached(page)
  await page.close()
  return { seconds, bytes: transferred }
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN
}
