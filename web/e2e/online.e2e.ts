import type { Page } from '@playwright/test'

import { cuttable } from './support/proxy.ts'
import { begin, expect, test } from './support/fixtures.ts'
import { expectResult, makeMove, mouse } from './support/input.ts'
import { look, sensibleMove } from './support/table.ts'

const LOST = 'Connection lost. Reconnecting.'

/** After so many moves the cable is cut. */
const MOVES_BEFORE_CUT = 5

test('two browsers and a spectator, with the connection lost in between', async ({
  browser,
  server,
}) => {
  const cable = await cuttable(server.url)
  const visitor = async (confirm: 'off' | 'explicit'): Promise<Page> => {
    const context = await browser.newContext({ baseURL: cable.url })
    await begin(context, { speed: 'instant', confirm })
    return context.newPage()
  }
  const [host, guest, spectator] = await Promise.all([
    visitor('off'),
    visitor('explicit'),
    visitor('off'),
  ])
  const everybody = [host, guest, spectator]

  // A link travels from one person to the other; whoever only knows the address may watch.
  await host.goto('/')
  await host.getByRole('link', { name: 'Play with friends' }).click()
  await host.getByRole('button', { name: 'Open the table' }).click()
  const link = await host.getByRole('textbox', { name: 'Invite link' }).inputValue()
  expect(link).toContain('#invitation=')
  await spectator.goto(link.slice(0, link.indexOf('#')))
  await expect(spectator.getByText('for people with the invite link')).toBeVisible()
  await guest.goto(link)
  // Whoever comes by a link says what they are called; the others do not know a made-up name.
  await guest.getByRole('textbox', { name: 'Your name' }).fill('Gréta')
  await guest.getByRole('button', { name: 'Take a seat' }).click()
  for (const page of everybody) {
    await expect(page.locator('.player .name', { hasText: 'Gréta' })).toBeVisible()
  }
  for (const page of everybody) await expect(page.locator('[data-spot="centre"]')).toBeVisible()
  await expect(spectator.getByText(/^You’re watching/)).toBeVisible()

  /** Who is to move, once one of the two is. */
  const mover = async (after: string): Promise<Page | null> => {
    let found: Page | null = null
    await expect
      .poll(
        async () => {
          for (const page of [host, guest]) {
            const seen = await page.evaluate(look)
            if (seen.over) return true
            // The own board is always the large one: without the seat, all see the same tiles.
            if (seen.acting && tilesOf(seen.text) !== after) {
              found = page
              return true
            }
          }
          return false
        },
        { message: 'one of the two is to move', intervals: [20, 50, 100], timeout: 600_000 },
      )
      .toBe(true)
    return found
  }

  let moves = 0
  let before = ''
  for (;;) {
    const page = await mover(before)
    if (!page) break
    const seen = await page.evaluate(look)
    before = tilesOf(seen.text)
    if (moves === MOVES_BEFORE_CUT) {
      cable.cut()
      for (const one of everybody) await expect(one.getByText(LOST)).toBeVisible()
      // A move made without a connection is kept, and sent when it is back.
      const { group, target } = sensibleMove(seen)
      await mouse.take(page, group)
      await mouse.place(page, target)
      const confirm = page.getByRole('button', { name: 'Confirm', exact: true })
      if (page === guest) await confirm.click()
      await expect(page.getByText(/^No connection: your move \S+ is saved/)).toBeVisible()
      cable.mend()
      for (const one of everybody) await expect(one.getByText(LOST)).toHaveCount(0)
      await expect
        .poll(async () => tilesOf((await spectator.evaluate(look)).text), {
          message: 'the kept move reaches the spectator',
        })
        .not.toBe(before)
    } else {
      await makeMove(page, mouse, seen)
    }
    moves += 1
  }
  expect(moves).toBeGreaterThan(2 * MOVES_BEFORE_CUT)

  const results: string[] = []
  for (const page of everybody) {
    await expectResult(page, 2)
    results.push(await page.getByRole('region', { name: 'Points by source' }).innerText())
  }
  expect(new Set(results).size, results.join('\n---\n')).toBe(1)
  for (const page of everybody) await page.context().close()
  await cable.close()
})

/** What lies where, whoever's board is the large one. */
function tilesOf(text: string): string {
  return text.split(' ').slice(1).toSorted().join(' ')
}

test('phrases are seen until somebody is muted, and not at all when they are switched off', async ({
  browser,
  server,
}) => {
  const visitor = async (settings: Parameters<typeof begin>[1] = {}): Promise<Page> => {
    const context = await browser.newContext({ baseURL: server.url })
    await begin(context, { speed: 'instant', ...settings })
    await context.addInitScript(noteRemarks)
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

  /** What has been shown or read out in a page, ever. */
  const noticed = (page: Page) => page.evaluate(() => [...noticedHere()].join('\n'))
  /** Says something; whoever does so sees it when the server has it. */
  const say = async (page: Page, phrase: string) => {
    await page.locator('summary', { hasText: 'Say' }).click()
    await page.getByRole('button', { name: phrase }).click()
    await expect.poll(() => noticed(page)).toContain(phrase)
  }

  await say(guest, 'Hello.')
  await expect.poll(() => noticed(host)).toContain('Hello.')
  // The whole way by keyboard, as somebody with a screen reader goes it.
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

  // The second phrase follows the first one on every connection: who has seen it has had both.
  await say(guest, 'Oops.')
  await say(host, 'Thank you.')
  await expect.poll(() => noticed(guest)).toContain('Thank you.')
  expect(await noticed(host)).not.toContain('Oops.')
  await host.reload()
  await expect(host.getByRole('img', { name: 'phrases hidden' })).toBeVisible()

  // Who watches without phrases hears of none, and is told where they were switched off.
  await silent.locator('summary', { hasText: 'Phrases' }).click()
  await expect(silent.getByRole('link', { name: /^Phrases are turned off/ })).toBeVisible()
  for (const phrase of ['Hello.', 'Oops.', 'Thank you.']) {
    expect(await noticed(silent)).not.toContain(phrase)
  }
  for (const page of [host, guest, silent]) await page.context().close()
})

declare global {
  function noticedHere(): Set<string>
}

/** Notes every text that a player says in the page, on the screen or to a screen reader. */
function noteRemarks(): void {
  const found = new Set<string>()
  globalThis.noticedHere = () => found
  new MutationObserver(() => {
    for (const element of document.querySelectorAll('.remark, [aria-live]')) {
      found.add(element.textContent)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}
