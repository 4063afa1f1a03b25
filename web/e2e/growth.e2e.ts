import type { CDPSession } from '@playwright/test'

import { startWithSettings, expect, test } from './support/fixtures.ts'
import { expectResult, mouse, play } from './support/input.ts'

// Memory over rematches.

const GAMES = 3

/** The DOM nodes in memory after garbage collection, detached ones included. */
async function nodes(session: CDPSession): Promise<number> {
  // Finalizers of the first collection may release more.
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Memory.getDOMCounters')).nodes
}

test('keeps no elements of earlier games over rematches', async ({ page, context }) => {
  test.slow()
  await startWithSettings(context, { speed: 'fast' })
  const session = await context.newCDPSession(page)
  await page.goto('/')
  await page.getByRole('button', { name: /^Play against/ }).click()
  const counts: number[] = []
  for (let game = 0; game < GAMES; game += 1) {
    await play(page, mouse)
    await expectResult(page, 2)
    counts.push(await nodes(session))
    if (game + 1 === GAMES) break
    await page.getByRole('button', { name: 'Rematch' }).click()
    await expect(page.locator('#result-title')).toHaveCount(0)
  }
  const [first = 0] = counts
  expect(counts.at(-1), `nodes after each game: ${counts.join(', ')}`).toBeLessThan(first * 1.1)
})
