import { startWithSettings, expect, test } from './support/fixtures.ts'

test('completes the first lesson by keyboard', async ({ page, context }) => {
  await startWithSettings(context, { speed: 'instant' })
  await page.goto('/learn/first-round')
  const progress = page.getByRole('progressbar')
  await expect(progress).toBeVisible()
  const total = Number(await progress.getAttribute('max'))
  const step = async () => Number(await progress.getAttribute('value'))

  /** Presses Tab until `selector` has the focus. */
  const tabTo = async (selector: string) => {
    for (let presses = 0; presses < 80; presses += 1) {
      const there = await page.evaluate(
        (wanted) => document.activeElement?.matches(wanted) ?? false,
        selector,
      )
      if (there) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${selector}`)
  }

  let moves = 0
  for (let before = 0; before < total;) {
    const now = await step()
    expect(now, 'one step at a time').toBe(before + 1)
    before = now
    if (now === total) break
    // The expected tiles are highlighted, and the text names the line.
    const lit = page.locator('main button.lit').first()
    if ((await lit.count()) > 0) {
      const spot = (await lit.locator('[data-spot]').getAttribute('data-spot')) ?? ''
      await tabTo(`button:has([data-spot="${spot}"])`)
      await page.keyboard.press('Enter')
      await expect(page.locator('[data-drop][aria-disabled="false"]').first()).toBeVisible()
      await placeOnNamedLine()
      moves += 1
    } else {
      await tabTo('main section .button.primary')
      await page.keyboard.press('Enter')
    }
    await expect(progress).toHaveAttribute('value', String(now + 1))
  }
  expect(moves, 'moves made by the learner').toBeGreaterThan(3)
  await page.getByRole('button', { name: 'Play your first game' }).click()
  await expect(page, 'a game has started').toHaveURL(/\/g\//)

  async function placeOnNamedLine() {
    const text = await page.locator('main section .text').first().innerText()
    const line = /line (\d)/i.exec(text)?.[1]
    const target = line ?? (/floor line/i.test(text) ? 'floor' : null)
    expect(target, `the text names a line: ${text}`).not.toBeNull()
    await tabTo(`[data-drop="${target ?? ''}"]`)
    await page.keyboard.press('Enter')
  }
})
