import { expect, waitForFonts, test } from './support/fixtures.ts'

/**
 * The transfer budget of a first visit in bytes: page, scripts, styles, fonts and one language,
 * with their response headers. scripts/size.mjs has the budget of the files alone.
 */
const BUDGET = 150_000

test('a first visit stays within the transfer budget, without third parties', async ({
  page,
  server,
}) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const fetched = new Map<string, { url: string; encoding: string; bytes: number }>()
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { url, headers } = response
    fetched.set(requestId, { url, encoding: headers['content-encoding'] ?? '', bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const found = fetched.get(requestId)
    if (found) found.bytes = encodedDataLength
  })

  await page.goto('/')
  await expect(page.locator('footer .who')).toBeVisible()
  await waitForFonts(page)
  // The remaining entries are reported asynchronously.
  await page.waitForLoadState('networkidle')
  const isWhole = ({ url, bytes }: { url: string; bytes: number }) =>
    bytes > 0 || url.includes('/api/')
  await expect.poll(() => [...fetched.values()].every(isWhole), 'all of it is there').toBe(true)

  const all = [...fetched.values()]
  for (const { url } of all) expect(url.startsWith(server.url), url).toBe(true)
  const files = all.filter(({ url }) => !url.includes('/api/'))
  const table = files.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`).join('\n')
  const sum = files.reduce((total, { bytes }) => total + bytes, 0)
  console.log(`first visit: ${files.length} files, ${sum} bytes`)

  const ending = (end: string) => files.filter(({ url }) => new URL(url).pathname.endsWith(end))
  // All kinds of files were counted: page, scripts with one language, styles and fonts.
  expect(files.some(({ url }) => new URL(url).pathname === '/')).toBe(true)
  expect(ending('.js').length, table).toBeGreaterThan(2)
  expect(ending('.css').length, table).toBeGreaterThan(0)
  expect(ending('.woff2').length, table).toBe(2)
  expect(
    files.every(({ bytes }) => bytes > 0),
    table,
  ).toBe(true)
  for (const { url, encoding } of [...ending('.js'), ...ending('.css')]) {
    expect(['br', 'gzip', 'zstd'], url).toContain(encoding)
  }
  expect(sum, table).toBeLessThanOrEqual(BUDGET)
})
