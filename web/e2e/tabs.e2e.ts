import type { Page } from '@playwright/test'

import { startProxy } from './support/proxy.ts'
import { startWithSettings, expect, test } from './support/fixtures.ts'
import { makeMove, mouse } from './support/input.ts'
import { readTable, nextTurn, sensibleMove } from './support/table.ts'

const LOST = 'Connection lost. Reconnecting.'

/** Waits until both tabs show the same table. */
async function expectAgreement(one: Page, other: Page): Promise<void> {
  await expect
    .poll(
      async () => (await one.evaluate(readTable)).text === (await other.evaluate(readTable)).text,
      {
        message: 'both tabs show the same table',
      },
    )
    .toBe(true)
}

test('two tabs of one player stay in sync, including tiles in hand', async ({ page, context }) => {
  await startWithSettings(context, { speed: 'instant', confirm: 'off' })
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
    // The other tab has tiles in hand as well; they are dropped when the turn is over.
    const { group } = sensibleMove(await watcher.evaluate(readTable))
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
  const logText = (tab: Page) => tab.getByRole('region', { name: 'Game log' }).innerText()
  await expect
    .poll(async () => (await logText(page)) === (await logText(other)), 'both logs are equal')
    .toBe(true)
})

test('reports a stale move made offline', async ({ browser, server }) => {
  const proxy = await startProxy(server.url)
  // Two tabs of one player, one of them behind the proxy. Cookies ignore ports.
  const context = await browser.newContext({ baseURL: server.url })
  await startWithSettings(context, { speed: 'instant', confirm: 'off' })
  const near = await context.newPage()
  await near.goto('/')
  await near.getByRole('button', { name: /^Play against/ }).click()
  await expect(near).toHaveURL(/\/g\//)
  const far = await context.newPage()
  await startWithSettings(context, { speed: 'instant', confirm: 'off' })
  await far.goto(proxy.url + new URL(near.url()).pathname)
  const seen = await nextTurn(far, '')
  await expectAgreement(near, far)

  proxy.cut()
  await expect(far.getByText(LOST)).toBeVisible()
  const { group, target } = sensibleMove(seen)
  await mouse.take(far, group)
  await mouse.place(far, target)
  await expect(far.getByText(/^No connection: your move \S+ is saved/)).toBeVisible()
  await makeMove(near, mouse, seen)
  const after = await nextTurn(near, seen.text)

  proxy.restore()
  await expect(far.getByText(LOST)).toHaveCount(0)
  await expect(
    far.getByText('The game has moved on. Check the table and choose again.', {
      exact: true,
    }),
  ).toBeVisible()
  await expect(far.getByText(/^No connection/)).toHaveCount(0)
  await expectAgreement(near, far)
  expect((await far.evaluate(readTable)).text).toBe(after.text)
  // The tab can continue to play.
  await makeMove(far, mouse, await nextTurn(far, ''))
  await nextTurn(near, after.text)
  await expectAgreement(near, far)

  await context.close()
  await proxy.close()
})

test('the log is unchanged after a reload', async ({ page, context }) => {
  await startWithSettings(context, { speed: 'instant', confirm: 'off' })
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
  const logText = await log.innerText()
  expect(logText).toMatch(/ to (line \d|the floor line)/)
  await page.reload()
  await expect(log).toHaveText(logText, { useInnerText: true })
})
