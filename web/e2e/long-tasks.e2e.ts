import type { Page } from '@playwright/test'

import { startWithSettings, expect, test } from './support/fixtures.ts'
import { mouse, play } from './support/input.ts'

// Main thread smoothness. Times depend on the machine, so they are logged, not asserted; see
// docs/benchmarks.

/** In milliseconds; longer than any task of the page, even on a slow machine. */
const CERTAIN = 3000

interface Tasks {
  long: number[]
}

/** Records every main thread task longer than 50 ms. */
async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const long: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) long.push(Math.round(entry.duration))
    }).observe({ type: 'longtask', buffered: true })
    Object.assign(globalThis, { tasks: { long } })
  })
}

const tasksOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { tasks: Tasks }).tasks.long)

for (const { name, use } of [
  { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  { name: 'phone', use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
]) {
  test.describe(name, () => {
    test.use(use)

    test('counts tasks over 50 ms in a scripted round', async ({ page, context }) => {
      await startWithSettings(context, { speed: 'normal' })
      await watchTasks(page)
      await page.goto('/')
      await page.getByRole('button', { name: /^Play against/ }).click()
      await expect(page.locator('[data-drop="5"]')).toBeVisible()
      const loading = (await tasksOf(page)).length

      // The first tile on the player's own wall marks the end of the round.
      const { moves } = await play(page, mouse, (_, { wall }) => wall.flat().some(Boolean))
      const during = (await tasksOf(page)).slice(loading)

      // A known long task must be recorded, or the count is meaningless.
      await page.evaluate(
        (wanted) =>
          new Promise<void>((resolve) => {
            setTimeout(() => {
              const end = performance.now() + wanted
              while (performance.now() < end);
              resolve()
            })
          }),
        CERTAIN,
      )
      await expect
        .poll(async () => (await tasksOf(page)).some((duration) => duration >= CERTAIN), {
          message: 'the known long task is recorded',
        })
        .toBe(true)

      expect(moves).toBeGreaterThan(0)
      console.log(
        `${name}: ${loading} while loading; in the round, ${moves} moves: ${during.length}` +
          (during.length > 0 ? ` (longest ${Math.max(...during)} ms)` : ''),
      )
    })
  })
}
