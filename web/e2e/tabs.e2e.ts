import type { Page } from '@playwright/test'

import { cuttable } from './support/proxy.ts'
import { begin, expect, test } from './support/fixtures.ts'
import { makeMove, mouse } from './support/input.ts'
import { look, nextTurn, sensibleMove } from './support/table.ts'

const LOST = 'Connection lost. Reconnecting.'

/** Both tabs show the same table, once both have come to rest. */
async function expectAgreement(one: Page, other: Page): Promise<void> {
  await expect
    .poll(async () => (await one.evaluate(look)).text === (await other.evaluate(look)).text, {
      message: 'both tabs show the same',
    })
    .toBe(true)
}

test('two tabs of one player agree, also about tiles in hand', async ({ page, context }) => {
  await begin(context, { speed: 'instant', confirm: 'off' })
  await page.goto('/')
  await page.getByRole('button', { name: /^Play against/ }).click()
  await expect(page).toHaveURL(/\/g\//)
  const other = await context.newPage()
  await other.goto(page.url())

  let before = ''
  for (let moves = 0; moves < 4; moves += 1) {
    const [mover, watcher] = moves % 2 === 0 ? [page, other] : [other, page]
    const seen = await nextTurn(mover, before)
    await nextTurn(watcher, before)
    await expectAgreement(mover, watcher)
    before = seen.text
    // The other tab holds tiles as well; they go back when the turn is over.
    const { group } = sensibleMove(await watcher.evaluate(look))
    await mouse.take(watcher, group)
    await expect(watcher.locator('button[aria-pressed="true"]')).toHaveCount(1)
    await makeMove(mover, mouse, seen)
  }
  await nextTurn(page, before)
  await nextTurn(other, before)
  await expectAgreement(page, other)
  for (const tab of [page, other]) {
    await expect(tab.getByRole('region', { name: 'Game log' })).toContainText('·')
  }
  const told = (tab: Page) => tab.getByRole('region', { name: 'Game log' }).innerText()
  await expect
    .poll(async () => (await told(page)) === (await told(other)), 'both logs say the same')
    .toBe(true)
})

test('a move made offline is clearly refused when the game has moved on meanwhile', async ({
  browser,
  server,
}) => {
  const cable = await cuttable(server.url)
  // One person, two tabs: one of them behind a cable that can be cut. Cookies know no ports.
  const context = await browser.newContext({ baseURL: server.url })
  await begin(context, { speed: 'instant', confirm: 'off' })
  const near = await context.newPage()
  await near.goto('/')
  await near.getByRole('button', { name: /^Play against/ }).click()
  await expect(near).toHaveURL(/\/g\//)
  const far = await context.newPage()
  await begin(context, { speed: 'instant', confirm: 'off' })
  await far.goto(cable.url + new URL(near.url()).pathname)
  const seen = await nextTurn(far, '')
  await expectAgreement(near, far)

  cable.cut()
  await expect(far.getByText(LOST)).toBeVisible()
  const { group, target } = sensibleMove(seen)
  await mouse.take(far, group)
  await mouse.place(far, target)
  await expect(far.getByText(/^No connection: your move \S+ is saved/)).toBeVisible()
  await makeMove(near, mouse, seen)
  const after = await nextTurn(near, seen.text)

  cable.mend()
  await expect(far.getByText(LOST)).toHaveCount(0)
  await expect(
    far.getByText('The game has moved on. Check the table and choose again.', {
      exact: true,
    }),
  ).toBeVisible()
  await expect(far.getByText(/^No connection/)).toHaveCount(0)
  await expectAgreement(near, far)
  expect((await far.evaluate(look)).text).toBe(after.text)
  // And the tab goes on playing.
  await makeMove(far, mouse, await nextTurn(far, ''))
  await nextTurn(near, after.text)
  await expectAgreement(near, far)

  await context.close()
  await cable.close()
})

test('the log says the same in words after a reload', async ({ page, context }) => {
  await begin(context, { speed: 'instant', confirm: 'off' })
  await page.goto('/')
  await page.getByRole('button', { name: /^Play against/ }).click()
  let before = ''
  for (let moves = 0; moves < 3; moves += 1) {
    const seen = await nextTurn(page, before)
    before = seen.text
    await makeMove(page, mouse, seen)
  }
  await nextTurn(page, before)
  const log = page.getByRole('region', { name: 'Game log' })
  const told = await log.innerText()
  expect(told).toMatch(/ to (line \d|the floor line)/)
  await page.reload()
  await expect(log).toHaveText(told, { useInnerText: true })
})
