import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { axe } from './support/axe.ts'
import { expect, startWithSettings, test } from './support/fixtures.ts'
import { quickGame } from './support/quick-game.ts'

const root = new URL('../../', import.meta.url)
const native = JSON.parse(
  readFileSync(new URL('crates/azulejo-wasm/tests/data/behaviour.json', root), 'utf8'),
) as { games: { bots: string; record: string }[] }
const recordOf = (bots: string) => native.games.find((game) => game.bots === bots)?.record ?? ''

const PHONE = { width: 390, height: 844 }
const DAY = 24 * 60 * 60 * 1000

/** Runs a command in the box, which is opened first. */
async function command(page: Page, text: string): Promise<void> {
  const box = page.getByLabel('Command', { exact: true })
  if (!(await box.isVisible())) await page.keyboard.press('/')
  await box.fill(text)
  await box.press('Enter')
}

/** The move that two hints name, in notation. */
async function hintedMove(page: Page): Promise<string> {
  await command(page, 'hint')
  await command(page, 'hint')
  const text = await page.locator('#command-output').innerText()
  const colours = { blue: 'b', yellow: 'y', red: 'r', black: 'k', white: 'w' } as const
  const colour = /(blue|yellow|red|black|white)/.exec(text)?.[1] as keyof typeof colours
  const source = /factory (\d)/.exec(text)?.[1] ?? 'c'
  const line = /line (\d)/.exec(text)?.[1] ?? 'f'
  return `${source}${colours[colour]}${line}`
}

async function openReport(page: Page, record: string): Promise<void> {
  await page.goto('/report?effort=quick')
  await page.getByLabel('Or paste the text of a record').fill(record)
  await page.getByRole('button', { name: 'Show the game' }).click()
}

test.beforeEach(async ({ context }) => {
  await startWithSettings(context, { speed: 'instant' })
})

for (const phone of [false, true]) {
  test(`from the result to a solved exercise${phone ? ' on a phone' : ''}`, async ({ page }) => {
    if (phone) await page.setViewportSize(PHONE)
    const game = await quickGame(page)
    await page.goto(`/g/${game}/report?effort=quick`)
    const link = page.getByRole('link', { name: /^Learn from your errors \(\d+\)$/ })
    await expect(link).toBeVisible()
    const count = Number(/\d+/.exec(await link.innerText())?.[0])
    await link.click()
    await expect(page.getByText(`Exercise 1 of ${count}`)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find something better')
    expect(await axe(page)).toEqual([])
    const move = await hintedMove(page)
    await command(page, move)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Solved')
    await expect(page.getByText(/^That’s right/).first()).toBeVisible()
    await expect(page.getByRole('group', { name: 'Best play' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Exercise 1, solved' })).toBeVisible()
    expect(await axe(page)).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, 'the page does not scroll sideways').toBeLessThanOrEqual(0)
    // The solved exercise is gone; the others wait.
    await page.goto('/study')
    await expect(page.getByRole('link', { name: /^Learn from your errors/ })).toContainText(
      count === 1 ? 'All done' : `${count - 1} exercise`,
    )
  })
}

test('a missed error shows its solution and returns after a day', async ({ page }) => {
  const game = await quickGame(page)
  await page.goto(`/g/${game}/report?effort=quick`)
  await page.getByRole('link', { name: /^Learn from your errors/ }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Find something better')
  await page.getByRole('button', { name: 'Show the solution' }).click()
  await expect(heading).toHaveText('The solution')
  // Going through the solution, starting again and going back work at any time.
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('button', { name: 'Again' }).click()
  await expect(heading).toHaveText('Find something better')
  const states = await page.evaluate(() => localStorage.getItem('azulejo.exercises'))
  const [state] = Object.values(
    JSON.parse(states ?? '{}') as Record<string, { due: number; tried: number }>,
  )
  expect((state?.due ?? 0) - (state?.tried ?? 0)).toBe(DAY)
})

test('wrong moves use up the tries, and the solution follows', async ({ page }) => {
  await openReport(page, recordOf('artisan,tiler'))
  await page.getByRole('link', { name: /^Practise .*’s errors \(\d+\)$/ }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Find something better')
  await page.reload()
  await expect(heading).toHaveText('Find something better')
  await command(page, 'legal')
  const legal = (await page.locator('#command-output').innerText()).match(/\b[\dC][BYRKW][\dF]\b/g)
  const floors = (legal ?? []).filter((move) => move.endsWith('F'))
  for (const move of floors) {
    await command(page, move)
    await expect(page.getByText(/Checking/)).toHaveCount(0)
    if ((await heading.innerText()) !== 'Find something better') break
  }
  await expect(heading).toHaveText(/The solution|Solved/)
})

test('the study page opens records, positions and links', async ({ page }) => {
  await page.goto('/study')
  await expect(page.getByText('Finish a game and its report will appear here.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  const box = page.getByLabel('Paste a position, a record or a link')
  await box.fill('nonsense')
  await expect(page.locator('form').getByRole('status')).toContainText('isn’t a position')
  await box.fill(recordOf('artisan,tiler'))
  await expect(page.locator('form').getByRole('status')).toContainText('Moves:')
  await page.getByRole('button', { name: 'Report' }).click()
  await expect(page).toHaveURL(/\/report/)
  await page.goto('/study/errors')
  await expect(page.getByText('There are no exercises yet.')).toBeVisible()
})

test('an analysis is saved under a name, opened, renamed and deleted', async ({ page }) => {
  await page.goto('/analysis')
  await page.getByRole('button', { name: 'Random' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('  First   deal ')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved: First deal').first()).toBeVisible()
  await expect(page).toHaveURL(/#c2_.*!/)
  const saved = page.url().split('#')[1]?.split('@')[0]
  await page.goto('/study')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Second name')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('link', { name: /^Open.*Second name/ }).click()
  await expect.poll(() => page.url().split('#')[1]?.split('@')[0]).toBe(saved)
  await page.goto('/study')
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Save an analysis under a name')).toBeVisible()
  await page.goto('/analysis#study=0123')
  await expect(page.getByRole('alert')).toContainText('isn’t on this device')
})
