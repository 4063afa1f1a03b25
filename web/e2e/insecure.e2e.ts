import { once } from 'node:events'
import { createServer } from 'node:net'

import { chromium } from '@playwright/test'

import { BROWSER_ARGUMENTS, findChromium } from './support/chromium.ts'
import { startWithSettings, expect, test, collectErrors } from './support/fixtures.ts'
import { mouse, play } from './support/input.ts'
import { startServer, type Server } from './support/server.ts'

const HOST = 'azulejo.test'

test('plays over plain http under a host name, as on a home network', async () => {
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
    await startWithSettings(context, { speed: 'instant' })
    const page = await context.newPage()
    const found = collectErrors(page)
    await page.goto(origin)
    expect(await page.evaluate(() => isSecureContext), 'the origin is not secure').toBe(false)
    await page.getByRole('button', { name: /^Play against/ }).click()
    const { moves } = await play(page, mouse, ({ moves }) => moves === 3)
    expect(moves).toBe(3)

    // Features that need a secure context have a fallback: a link can be copied without the
    // clipboard.
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
 * A free port outside the ephemeral range, since the origin must be known before the server starts
 * and the port must not be assigned in between.
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
