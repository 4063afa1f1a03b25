import type { BrowserContextOptions, Page } from '@playwright/test'

import { expect, startWithSettings, test } from './support/fixtures.ts'
import { expectResult, makeMove, mouse, touch } from './support/input.ts'
import { dismissCards, readTable } from './support/table.ts'

// A game by an invitation link, from the first click to the result.

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** Notes on the page that a countdown was shown. Runs in the browser. */
function recordCountdowns(): void {
  new MutationObserver(() => {
    if (document.querySelector('.say .bar')) document.documentElement.dataset.countdown = 'seen'
  }).observe(document, { childList: true, subtree: true })
}

test('plays a whole game with a friend on a phone', async ({ browser, server }) => {
  const visitor = async (device: BrowserContextOptions): Promise<Page> => {
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB', ...device })
    await startWithSettings(context, { speed: 'instant' })
    await context.addInitScript(recordCountdowns)
    return context.newPage()
  }
  const [host, friend] = await Promise.all([visitor(DESKTOP), visitor(PHONE)])
  await host.goto('/settings')
  await expect(host.getByText(/otherwise a countdown\.$/)).toBeVisible()
  await host.goto('/play?with=friends')
  await host.getByRole('button', { name: 'Open the table' }).click()
  await friend.goto(await host.getByRole('textbox', { name: 'Invite link' }).inputValue())
  await friend.getByRole('textbox', { name: 'Your name' }).fill('Gréta')
  await friend.getByRole('button', { name: 'Take a seat' }).tap()
  for (const page of [host, friend]) {
    await expect(page.locator('[data-spot="centre"]')).toBeVisible()
  }

  const moves = new Map([host, friend].map((page) => [page, 0]))
  let previous = ''
  /** Makes the next move; null once the game is over. */
  const step = async (): Promise<boolean | null> => {
    for (const page of [host, friend]) {
      await dismissCards(page)
      const seen = await page.evaluate(readTable)
      if (seen.over) return null
      const tiles = seen.text.split(' ').slice(1).toSorted().join(' ')
      if (!seen.acting || tiles === previous) continue
      previous = tiles
      await makeMove(page, page === host ? mouse : touch, seen)
      moves.set(page, (moves.get(page) ?? 0) + 1)
      return true
    }
    return false
  }
  let made: boolean | null = true
  while (made !== null) {
    await expect
      .poll(async () => (made = await step()), { intervals: [20, 50, 100] })
      .not.toBe(false)
  }
  for (const page of [host, friend]) {
    expect(moves.get(page)).toBeGreaterThan(5)
    await expect
      .poll(async () => {
        await dismissCards(page)
        return page.locator('#result-title').isVisible()
      })
      .toBe(true)
    await expectResult(page, 2)
    // As the settings say: there is no clock, and undo needs consent.
    await expect(page.locator('html')).toHaveAttribute('data-countdown', 'seen')
    await page.context().close()
  }
})
