import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { Page } from '@playwright/test'

import { startWithSettings, expect, test } from '../../e2e/support/fixtures.ts'
import { makeMove, mouse } from '../../e2e/support/input.ts'
import { quickGame } from '../../e2e/support/quick-game.ts'
import { isChoosingColumns, readTable, nextTurn, sensibleMove } from '../../e2e/support/table.ts'
import { toPalette } from './palette-png.ts'

// Every position comes from a real game on the server.

const FOLDER = fileURLToPath(new URL('../../../docs/screenshots/', import.meta.url))
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const THEMES = ['light', 'dark'] as const

test.beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true })
})

/** Takes screenshots of the page in both sizes and both themes. */
async function draw(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      await page.evaluate(() => document.fonts.ready.then(() => scrollTo(0, 0)))
      const drawn = await page.screenshot({ animations: 'disabled', caret: 'hide' })
      await writeFile(`${FOLDER}${name}-${size.width}-${theme}.png`, toPalette(drawn))
    }
  }
}

test('home', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('footer .who')).toBeVisible()
  await draw(page, 'home')
})

test('table', async ({ page, context }) => {
  await startWithSettings(context, { speed: 'instant' })
  const game = await quickGame(page, {
    round: 4,
    moves: 1,
    game: {
      seats: [
        { kind: 'me', name: 'Inês' },
        { kind: 'bot', level: 'apprentice' },
        { kind: 'bot', level: 'tiler' },
      ],
      wall: 'coloured',
    },
  })
  await page.goto(`/g/${game}`)
  await expect(page.locator('[data-drop="5"]')).toBeVisible()
  // Tiles in hand, so that the legal lines are highlighted.
  const { group } = sensibleMove(await page.evaluate(readTable))
  await mouse.take(page, group)
  await page.mouse.move(0, 0)
  await expect(page.locator('[data-drop][aria-disabled="false"]').first()).toBeVisible()
  await draw(page, 'table')
})

test('result', async ({ page, context }) => {
  await startWithSettings(context, { speed: 'instant' })
  const game = await quickGame(page, {
    game: {
      seats: [
        { kind: 'me', name: 'Inês' },
        { kind: 'bot', level: 'apprentice' },
      ],
      wall: 'coloured',
    },
  })
  await page.goto(`/g/${game}`)
  await expect(page.locator('#result-title')).toBeVisible()
  await draw(page, 'result')
})

test('grey', async ({ page, context }) => {
  await startWithSettings(context, { speed: 'instant', confirm: 'off' })
  const game = await quickGame(page, {
    round: 3,
    moves: 1,
    game: {
      seats: [
        { kind: 'me', name: 'Inês' },
        { kind: 'bot', level: 'tiler' },
      ],
      wall: 'grey',
    },
  })
  await page.goto(`/g/${game}`)
  // Plays to the end of the round, where columns are chosen.
  let before = ''
  for (;;) {
    const seen = await nextTurn(page, before)
    if (isChoosingColumns(seen)) break
    before = seen.text
    await makeMove(page, mouse, seen)
  }
  await page.mouse.move(0, 0)
  await draw(page, 'grey')
})

test('replay', async ({ page, context }) => {
  await startWithSettings(context, { speed: 'instant' })
  const game = await quickGame(page, { round: 4 })
  await page.goto(`/g/${game}/replay#30`)
  await expect(page.locator('[data-spot="centre"]')).toBeVisible()
  await draw(page, 'replay')
})

test('analysis', async ({ page, context }) => {
  await startWithSettings(context, { speed: 'instant' })
  const game = await quickGame(page)
  await page.goto(`/analysis#game=${game}@17`)
  const engine = page.getByRole('region', { name: 'Engine' })
  await expect(engine.getByRole('listitem').first()).toBeVisible()
  await expect(engine).toHaveAttribute('aria-busy', 'false')
  await draw(page, 'analysis')
  await page.getByRole('button', { name: 'Edit position' }).click()
  await page.getByLabel('Start marker in the centre').click()
  await page
    .getByRole('button', { name: /^Line 1: / })
    .first()
    .click()
  await draw(page, 'editor')
})

test('report', async ({ page, context }) => {
  await startWithSettings(context, { speed: 'instant' })
  const game = await quickGame(page, {
    game: {
      seats: [
        { kind: 'me', name: 'Inês' },
        { kind: 'bot', level: 'artisan' },
      ],
      wall: 'coloured',
    },
  })
  await page.goto(`/g/${game}/report`)
  await expect(page.getByRole('region', { name: 'The account' })).toBeVisible()
  await draw(page, 'report')
})

test('rules', async ({ page }) => {
  await page.goto('/learn')
  await expect(page.locator('main section').first()).toBeVisible()
  await draw(page, 'rules')
})

test('tutorial', async ({ page, context }) => {
  await startWithSettings(context, { speed: 'instant' })
  await page.goto('/learn/first-round')
  await page.locator('main section .button.primary').click()
  await expect(page.locator('main button.lit').first()).toBeVisible()
  await page.locator('main button.lit').first().click()
  await page.mouse.move(0, 0)
  await draw(page, 'tutorial')
})

test('settings', async ({ page }) => {
  await page.goto('/settings')
  await expect(page.locator('input[autocomplete="nickname"]')).toBeVisible()
  await draw(page, 'settings')
})

test('puzzle', async ({ page, context }) => {
  await startWithSettings(context, { speed: 'instant' })
  await page.goto('/puzzles/1cpnku0')
  await expect(page.getByTestId('rating')).toBeVisible()
  await page.getByRole('button', { name: 'Show the solution' }).click()
  await expect(page.getByText('No other move wins.').first()).toBeVisible()
  await draw(page, 'puzzle')
})
