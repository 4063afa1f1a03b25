import AxeBuilder from '@axe-core/playwright'

import { expect, startWithSettings, test } from './support/fixtures.ts'
import { quickGame } from './support/quick-game.ts'

test('the chosen character is the opponent at the table', async ({ page }) => {
  await page.goto('/play')
  await page.getByRole('radio', { name: 'Lia, Beginner (1)' }).check({ force: true })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.getByRole('button', { name: 'Play against Lia' }).click()
  await expect(page.locator('.other .name').first()).toHaveText('Lia')
  await page.goto('/')
  await expect(page.locator('.company').first()).toHaveText('Lia (1)')
})

test('a finished game shows places and saves an image', async ({ page }) => {
  const id = await quickGame(page)
  await page.goto(`/g/${id}`)
  const result = page.locator('section.result')
  await expect(result.getByRole('img', { name: /^Place 1/ }).first()).toBeVisible()
  await expect(result.getByText('Apprentice (2)').first()).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id: rule }) => rule)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    result.getByRole('button', { name: 'Save image' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`azulejo-${id}.png`)
})

test('the switch for sounds is kept', async ({ page, context }) => {
  await startWithSettings(context, { soundsAsked: false })
  const id = await quickGame(page, { round: 1, moves: 1 })
  await page.goto(`/g/${id}`)
  const question = page.getByRole('group', { name: 'Play with sound?' })
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(question).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sounds' })).toHaveAttribute('aria-pressed', 'true')
  await expect(question).toHaveCount(0)
})
