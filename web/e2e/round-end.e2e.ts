import type { Page } from '@playwright/test'

import { expect, startWithSettings, test } from './support/fixtures.ts'
import { makeMove, mouse } from './support/input.ts'
import { quickGame } from './support/quick-game.ts'
import { nextTurn, readTable } from './support/table.ts'

const note = (page: Page) => page.locator('header .note')
const nextRound = (page: Page) => page.getByRole('button', { name: 'Next round' })

/** Plays the first round up to its scoring. */
async function playToScoring(page: Page): Promise<void> {
  let before = ''
  for (;;) {
    const seen = await nextTurn(page, before)
    before = seen.text
    await makeMove(page, mouse, seen)
    await expect
      .poll(
        async () => {
          const now = await page.evaluate(readTable)
          const scoring = (await note(page).innerText()).includes('scoring')
          return scoring || (now.acting && now.text !== before)
        },
        { message: 'the next turn or the scoring', intervals: [10, 20, 50] },
      )
      .toBe(true)
    if ((await note(page).innerText()).includes('scoring')) return
  }
}

/** The pieces in factories and centre. */
const offered = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('[data-spot]')].filter(({ dataset }) =>
        /^(f\d:|centre:|marker)/.test(dataset.spot ?? ''),
      ).length,
  )

test('the end of a round is a scene that stays until it is dismissed', async ({
  page,
  context,
}) => {
  await startWithSettings(context, { speed: 'normal', confirm: 'off' })
  await page.goto('/')
  await page.getByRole('button', { name: /^Play against/ }).click()
  await playToScoring(page)
  await expect(note(page)).toHaveText('Round 1: scoring')
  expect(await offered(page), 'the offer is empty').toBe(0)

  // Skipping shows the card at once.
  await page.keyboard.press('s')
  const card = page.getByRole('region', { name: 'Round 1: scoring' })
  await expect(card).toBeVisible()
  await expect(card.locator('tbody')).toHaveCount(2)
  await expect(note(page)).toHaveText('Round 1: scoring')
  expect(await offered(page), 'the offer is still empty').toBe(0)
  await expect(page.getByRole('region', { name: /log/i })).not.toContainText('Round 2')

  await nextRound(page).click()
  await expect(note(page)).toHaveText('Round 2 · coloured wall')
  await expect.poll(() => offered(page)).toBeGreaterThan(0)
})

test('reloading during the scoring shows the next round', async ({ page, context }) => {
  await startWithSettings(context, { speed: 'normal', confirm: 'off' })
  await page.goto('/')
  await page.getByRole('button', { name: /^Play against/ }).click()
  await playToScoring(page)
  await page.reload()
  await expect(note(page)).toHaveText('Round 2 · coloured wall')
  await expect.poll(() => offered(page)).toBeGreaterThan(0)
  await expect(nextRound(page)).toHaveCount(0)
})

test('a replay shows the card of each round', async ({ page, context }) => {
  await startWithSettings(context, { speed: 'instant' })
  const game = await quickGame(page, { round: 2, moves: 1 })
  await page.goto(`/g/${game}/replay`)
  await expect(page.getByRole('slider')).toBeVisible()
  // The step before the second deal scores the first round.
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowLeft')
  await expect(note(page)).toHaveText('Round 1: scoring')
  await expect(page.getByRole('region', { name: 'Round 1: scoring' })).toBeVisible()
  expect(await offered(page)).toBe(0)
  await page.keyboard.press('ArrowRight')
  await expect(note(page)).toHaveText('Round 2 · coloured wall')
})
