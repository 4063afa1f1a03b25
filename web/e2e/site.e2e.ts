import { readFileSync } from 'node:fs'

import { axe } from './support/axe.ts'
import { collectErrors, expect, startWithSettings, test as base } from './support/fixtures.ts'
import { mouse, play } from './support/input.ts'
import { serveFolder, type FileServer } from './support/file-server.ts'
import { waitUntilCached } from './support/service-worker.ts'

// The static site from a plain file server, under a path of its host.

const FOLDER = process.env.AZULEJO_SITE ?? new URL('../dist-site', import.meta.url).pathname
const BASE = '/games/azulejo/'
const SAMPLES = new URL(
  '../../crates/azulejo-rules/tests/data/samples/records.jsonl',
  import.meta.url,
)
const [SAMPLE = ''] = readFileSync(SAMPLES, 'utf8').split('\n')

const test = base.extend<{ site: FileServer }>({
  // Playwright requires the first parameter to be destructured.
  // eslint-disable-next-line no-empty-pattern
  site: async ({}, use) => {
    const site = await serveFolder(FOLDER, BASE)
    await use(site)
    await site.close()
    expect(site.missing, 'requests for missing files').toEqual([])
  },
})

test('every page is reached by links, and by its own address', async ({ page, site }) => {
  await page.goto(site.url)
  const visits = [
    { link: 'Learn', address: '?/learn', title: 'Rules' },
    { link: 'Settings', address: '?/settings', title: 'Settings' },
    { link: 'My games', address: '?/games', title: 'My games' },
    { link: 'Azulejo', address: '', title: 'Build your wall. Leave them the floor.' },
  ]
  for (const { link, address, title } of visits) {
    await page.locator('body > #app > header').getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(site.url + address)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(title)
    await page.reload()
    await expect(heading, 'after reloading').toHaveText(title)
    expect(await axe(page), title).toEqual([])
  }
  await page.goBack()
  await expect(page).toHaveURL(`${site.url}?/games`)
})

test('a link can be opened in another tab', async ({ page, context, site }) => {
  await page.goto(site.url)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /^Same screen/ }).click({ modifiers: ['Control'] })
  const tab = await opened
  await expect(tab).toHaveURL(`${site.url}?/play&with=screen`)
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Play on the same screen')
})

test('anchors of the rules work', async ({ page, site }) => {
  await page.goto(`${site.url}?/learn`)
  const anchor = page.locator('nav ol a').last()
  const hash = (await anchor.getAttribute('href')) ?? ''
  await anchor.click()
  await expect(page).toHaveURL(`${site.url}?/learn${hash}`)
  await expect(page.locator(hash)).toBeInViewport()
})

test('games are played and resumed on the device', async ({ page, context, site }) => {
  await startWithSettings(context, { speed: 'instant' })
  await page.goto(site.url)
  await page.getByRole('button', { name: /^Play against/ }).click()
  const { moves } = await play(page, mouse, ({ moves }) => moves === 2)
  expect(moves).toBe(2)
  expect(page.url()).toContain(`${site.url}?/local/`)
  await page.reload()
  await expect(page.locator('[data-drop="5"]')).toBeVisible()
  await page.goto(`${site.url}?/games`)
  await expect(page.getByRole('listitem').filter({ hasText: 'on this device' })).toBeVisible()
})

test('a record is replayed on the device', async ({ page, site }) => {
  await page.goto(`${site.url}?/replay`)
  await page.getByLabel('Or paste the text of a record').fill(SAMPLE)
  await page.getByRole('button', { name: 'Show the game' }).click()
  await expect(page.getByText(/^Step 0 of/)).toBeVisible()
})

test('pages that need a server are absent', async ({ page, site }) => {
  await page.goto(site.url)
  await expect(page.getByRole('button', { name: /^Play against/ })).toBeVisible()
  const links = await page
    .locator('a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(links.filter((href) => /lobby|account|friends|^\/g\//.test(href))).toEqual([])
  for (const path of ['/lobby', '/account', '/g/abc']) {
    await page.goto(`${site.url}?${path}`)
    await expect(page.getByRole('link', { name: 'Home' })).toBeVisible()
  }
})

test('the site works without a network after the first visit', async ({ browser }) => {
  const site = await serveFolder(FOLDER, BASE)
  const context = await browser.newContext({ serviceWorkers: 'allow', locale: 'en-GB' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(site.url)
  await waitUntilCached(page)
  await site.close()
  await page.goto(`${site.url}?/learn`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rules')
  await page.goto(site.url)
  await expect(page.getByRole('button', { name: /^Play against/ })).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})
