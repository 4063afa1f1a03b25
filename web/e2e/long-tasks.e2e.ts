import type { Page } from '@playwright/test'

import { begin, expect, test } from './support/fixtures.ts'
import { mouse, play } from './support/input.ts'

// How smooth the table is. Times depend on the machine, so they are told and not judged:
// docs/benchmarks has a run of it.

/** Longer than anything the page does, even on a slow machine: milliseconds. */
const CERTAIN = 3000

interface Tasks {
  long: number[]
}

/** Notes every task of the page's main thread that takes more than 50 ms. */
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

    test('tasks over 50 ms in a scripted round are counted', async ({ page, context }) => {
      await begin(context, { speed: 'normal' })
      await watchTasks(page)
      await page.goto('/')
      await page.getByRole('button', { name: /^Play against/ }).click()
      await expect(page.locator('[data-drop="5"]')).toBeVisible()
      const loading = (await tasksOf(page)).length

      // The first tile on the own wall comes with the end of the round.
      const { moves } = await play(page, mouse, (_, { wall }) => wall.flat().some(Boolean))
      const during = (await tasksOf(page)).slice(loading)

      // A task that is certainly long must be among them, or the count says nothing.
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
          message: 'the task that is certainly long is among them',
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
