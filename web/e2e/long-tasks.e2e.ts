import { startWithSettings, expect, test } from './support/fixtures.ts'
import { expectResult, mouse, play, touch } from './support/input.ts'
import { LONG_TASK, startTrace, stopTrace, summary } from './support/tasks.ts'

// Main thread smoothness. Times depend on the machine, so they are logged, not asserted; see
// docs/benchmarks. `npm run long-tasks` plays whole games.

const WHOLE_GAME = process.env.AZULEJO_LONG !== undefined

/** In milliseconds; longer than any task of the page, even on a slow machine. */
const CERTAIN = 3000

for (const { name, use, hand } of [
  { name: 'desktop', use: { viewport: { width: 1440, height: 900 } }, hand: mouse },
  {
    name: 'phone',
    use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    hand: touch,
  },
]) {
  test.describe(name, () => {
    test.use(use)

    test('reports the long tasks of a game', async ({ page, context, browser }) => {
      await startWithSettings(context, { speed: 'normal' })
      await startTrace(browser, page)
      await page.goto('/')
      await page.getByRole('button', { name: /^Play against/ }).click()
      await expect(page.locator('[data-drop="5"]')).toBeVisible()

      // The first tile on the player's own wall marks the end of the round.
      const { moves } = await play(
        page,
        hand,
        (_, { wall }) => !WHOLE_GAME && wall.flat().some(Boolean),
      )
      if (WHOLE_GAME) await expectResult(page, 2)
      expect(moves).toBeGreaterThan(0)
      const tasks = await stopTrace(browser)

      // A known long task must be recorded, or the count is meaningless.
      await startTrace(browser, page)
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
      const known = await stopTrace(browser)
      expect(Math.max(...known.map(({ wall }) => wall))).toBeGreaterThanOrEqual(CERTAIN)
      expect(Math.max(...known.map(({ cpu }) => cpu))).toBeGreaterThan(LONG_TASK)

      console.log(`${name}, ${moves} moves: ${summary(tasks)}`)
    })
  })
}
