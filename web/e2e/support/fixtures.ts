import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'

import { startServer, type Server } from './server.ts'

export { expect }

/** Settings as the client keeps them; what is left out is as on a first visit. */
export interface Kept {
  language?: string
  theme?: 'system' | 'light' | 'dark'
  speed?: 'normal' | 'fast' | 'instant'
  confirm?: 'auto' | 'off' | 'countdown' | 'explicit'
  phrases?: boolean
}

/** Makes the browser begin with settings; what is changed later stays changed. */
export async function begin(context: BrowserContext, kept: Kept): Promise<void> {
  await context.addInitScript((settings) => {
    const key = 'azulejo.settings'
    if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(settings))
  }, kept)
}

/** Waits for the fonts: what is measured before they are there moves when they come. */
export async function fontsOf(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
}

/** Collects what goes wrong in a page: exceptions, and whatever the console calls an error. */
export function troubles(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(`exception: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`)
  })
  return found
}

interface ForEachTest {
  /** The page, in which nothing may go wrong. */
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
  page: async ({ page }, use) => {
    const found = troubles(page)
    await use(page)
    expect(found, 'errors in the page').toEqual([])
  },
})
