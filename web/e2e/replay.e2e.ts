import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { startWithSettings, expect, test } from './support/fixtures.ts'
import { quickGame } from './support/quick-game.ts'
import { readTable } from './support/table.ts'

const SAMPLES = new URL(
  '../../crates/azulejo-rules/tests/data/samples/records.jsonl',
  import.meta.url,
)
const [SAMPLE = ''] = readFileSync(SAMPLES, 'utf8').split('\n')

const position = (page: Page) => page.getByText(/^Step \d+ of \d+$/)
const tiles = async (page: Page) => (await page.evaluate(readTable)).text

test.beforeEach(async ({ context }) => {
  await startWithSettings(context, { speed: 'instant' })
})

test('replays a pasted record step by step', async ({ page }) => {
  const sample = JSON.parse(SAMPLE) as { rounds: { moves: string[] }[]; scores: number[] }
  await page.goto('/replay')
  await page.getByLabel('Or paste the text of a record').fill(SAMPLE)
  await page.getByRole('button', { name: 'Show the game' }).click()

  await expect(position(page)).toHaveText(/^Step 0 of/)
  const total = Number(/of (\d+)/.exec(await position(page).innerText())?.[1])
  const moves = sample.rounds.flatMap((round) => round.moves).length
  expect(total, 'at least one step per move').toBeGreaterThan(moves)

  const empty = await tiles(page)
  await page.keyboard.press('ArrowRight')
  await expect(position(page)).toHaveText(`Step 1 of ${total}`)
  const first = await tiles(page)
  expect(first).not.toBe(empty)
  await page.keyboard.press('ArrowRight')
  await expect(position(page)).toHaveText(`Step 2 of ${total}`)
  expect(await tiles(page)).not.toBe(first)
  await page.keyboard.press('ArrowLeft')
  await expect(position(page)).toHaveText(`Step 1 of ${total}`)
  expect(await tiles(page), 'a step back shows the same table').toBe(first)

  await page.keyboard.press('PageDown')
  await expect(page.getByRole('banner')).toContainText('Round 2')
  await page.keyboard.press('PageUp')
  await expect(position(page)).toHaveText(`Step 1 of ${total}`)

  await page.keyboard.press('End')
  await expect(position(page)).toHaveText(`Step ${total} of ${total}`)
  const points = page.getByRole('region', { name: 'Points by source' })
  for (const score of sample.scores) {
    await expect(points.locator('.score').getByText(String(score), { exact: true })).toBeVisible()
  }
  // A single step to the end shows the scoring of the last round first, with the bonuses.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  const card = page.getByRole('region', { name: /^Round \d+: scoring$/ })
  await expect(card.getByRole('columnheader', { name: 'Bonus' })).toBeVisible()
  for (const score of sample.scores) {
    await expect(card.locator('.total b').getByText(String(score), { exact: true })).toBeVisible()
  }
  await expect(points).toHaveCount(0)
  await card.getByRole('button', { name: 'Result' }).click()
  await expect(points).toBeVisible()
  await page.keyboard.press('Home')
  await expect(position(page)).toHaveText(`Step 0 of ${total}`)
  expect(await tiles(page)).toBe(empty)
})

test('rejects an invalid record with a reason', async ({ page }) => {
  await page.goto('/replay')
  await page.getByLabel('Or paste the text of a record').fill(SAMPLE.replace('5R3', '5B3'))
  // The browser logs the expected rejection as an error.
  page.removeAllListeners('console')
  await page.getByRole('button', { name: 'Show the game' }).click()
  await expect(page.getByRole('alert')).toContainText('This isn’t a valid game record')
})

test('opens a link to a move of a game', async ({ page }) => {
  const game = await quickGame(page, { round: 2 })
  await page.goto(`/g/${game}/replay#7`)
  await expect(position(page)).toHaveText(/^Step 7 of/)
  const seventh = await tiles(page)
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`/g/${game}/replay#8`)
  await page.goto(`/g/${game}/replay#7`)
  await expect(position(page)).toHaveText(/^Step 7 of/)
  expect(await tiles(page)).toBe(seventh)
  await page.reload()
  await expect(position(page)).toHaveText(/^Step 7 of/)
})

test('jumps to a round and to a line of the log', async ({ page }) => {
  await page.goto('/replay')
  await page.getByLabel('Or paste the text of a record').fill(SAMPLE)
  await page.getByRole('button', { name: 'Show the game' }).click()
  await page.getByRole('button', { name: 'Round 2', exact: true }).click()
  await expect(page.getByRole('banner')).toContainText('Round 2')
  const log = page.getByRole('region', { name: 'Game log' })
  // The first step deals the first round.
  await log.getByRole('button').first().click()
  await expect(position(page)).toHaveText(/^Step 1 of/)
})

test('says that a picture is not a record', async ({ page }) => {
  await page.goto('/replay')
  const picture = {
    name: 'wall.png',
    mimeType: 'image/png',
    buffer: Buffer.from('\u0089PNG\0{\n{'),
  }
  await page.locator('input[type="file"]').setInputFiles(picture)
  await expect(page.getByRole('alert')).toHaveText('This file isn’t a game record.')
})
