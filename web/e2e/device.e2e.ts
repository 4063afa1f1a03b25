import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium, type Page } from '@playwright/test'

import { axe } from './support/axe.ts'
import { BROWSER_ARGUMENTS, findChromium } from './support/chromium.ts'
import { collectErrors, expect, startWithSettings, test } from './support/fixtures.ts'
import { mouse, play, touch } from './support/input.ts'
import { nextTurn } from './support/table.ts'

// Games that are played on the device: with the server out of reach, saved, resumed and shared.

const SETTINGS = {
  speed: 'instant',
  confirm: 'off',
  onDevice: true,
  scoring: false,
  handOver: false,
} as const

async function startAgainst(page: Page, name: RegExp): Promise<void> {
  await page.goto('/')
  await page.getByRole('radio', { name }).check({ force: true })
  await page.getByRole('button', { name: /^Play against/ }).click()
  await page.waitForURL(/\/local\//)
}

/** Changes the saved game in the browser's database. */
async function damageGames(page: Page, field: 'card' | 'saved'): Promise<void> {
  await page.evaluate(async (field) => {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('azulejo')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(new Error('no database'))
    })
    const games = opened.transaction('games', 'readwrite').objectStore('games')
    const all = await new Promise<Record<string, unknown>[]>((resolve) => {
      const request = games.getAll() as IDBRequest<Record<string, unknown>[]>
      request.onsuccess = () => resolve(request.result)
    })
    await new Promise<void>((resolve) => {
      const put = games.put({ ...all[0], [field]: { events: 'lost' } })
      put.onsuccess = () => resolve()
    })
    opened.close()
  }, field)
}

test('a whole game offline, resumed after closing the browser', async ({ server }) => {
  const profile = await mkdtemp(join(tmpdir(), 'azulejo-profile-'))
  const launch = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: findChromium(),
      args: BROWSER_ARGUMENTS,
      baseURL: server.url,
      locale: 'en-GB',
      viewport: { width: 1440, height: 900 },
    })
    await startWithSettings(context, SETTINGS)
    const page = await context.newPage()
    return { context, page, errors: collectErrors(page) }
  }
  const first = await launch()
  await startAgainst(first.page, /artisan|Artisan/)
  // The first bot move loads the engine.
  await play(first.page, mouse, ({ moves }) => moves === 2)
  await first.context.setOffline(true)
  await play(first.page, mouse, ({ moves }) => moves === 4)
  const url = first.page.url()
  const board = (await nextTurn(first.page, '')).text
  expect(first.errors).toEqual([])
  await first.context.close()

  const second = await launch()
  const { page } = second
  await page.goto('/games')
  const row = page.getByRole('listitem').filter({ hasText: 'on this device' })
  await expect(row).toHaveCount(1)
  await row.getByRole('link').click()
  await page.waitForURL(url)
  expect((await nextTurn(page, '')).text, 'the game is as it was').toBe(board)
  await page.getByRole('button', { name: 'Hint' }).click()
  await page.getByRole('button', { name: 'Play it' }).click()
  await nextTurn(page, board)
  await second.context.setOffline(true)
  await play(page, mouse)
  await expect(page.locator('#result-title')).toBeVisible()
  await expect(page.getByText(/The draws/), 'nothing is claimed about the draws').toHaveCount(0)
  expect(await axe(page)).toEqual([])
  const record = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save record' }).click()
  expect((await record).suggestedFilename()).toMatch(/^azulejo-\w+\.json$/)
  await second.context.setOffline(false)
  await page.getByRole('button', { name: 'Rematch' }).click()
  await page.waitForURL((now) => now.pathname.startsWith('/local/') && now.href !== url)
  await nextTurn(page, '')
  // The page's own requests fail while the network is cut.
  expect(second.errors.filter((text) => !text.includes('net::ERR'))).toEqual([])
  await page.goto(`${url}/replay`)
  await expect(page.getByText(/^Step 0 of/)).toBeVisible()
  await page.goto('/')
  await expect.poll(() => page.workers().length, 'leaving the page frees its workers').toBe(0)
  await second.context.close()
  await rm(profile, { recursive: true, force: true })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('four people share the grey wall on one device', async ({ context, page }) => {
    await startWithSettings(context, SETTINGS)
    await page.goto('/play?with=screen')
    await page.getByRole('radio', { name: '4 players' }).click()
    await page.getByRole('radio', { name: 'Grey wall' }).click()
    await page.getByRole('button', { name: 'Start the game' }).click()
    await page.waitForURL(/\/local\//)
    const played = await play(page, touch)
    expect(played.columns).toBeGreaterThan(0)
    await expect(page.locator('#result-title')).toBeVisible()
  })
})

test('play continues if nothing can be saved', async ({ context, page }) => {
  await startWithSettings(context, SETTINGS)
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('forbidden', 'SecurityError')
    }
    Object.defineProperty(IDBFactory.prototype, 'open', { value: refuse })
  })
  await startAgainst(page, /Beginner/)
  await expect(page.getByText(/can’t save the game/)).toBeVisible()
  await play(page, mouse, ({ moves }) => moves === 3)
  expect(await axe(page)).toEqual([])
})

test('play continues while the storage is full', async ({ context, page, server }) => {
  await startWithSettings(context, SETTINGS)
  const session = await context.newCDPSession(page)
  // Before the first save, because the browser caches the free space.
  const quota = { origin: new URL(server.url).origin, quotaSize: 1 }
  await session.send('Storage.overrideQuotaForOrigin', quota)
  await startAgainst(page, /Beginner/)
  await expect(page.getByText(/can’t save the game/)).toBeVisible()
  await play(page, mouse, ({ moves }) => moves === 3)
})

for (const field of ['card', 'saved'] as const) {
  test(`a saved game with a damaged ${field} is set aside`, async ({ context, page }) => {
    await startWithSettings(context, SETTINGS)
    await startAgainst(page, /Beginner/)
    const damaged = page.url()
    await nextTurn(page, '')
    await page.goto('/')
    await damageGames(page, field)
    await startAgainst(page, /Beginner/)
    const whole = new URL(page.url()).pathname
    await nextTurn(page, '')
    if (field === 'saved') {
      await page.goto(damaged)
      await expect(page.getByText('The saved game is damaged', { exact: false })).toBeVisible()
    }
    await page.goto('/games')
    await expect(page.getByText('A saved game is damaged and was set aside.')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await expect(page.locator('a[href^="/local/"]')).toHaveCount(1)
    await expect(page.locator(`a[href="${whole}"]`)).toBeVisible()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('button', { name: /^Delete:/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.locator('a[href^="/local/"]')).toHaveCount(0)
  })
}

test('a browser without WebAssembly SIMD says so', async ({ context, page }) => {
  await startWithSettings(context, SETTINGS)
  await context.addInitScript(() => {
    WebAssembly.validate = () => false
  })
  await page.goto('/')
  await page.getByRole('button', { name: /^Play against/ }).click()
  await expect(page.getByText(/lacks WebAssembly SIMD/).first()).toBeVisible()
})

test('a link carries the record', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await startWithSettings(context, SETTINGS)
  await startAgainst(page, /Beginner/)
  await play(page, mouse, ({ moves }) => moves === 1)
  const replay = `${page.url()}/replay`
  await page.goto(replay)
  await page.getByRole('button', { name: 'Copy link to this step' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('/replay#z=')
  const link = await copied()
  await page.goto('/')
  await page.goto(link)
  await expect(page.getByText(/^Step 0 of/)).toBeVisible()
  await page.goto('/')
  await page.goto(link.slice(0, -40))
  await expect(page.getByText(/The link is incomplete or damaged/)).toBeVisible()
})

test('without a server, games start on the device', async ({ browser, baseURL }) => {
  // A separate context: failed requests log errors, which the fixture would reject.
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  await startWithSettings(context, { ...SETTINGS, onDevice: false })
  await context.route('**/api/**', (route) => route.fulfill({ status: 404, body: 'no server' }))
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByText(/^No connection to the server/)).toBeVisible()
  await page.getByRole('button', { name: /^Play against/ }).click()
  await page.waitForURL(/\/local\//)
  await nextTurn(page, '')

  // What needs a server is not offered.
  await context.route('**/api/**', (route) => route.abort())
  await page.goto('/play?with=friends')
  await expect(page.getByText(/^No connection to the server/)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Clock' })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  const kinds = page.getByRole('combobox', { name: /1/ }).first().getByRole('option')
  await expect(kinds).toHaveText(['Me', 'Someone here', 'Computer'])
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Start the game' }).click()
  await page.waitForURL(/\/local\//)
  await nextTurn(page, '')
  await context.close()
})
