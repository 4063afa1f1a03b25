import type { Page } from '@playwright/test'

import { startProxy } from './support/proxy.ts'
import { startWithSettings, expect, test } from './support/fixtures.ts'
import { expectResult, makeMove, mouse } from './support/input.ts'
import { dismissCards, readTable, sensibleMove } from './support/table.ts'

const LOST = 'Connection lost. Reconnecting.'

/** The number of moves before the connection is cut. */
const MOVES_BEFORE_CUT = 5

test('two players and a spectator survive a lost connection', async ({ browser, server }) => {
  const proxy = await startProxy(server.url)
  const visitor = async (confirm: 'off' | 'explicit'): Promise<Page> => {
    const context = await browser.newContext({ baseURL: proxy.url })
    await startWithSettings(context, { speed: 'instant', confirm })
    return context.newPage()
  }
  const [host, guest, spectator] = await Promise.all([
    visitor('off'),
    visitor('explicit'),
    visitor('off'),
  ])
  const pages = [host, guest, spectator]

  // The invitation link gives a seat; the address alone only lets people watch.
  await host.goto('/')
  await host.getByRole('link', { name: 'Play with friends' }).click()
  await host.getByRole('button', { name: 'Open the table' }).click()
  const link = await host.getByRole('textbox', { name: 'Invite link' }).inputValue()
  expect(link).toContain('#invitation=')
  await spectator.goto(link.slice(0, link.indexOf('#')))
  await expect(spectator.getByText('for people with the invite link')).toBeVisible()
  await guest.goto(link)
  // Invited guests choose a name, because the others do not know a generated one.
  await guest.getByRole('textbox', { name: 'Your name' }).fill('Gréta')
  await guest.getByRole('button', { name: 'Take a seat' }).click()
  for (const page of pages) {
    await expect(page.locator('.player .name', { hasText: 'Gréta' })).toBeVisible()
  }
  for (const page of pages) await expect(page.locator('[data-spot="centre"]')).toBeVisible()
  await expect(spectator.getByText(/^You’re watching/)).toBeVisible()

  /** The page of the player to move; null after the game. */
  const mover = async (after: string): Promise<Page | null> => {
    let found: Page | null = null
    await expect
      .poll(
        async () => {
          for (const page of pages) await dismissCards(page)
          for (const page of [host, guest]) {
            const seen = await page.evaluate(readTable)
            if (seen.over) return true
            // The large board differs by player; apart from the seat all see the same tiles.
            if (seen.acting && tilesOf(seen.text) !== after) {
              found = page
              return true
            }
          }
          return false
        },
        { message: 'one of the players is to move', intervals: [20, 50, 100], timeout: 600_000 },
      )
      .toBe(true)
    return found
  }

  let moves = 0
  let before = ''
  for (;;) {
    const page = await mover(before)
    if (!page) break
    const seen = await page.evaluate(readTable)
    before = tilesOf(seen.text)
    if (moves === MOVES_BEFORE_CUT) {
      proxy.cut()
      for (const one of pages) await expect(one.getByText(LOST)).toBeVisible()
      // A move made offline is kept and sent after reconnecting.
      const { group, target } = sensibleMove(seen)
      await mouse.take(page, group)
      await mouse.place(page, target)
      const confirm = page.getByRole('button', { name: 'Confirm', exact: true })
      if (page === guest) await confirm.click()
      await expect(page.getByText(/^No connection: your move \S+ is saved/)).toBeVisible()
      proxy.restore()
      for (const one of pages) await expect(one.getByText(LOST)).toHaveCount(0)
      await expect
        .poll(async () => tilesOf((await spectator.evaluate(readTable)).text), {
          message: 'the queued move reaches the spectator',
        })
        .not.toBe(before)
    } else {
      await makeMove(page, mouse, seen)
    }
    moves += 1
  }
  expect(moves).toBeGreaterThan(2 * MOVES_BEFORE_CUT)

  const results: string[] = []
  for (const page of pages) {
    await expectResult(page, 2)
    results.push(await page.getByRole('region', { name: 'Points by source' }).innerText())
  }
  for (const page of [host, guest]) {
    await expect(page.getByText(/everyone’s sealed numbers, your own number/)).toBeVisible()
  }
  await expect(spectator.getByText(/you added no number of your own/)).toBeVisible()
  expect(new Set(results).size, results.join('\n---\n')).toBe(1)
  for (const page of pages) await page.context().close()
  await proxy.close()
})

/** The position of all tiles, regardless of which board is the large one. */
function tilesOf(text: string): string {
  return text.split(' ').slice(1).toSorted().join(' ')
}

test('phrases are hidden for muted players, and entirely if switched off', async ({
  browser,
  server,
}) => {
  const visitor = async (settings: Parameters<typeof startWithSettings>[1] = {}): Promise<Page> => {
    const context = await browser.newContext({ baseURL: server.url })
    await startWithSettings(context, { speed: 'instant', ...settings })
    await context.addInitScript(recordPhrases)
    return context.newPage()
  }
  const [host, guest, silent] = await Promise.all([
    visitor(),
    visitor(),
    visitor({ phrases: false }),
  ])
  await host.goto('/')
  await host.getByRole('link', { name: 'Play with friends' }).click()
  await host.getByRole('button', { name: 'Open the table' }).click()
  const link = await host.getByRole('textbox', { name: 'Invite link' }).inputValue()
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Take a seat' }).click()
  await silent.goto(link.slice(0, link.indexOf('#')))
  for (const page of [host, guest, silent]) {
    await expect(page.locator('[data-spot="centre"]')).toBeVisible()
  }

  /** All texts that have been shown or announced in a page. */
  const phrasesIn = (page: Page) => page.evaluate(() => [...recordedPhrases()].join('\n'))
  /** Says a phrase and waits until it is shown. */
  const say = async (page: Page, phrase: string) => {
    await page.locator('summary', { hasText: 'Say' }).click()
    await page.getByRole('button', { name: phrase }).click()
    await expect.poll(() => phrasesIn(page)).toContain(phrase)
  }

  await say(guest, 'Hello.')
  await expect.poll(() => phrasesIn(host)).toContain('Hello.')
  // By keyboard only, like a screen reader user.
  await host.locator('summary', { hasText: 'Say' }).focus()
  await host.keyboard.press('Enter')
  const box = host.getByRole('group', { name: 'Show phrases from:' }).getByRole('checkbox')
  await expect(box).toBeChecked()
  await box.focus()
  await host.keyboard.press('Space')
  await expect(box).not.toBeChecked()
  await host.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await expect(host.getByRole('img', { name: 'phrases hidden' })).toBeVisible()

  // Phrases arrive in order: a page that shows the second one has received both.
  await say(guest, 'Oops.')
  await say(host, 'Thank you.')
  await expect.poll(() => phrasesIn(guest)).toContain('Thank you.')
  expect(await phrasesIn(host)).not.toContain('Oops.')
  await host.reload()
  await expect(host.getByRole('img', { name: 'phrases hidden' })).toBeVisible()

  // A spectator with phrases switched off sees none, and a link to the setting.
  await silent.locator('summary', { hasText: 'Phrases' }).click()
  await expect(silent.getByRole('link', { name: /^Phrases are turned off/ })).toBeVisible()
  for (const phrase of ['Hello.', 'Oops.', 'Thank you.']) {
    expect(await phrasesIn(silent)).not.toContain(phrase)
  }
  for (const page of [host, guest, silent]) await page.context().close()
})

declare global {
  function recordedPhrases(): Set<string>
}

/** Records all phrases shown or announced in the page. */
function recordPhrases(): void {
  const found = new Set<string>()
  globalThis.recordedPhrases = () => found
  new MutationObserver(() => {
    for (const element of document.querySelectorAll('.remark, [aria-live]')) {
      found.add(element.textContent)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}
