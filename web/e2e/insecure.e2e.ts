import { once } from 'node:events'
import { createServer } from 'node:net'

import { chromium } from '@playwright/test'

import { BROWSER_ARGUMENTS, findChromium } from './support/chromium.ts'
import { begin, expect, test, troubles } from './support/fixtures.ts'
import { mouse, play } from './support/input.ts'
import { startServer, type Server } from './support/server.ts'

const HOST = 'azulejo.test'

test('a game over plain http under a name, as on a network at home', async () => {
  const port = await freePort()
  const origin = `http://${HOST}:${port}`
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...BROWSER_ARGUMENTS, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
  })
  let server: Server | null = null
  try {
    server = await startServer({ listen: `127.0.0.1:${port}`, origin })
    const context = await browser.newContext({ locale: 'en-GB' })
    await begin(context, { speed: 'instant' })
    const page = await context.newPage()
    const found = troubles(page)
    await page.goto(origin)
    expect(await page.evaluate(() => isSecureContext), 'the origin is not secure').toBe(false)
    await page.getByRole('button', { name: /^Play against/ }).click()
    const { moves } = await play(page, mouse, ({ moves }) => moves === 3)
    expect(moves).toBe(3)

    // What needs a secure context has a fallback: a link can be taken without a clipboard.
    await page.goto(`${origin}/play?with=friends`)
    await page.getByRole('button', { name: 'Open the table' }).click()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(page.getByText('The link is selected').first()).toBeVisible()
    expect(found).toEqual([])
  } finally {
    await browser.close()
    await server?.stop()
  }
})

/**
 * A port that is free, for the origin must be known before the server starts. It is none of those
 * that the system hands out by itself, so that nobody is given it in between.
 */
async function freePort(): Promise<number> {
  for (let port = 30_000 + (process.pid % 1000); ; port += 1) {
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => {
        resolve(false)
      })
      probe.listen(port, '127.0.0.1', () => {
        resolve(true)
      })
    })
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
