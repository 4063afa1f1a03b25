import type { Locator, Page } from '@playwright/test'

import { startWithSettings, expect, waitForFonts, test } from './support/fixtures.ts'
import { readTable, nextTurn, sensibleMove, type Move } from './support/table.ts'

// Dragging works with mouse and touch.

async function middle(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox()
  if (!box) throw new Error('the element is not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The start and end points of a move on the page. */
async function path(page: Page, { group, target }: Move) {
  const spot = group.factory === null ? 'centre' : `f${group.factory}`
  const from = await middle(page.locator(`[data-spot="${spot}:${group.colour}"]`).first())
  const to = await middle(page.locator(`.target:has([data-drop="${target}"]) .slot`).first())
  return { from, to }
}

async function start(page: Page): Promise<Move> {
  await page.goto('/')
  await page.getByRole('button', { name: /^Play against/ }).click()
  await expect(page).toHaveURL(/\/g\//)
  const move = sensibleMove(await nextTurn(page, ''))
  await waitForFonts(page)
  return move
}

test.beforeEach(async ({ context }) => {
  await startWithSettings(context, { speed: 'instant', confirm: 'off' })
})

test('drags tiles by mouse', async ({ page }) => {
  const { from, to } = await path(page, await start(page))
  const before = (await page.evaluate(readTable)).text
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y + 20)
  await expect(page.locator('.drag-ghost')).toHaveCount(1)
  await page.mouse.move(to.x, to.y)
  await expect(page.locator('.aimed')).toHaveCount(1)
  await page.mouse.up()
  await expect(page.locator('.drag-ghost')).toHaveCount(0)
  await nextTurn(page, before)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('drags tiles by touch, which scrolls everywhere else', async ({ page }) => {
    const { from, to } = await path(page, await start(page))
    const before = (await page.evaluate(readTable)).text
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    const between = (share: number) => ({
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    })

    await touch('touchStart', from)
    for (const share of [0.1, 0.3, 0.6, 0.9]) await touch('touchMove', between(share))
    await expect(page.locator('.drag-ghost')).toHaveCount(1)
    await touch('touchMove', to)
    await expect(page.locator('.aimed')).toHaveCount(1)
    await touch('touchEnd')
    await expect(page.locator('.drag-ghost')).toHaveCount(0)
    await nextTurn(page, before)
    expect(await page.evaluate(() => scrollY), 'the page does not scroll').toBe(0)

    // The same gesture on the board scrolls.
    const board = await middle(page.locator('[data-drop="5"]'))
    await touch('touchStart', board)
    for (const up of [20, 60, 120, 200]) await touch('touchMove', { x: board.x, y: board.y - up })
    await touch('touchEnd')
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  })

  test('previews are light, except in the line aimed at', async ({ page }) => {
    const { group, target } = await start(page)
    const spot = group.factory === null ? 'centre' : `f${group.factory}`
    await page.locator(`[data-spot="${spot}:${group.colour}"]`).first().click()
    await page.locator(`[data-drop="${target}"]`).hover()
    const strongest = (selector: string) =>
      page.evaluate(
        (tiles) =>
          Math.max(
            0,
            ...[...document.querySelectorAll(tiles)].map((one) =>
              Number(getComputedStyle(one).opacity),
            ),
          ),
        selector,
      )
    await expect.poll(() => strongest('.line.legal.aimed .tile.ghost')).toBeGreaterThan(0.7)
    await expect.poll(() => strongest('.line.legal:not(.aimed) .tile.ghost')).toBeLessThan(0.3)
  })

  test('tiles dropped outside all lines stay in hand', async ({ page }) => {
    const { from } = await path(page, await start(page))
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    await touch('touchStart', from)
    await touch('touchMove', { x: from.x, y: from.y + 30 })
    await touch('touchMove', { x: 4, y: 4 })
    await touch('touchEnd')
    await expect(page.locator('button[aria-pressed="true"]')).toHaveCount(1)
    await expect(page.locator('.line.legal').first()).toBeVisible()
  })

  test('a finger aims, slides to another line and places by lifting', async ({ page }) => {
    const move = await start(page)
    const { from } = await path(page, move)
    const before = (await page.evaluate(readTable)).text
    await page.touchscreen.tap(from.x, from.y)
    const line = (target: number | 'floor') => page.locator(`.target:has([data-drop="${target}"])`)
    await expect(line(move.target)).toHaveClass(/legal/)
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    const wanted = await middle(line(move.target))
    const other = await middle(line(move.target === 'floor' ? 5 : 'floor'))

    // Sliding off all lines cancels; the tiles stay in hand.
    await touch('touchStart', other)
    await expect(page.locator('.target.aimed')).toHaveCount(1)
    await touch('touchMove', wanted)
    await expect(line(move.target)).toHaveClass(/aimed/)
    await touch('touchMove', { x: 4, y: 4 })
    await expect(page.locator('.target.aimed')).toHaveCount(0)
    await touch('touchEnd')
    await expect(page.locator('button[aria-pressed="true"]')).toHaveCount(1)
    expect((await page.evaluate(readTable)).text, 'nothing was placed').toBe(before)

    await touch('touchStart', other)
    await touch('touchMove', wanted)
    await expect(line(move.target)).toHaveClass(/aimed/)
    await touch('touchEnd')
    await nextTurn(page, before)
    expect(await page.evaluate(() => scrollY), 'the page does not scroll').toBe(0)
  })
})
