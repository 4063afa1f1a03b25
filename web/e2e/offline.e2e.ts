import { axe } from './support/axe.ts'
import { collectErrors, expect, startWithSettings, test } from './support/fixtures.ts'
import { mouse, play } from './support/input.ts'
import { startProxy } from './support/proxy.ts'
import { cachedPaths, findUpdate, keptGroups, waitUntilCached } from './support/service-worker.ts'
import { startVersionProxy } from './support/version-proxy.ts'

// The client as an app: without a network, updated and installed.

test.use({ serviceWorkers: 'allow' })

const PAGES = [
  { path: '/', title: 'Build your wall. Leave them the floor.' },
  { path: '/learn', title: 'Rules' },
  { path: '/learn/first-round', title: 'Your first round' },
  { path: '/settings', title: 'Settings' },
  { path: '/play?with=screen', title: 'Play on the same screen' },
]

test('pages load and games start without a network after the first visit', async ({
  browser,
  server,
}) => {
  const proxy = await startProxy(server.url)
  const context = await browser.newContext({ serviceWorkers: 'allow', locale: 'en-GB' })
  await startWithSettings(context, { speed: 'instant', scoring: false })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(proxy.url)
  await waitUntilCached(page)
  expect(await keptGroups(page)).toEqual(['c2', 'en', 'engine'])
  proxy.cut()
  for (const { path, title } of PAGES) {
    await page.goto(proxy.url + path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(title)
  }
  // Pages ask the server for optional content.
  expect(errors.filter((error) => !error.includes('/api/'))).toEqual([])
  await page.goto(proxy.url)
  await page.getByRole('button', { name: /^Play against/ }).click()
  await page.waitForURL(/\/local\//)
  await play(page, mouse, ({ moves }) => moves === 3)
  const paths = await cachedPaths(page)
  expect(paths.filter((path) => path.startsWith('/api/'))).toEqual([])
  await context.close()
  await proxy.close()
})

test('a browser that saves data downloads no engine', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await page.goto('/')
  await expect.poll(() => keptGroups(page)).toEqual(['en'])
  const paths = await cachedPaths(page)
  expect(paths.filter((path) => /\.(wasm|net)$/.test(path))).toEqual([])
})

test('paths of the server are not answered with the cached page', async ({ page }) => {
  await page.goto('/')
  await waitUntilCached(page)
  for (const path of ['/healthz', '/api/v1/openapi.json', '/manifest.webmanifest']) {
    const response = await page.goto(path)
    expect(response?.headers()['content-type'], path).not.toContain('text/html')
  }
})

test('the service worker is checked for updates and has a strict policy', async ({ request }) => {
  const response = await request.get('/sw.js')
  expect(response.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  })
  expect(response.headers()['content-security-policy']).toContain("default-src 'none'")
})

test('an update waits until it is applied, and never interrupts a game', async ({
  context,
  page,
  server,
}) => {
  await startWithSettings(context, { speed: 'instant' })
  const proxy = await startVersionProxy(server.url)
  await page.goto(proxy.url)
  await waitUntilCached(page)
  await page.getByRole('button', { name: /^Play against/ }).click()
  await expect(page.locator('[data-drop="5"]')).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${proxy.url}/settings`)

  proxy.publish('second')
  await findUpdate(page)
  const bar = 'A new version is ready.'
  await expect(other.getByText(bar).first()).toBeVisible()
  expect(await axe(other)).toEqual([])
  await expect(page.locator('.banner', { hasText: bar })).toHaveCount(0)

  // Tells whether a page has been reloaded.
  for (const tab of [page, other]) await tab.evaluate(() => (document.body.title = 'same page'))
  await other.getByRole('button', { name: 'Update now' }).click()
  await expect(other.locator('body')).not.toHaveAttribute('title', 'same page')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await expect(other.locator('.banner', { hasText: bar })).toHaveCount(0)
  expect(
    await other.evaluate(async () => (await caches.keys()).some((name) => name.endsWith('second'))),
  ).toBe(true)
  expect(await page.locator('body').getAttribute('title')).toBe('same page')

  // The game keeps running, and its page is updated once the player leaves it.
  await page.locator('header .brand').click()
  await expect(page.locator('.banner', { hasText: bar })).toBeVisible()
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(page.locator('.banner', { hasText: bar })).toHaveCount(0)
  await page.close()
  await other.close()
  await proxy.close()
})

test('the app can be installed where the browser offers it', async ({ page }) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Install the app' })
  await expect(page.getByRole('button', { name: /^Play against/ })).toBeVisible()
  await expect(button).toHaveCount(0)
  const offer = () =>
    page.evaluate(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      const prompt = () => {
        document.body.title = 'asked'
        return Promise.resolve()
      }
      dispatchEvent(Object.assign(event, { prompt }))
      return event.defaultPrevented
    })
  expect(await offer(), 'the browser shows no bar of its own').toBe(true)
  await expect(button).toBeVisible()
  await button.click()
  await expect(page.locator('body')).toHaveAttribute('title', 'asked')
  await expect(button, 'an offer can be used once').toHaveCount(0)
  await page.locator('#site-menu a[href="/settings"]').click()
  await offer()
  await expect(button).toBeVisible()
  expect(await axe(page)).toEqual([])
})
