import type { Page } from '@playwright/test'

import { expect, startWithSettings, test } from './support/fixtures.ts'
import { makeMove, mouse } from './support/input.ts'
import { dismissCards, readTable } from './support/table.ts'

// The setup form against the real server: the form must not offer what the server rejects.

const KINDS = ['me', 'here', 'bot', 'invited', 'open'] as const
type Kind = (typeof KINDS)[number]

/** Every selection of `count` kinds, regardless of order, with a seat for someone at this device. */
function selections(count: number): Kind[][] {
  const all = (length: number, from: number): Kind[][] =>
    length === 0
      ? [[]]
      : KINDS.slice(from).flatMap((kind, index) =>
          all(length - 1, from + index).map((rest) => [kind, ...rest]),
        )
  return all(count, 0).filter((kinds) => kinds.includes('me') || kinds.includes('here'))
}

const NAMES = ['Inês', 'Tia Rosa', 'Jón', 'Zoë']

async function fillSeats(page: Page, kinds: readonly Kind[], named: boolean): Promise<void> {
  const counts = page.locator('form fieldset').first().locator('label')
  await counts.nth(kinds.length - 2).click()
  const rows = page.locator('form ol > li')
  await expect(rows).toHaveCount(kinds.length)
  for (const [index, kind] of kinds.entries()) {
    const row = rows.nth(index)
    await row.locator('select').first().selectOption(kind)
    if (named && (kind === 'me' || kind === 'here')) {
      await row.locator('input').fill(NAMES[index] ?? '')
    }
  }
}

async function signUp(page: Page, name: string): Promise<void> {
  const status = await page.evaluate(async (name) => {
    const response = await fetch('/api/v1/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, password: 'azul e branco' }),
    })
    return response.status
  }, name)
  expect(status).toBe(201)
}

// Each run is a new player: the server limits how many games one player sets up at once.
for (const identity of ['guest', 'account'] as const) {
  for (const named of [false, true]) {
    for (const players of [2, 3]) {
      const names = named ? 'with names typed' : 'without names'
      test(`every selection of ${players} seats opens as ${identity}, ${names}`, async ({
        page,
      }) => {
        await page.goto('/play?with=friends')
        if (identity === 'account') {
          await expect(page.locator('form ol input')).toHaveAttribute('placeholder', /./)
          await signUp(page, `Account ${players} ${named ? 'named' : 'plain'}`)
          await page.reload()
        }
        for (const kinds of selections(players)) {
          await fillSeats(page, kinds, named)
          const answered = page.waitForResponse(
            (response) =>
              response.url().endsWith('/api/v1/games') && response.request().method() === 'POST',
          )
          await page.locator('form button[type=submit]').click()
          const response = await answered
          expect(response.status(), `${kinds.join(', ')}: ${await response.text()}`).toBe(201)
          await expect(page).toHaveURL(/\/g\//)
          await page.goBack()
        }
      })
    }
  }
}

test('two people on one screen play with a friend elsewhere', async ({ browser, server }) => {
  const visitor = async (): Promise<Page> => {
    const context = await browser.newContext({ baseURL: server.url })
    await startWithSettings(context, { speed: 'instant', confirm: 'off' })
    return context.newPage()
  }
  const [host, friend] = await Promise.all([visitor(), visitor()])
  await host.goto('/play?with=friends')
  await fillSeats(host, ['me', 'here', 'invited'], true)
  await host.locator('form button[type=submit]').click()
  await friend.goto(await host.locator('#invite-link').inputValue())
  await friend.locator('form button[type=submit]').click()
  for (const page of [host, friend]) {
    await expect(page.locator('[data-spot="centre"]')).toBeVisible()
    for (const name of NAMES.slice(0, 2)) {
      await expect(page.locator('.player .name', { hasText: name })).toBeVisible()
    }
  }
  const seats: number[] = []
  for (let previous = ''; seats.length < 6;) {
    await expect
      .poll(async () => {
        for (const page of [host, friend]) {
          await dismissCards(page)
          const seen = await page.evaluate(readTable)
          const tiles = seen.text.split(' ').slice(1).toSorted().join(' ')
          if (!seen.acting || tiles === previous) continue
          previous = tiles
          seats.push(seen.seat)
          expect(seen.seat === 3, 'the friend has seat 3').toBe(page === friend)
          await makeMove(page, mouse, seen)
          return true
        }
        return false
      })
      .toBe(true)
  }
  expect(seats.toSorted()).toEqual([1, 1, 2, 2, 3, 3])
  for (const page of [host, friend]) await page.context().close()
})
