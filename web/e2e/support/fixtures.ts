import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'

import { startServer, type Server } from './server.ts'

export { expect }

/** Stored settings; missing ones have their defaults. */
export interface StoredSettings {
  language?: string
  theme?: 'system' | 'light' | 'dark'
  speed?: 'normal' | 'fast' | 'instant'
  confirm?: 'auto' | 'off' | 'countdown' | 'explicit'
  phrases?: boolean
  thinking?: boolean
  sounds?: boolean
  soundsAsked?: boolean
  onDevice?: boolean
  scoring?: boolean
  handOver?: boolean
}

const SETTINGS = 'azulejo.settings'
/** Bots move at once and nothing is asked, because tests play whole games. */
const DEFAULTS: StoredSettings = { thinking: false, soundsAsked: true }

/** Stores initial settings; later changes are kept. */
export async function startWithSettings(
  context: BrowserContext,
  kept: StoredSettings,
): Promise<void> {
  await context.addInitScript(
    ({ key, settings }) => {
      const mark = `${key}.stored`
      if (localStorage.getItem(mark) !== null) return
      localStorage.setItem(mark, 'yes')
      localStorage.setItem(key, JSON.stringify(settings))
    },
    { key: SETTINGS, settings: { ...DEFAULTS, ...kept } },
  )
}

async function startWithDefaults(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    ({ key, settings }) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(settings))
    },
    { key: SETTINGS, settings: DEFAULTS },
  )
}

/** Waits for the fonts, because loading them changes the layout. */
export async function waitForFonts(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
}

/** Collects the exceptions and console errors of a page. */
export function collectErrors(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(`exception: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`)
  })
  return found
}

interface ForEachTest {
  /** A page that must not log errors. */
  page: Page
}

interface ForAllTests {
  server: Server
}

export const test = base.extend<ForEachTest, ForAllTests>({
  server: [
    // Playwright reads from the first parameter what a fixture needs.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.url)
  },
  context: async ({ context }, use) => {
    await startWithDefaults(context)
    await use(context)
  },
  page: async ({ page }, use) => {
    const found = collectErrors(page)
    await use(page)
    expect(found, 'errors in the page').toEqual([])
  },
})
