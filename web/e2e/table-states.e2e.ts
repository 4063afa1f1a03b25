import type { Browser, BrowserContext, Page } from '@playwright/test'

import type { NewGame } from '../src/lib/protocol.ts'
import { axe } from './support/axe.ts'
import { startWithSettings, expect, test } from './support/fixtures.ts'
import { makeMove, mouse, play } from './support/input.ts'
import { startProxy } from './support/proxy.ts'
import { quickGame } from './support/quick-game.ts'
import { isChoosingColumns, nextTurn, readTable, sensibleMove } from './support/table.ts'

// axe finds nothing in any state of a table, on a phone and on a desktop; pages.e2e.ts has the other
// pages. Both themes are used, but not in all combinations.

const LOOKS = [
  { size: { width: 1440, height: 900 }, colorScheme: 'light' },
  { size: { width: 390, height: 844 }, colorScheme: 'dark' },
  { size: { width: 844, height: 390 }, colorScheme: 'light' },
] as const

/** Checks a page in all sizes. */
async function inspect(page: Page, state: string): Promise<void> {
  for (const { size, colorScheme } of LOOKS) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect.soft(await axe(page), `${state}, ${size.width} px, ${colorScheme}`).toEqual([])
  }
  await page.setViewportSize(LOOKS[0].size)
}

const SETTINGS = { speed: 'instant', confirm: 'off' } as const

test.beforeEach(async ({ context }) => {
  await startWithSettings(context, SETTINGS)
})

const withBots = (bots: number, wall: NewGame['wall'] = 'coloured'): NewGame => ({
  seats: [
    { kind: 'me' },
    ...Array.from({ length: bots }, () => ({ kind: 'bot' as const, level: 'beginner' as const })),
  ],
  wall,
})

async function openGame(page: Page, game: string): Promise<void> {
  await page.goto(`/g/${game}`)
  await expect(page.locator('[data-spot="centre"]')).toBeVisible()
}

for (const bots of [1, 3]) {
  test(`a turn at a table of ${bots + 1}`, async ({ page }) => {
    await openGame(page, await quickGame(page, { round: 2, moves: 1, game: withBots(bots) }))
    const seen = await nextTurn(page, '')
    await inspect(page, 'my turn')
    const { group, target } = sensibleMove(seen)
    await mouse.take(page, group)
    await inspect(page, 'tiles in hand')
    await page.locator(`[data-drop="${target}"]`).hover()
    await inspect(page, 'a line aimed at')
    await page.getByRole('button', { name: 'Hint' }).click()
    await expect(page.locator('.hint p b')).toBeVisible()
    await inspect(page, 'a hint')
  })
}

test('letters on tiles, and a move to confirm', async ({ page, context }) => {
  await context.addInitScript(() => {
    const kept = { speed: 'instant', confirm: 'explicit', letters: true }
    localStorage.setItem('azulejo.settings', JSON.stringify(kept))
  })
  await openGame(page, await quickGame(page, { round: 2, moves: 1 }))
  const { group, target } = sensibleMove(await nextTurn(page, ''))
  await mouse.take(page, group)
  await mouse.place(page, target)
  await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toBeVisible()
  await inspect(page, 'a move to confirm')
})

test('dialogs and commands', async ({ page }) => {
  await openGame(page, await quickGame(page, { round: 2, moves: 1, game: withBots(2) }))
  await page.getByRole('button', { name: 'Resign' }).click()
  await expect(page.locator('dialog[open]')).toBeVisible()
  await inspect(page, 'resigning')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keys' }).click()
  await expect(page.locator('dialog[open]')).toBeVisible()
  await inspect(page, 'help')
  await page.keyboard.press('Escape')
  await page.locator('button.open').first().click()
  await expect(page.locator('dialog[open]')).toBeVisible()
  await inspect(page, 'the board of an opponent')
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.locator('#command')).toBeFocused()
  await inspect(page, 'commands')
})

test('the card of a round, and its details in the log', async ({ page }) => {
  await openGame(page, await quickGame(page, { round: 1, moves: 1 }))
  const card = page.locator('[data-next-round]')
  for (let before = ''; !(await card.isVisible());) {
    const seen = await page.evaluate(readTable)
    if (seen.acting && seen.text !== before) {
      before = seen.text
      await makeMove(page, mouse, seen)
    }
  }
  await inspect(page, 'the card of a round')
  await card.click()
  await page.locator('.log summary').click()
  await inspect(page, 'details of a round')
})

test('a hand-over on the same screen', async ({ page }) => {
  await page.goto('/play?with=screen')
  await page.getByRole('button', { name: 'Start the game' }).click()
  await expect(page.locator('[data-spot="centre"]')).toBeVisible()
  await makeMove(page, mouse, await nextTurn(page, ''))
  await expect(page.locator('[data-show-board]')).toBeVisible()
  await inspect(page, 'the hand-over')
})

test('columns on the grey wall', async ({ page }) => {
  const game = await quickGame(page, { round: 1, moves: 2, game: withBots(1, 'grey') })
  await openGame(page, game)
  await play(page, mouse, (_, seen) => isChoosingColumns(seen))
  await inspect(page, 'columns to choose')
})

test('the result, a spectator and a replay', async ({ page, browser, server }) => {
  const game = await quickGame(page)
  await page.goto(`/g/${game}`)
  await expect(page.locator('#result-title')).toBeVisible()
  await expect(page.locator('[data-drop]'), 'no line is a control').toHaveCount(0)
  await inspect(page, 'the result')

  await page.goto(`/g/${game}/replay#9`)
  await expect(page.locator('[data-spot="centre"]')).toBeVisible()
  await inspect(page, 'a replay')
  await page.keyboard.press('End')
  await expect(page.locator('.result')).toBeVisible()
  await inspect(page, 'the end of a replay')

  const running = await quickGame(page, { round: 1, moves: 1 })
  const context = await visitor(browser, server.url)
  const spectator = await context.newPage()
  await openGame(spectator, running)
  await expect(spectator.getByText(/^You’re watching/)).toBeVisible()
  await inspect(spectator, 'a spectator')
  await context.close()
})

async function visitor(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL })
  await startWithSettings(context, SETTINGS)
  return context
}

test('two people: waiting, undo, vote and a lost connection', async ({ browser, server }) => {
  const proxy = await startProxy(server.url)
  const [host, guest] = await Promise.all(
    [0, 1].map(async () => (await visitor(browser, proxy.url)).newPage()),
  )
  if (!host || !guest) throw new Error('two pages were opened')
  await host.goto('/play?with=friends')
  await host.getByRole('button', { name: 'Open the table' }).click()
  const link = await host.getByRole('textbox', { name: 'Invite link' }).inputValue()
  await inspect(host, 'waiting for a guest')
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Take a seat' }).click()
  for (const page of [host, guest]) {
    await expect(page.locator('[data-spot="centre"]')).toBeVisible()
  }
  const acting = async (page: Page) => (await page.evaluate(readTable)).acting
  await expect.poll(async () => (await acting(host)) || (await acting(guest))).toBe(true)
  const [mover, other] = (await acting(host)) ? [host, guest] : [guest, host]
  await inspect(other, 'the turn of an opponent')

  await makeMove(mover, mouse, await nextTurn(mover, ''))
  await mover.getByRole('button', { name: 'Undo' }).click()
  const allow = other.getByRole('button', { name: 'Allow' })
  await expect(allow).toBeVisible()
  await inspect(other, 'a question for an undo')
  await inspect(mover, 'an undo that waits for an answer')
  await allow.click()
  await expect(allow).toHaveCount(0)

  await other.locator('summary', { hasText: 'Say' }).click()
  await inspect(other, 'phrases')
  await other.keyboard.press('Escape')

  proxy.cut()
  await expect(other.getByText('Connection lost. Reconnecting.')).toBeVisible()
  await inspect(other, 'a lost connection')
  proxy.restore()
  await expect(other.getByText('Connection lost. Reconnecting.')).toHaveCount(0)

  // A vote is possible after some minutes.
  await mover.context().close()
  await expect(other.locator('.away')).toBeVisible()
  await other.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 600_000
  })
  await expect(other.getByRole('button', { name: 'Let a bot take over' })).toBeVisible()
  await inspect(other, 'a vote')
  await other.context().close()
  await proxy.close()
})
