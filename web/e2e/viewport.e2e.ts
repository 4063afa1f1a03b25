import type { Page } from '@playwright/test'

import { startWithSettings, expect, waitForFonts, test } from './support/fixtures.ts'
import { makeMove, touch } from './support/input.ts'
import { quickGame } from './support/quick-game.ts'
import { nextTurn } from './support/table.ts'

// The next control is visible without scrolling.

const LANGUAGES = ['en', 'de', 'nl', 'nb', 'is', 'it']

test.beforeEach(async ({ context }) => {
  await startWithSettings(context, { speed: 'instant' })
})

async function useTestLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate((tag) => {
    const key = 'azulejo.settings'
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as object
    localStorage.setItem(key, JSON.stringify({ ...kept, language: tag }))
  }, language)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await waitForFonts(page)
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  for (const path of ['/play', '/play?with=friends', '/play?with=screen']) {
    test(`the start button at ${path} is visible`, async ({ page }) => {
      await page.goto(path)
      const button = page.locator('form button[type="submit"]')
      for (const language of LANGUAGES) {
        await useTestLanguage(page, language)
        await expect(button).toBeInViewport({ ratio: 1 })
      }
      // It does not cover the focused control.
      const last = page.locator('form section').last().locator('input, select, button').last()
      const covered = () =>
        button.evaluate((element) => {
          const focused = document.activeElement?.getBoundingClientRect()
          return focused === undefined || focused.bottom > element.getBoundingClientRect().top
        })
      await page.locator('form :is(input, select, button)').first().focus()
      const atTheEnd = () => last.evaluate((element) => element === document.activeElement)
      for (let presses = 0; !(await atTheEnd()); presses += 1) {
        expect(presses, 'Tab reaches the last control').toBeLessThan(40)
        await page.keyboard.press('Tab')
        expect(await covered(), 'the focused control is not covered').toBe(false)
      }
    })
  }
})

for (const width of [320, 360, 390]) {
  test(`the toolbar fits in one line at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 })
    const game = await quickGame(page, { round: 1, moves: 1 })
    await page.goto(`/g/${game}`)
    for (const language of LANGUAGES) {
      await useTestLanguage(page, language)
      const tools = page.getByRole('toolbar').locator('button')
      // Undo, hint, resign, sounds, commands and help.
      await expect(tools).toHaveCount(6)
      const tops = await tools.evaluateAll((buttons) =>
        buttons.map((button) => Math.round(button.getBoundingClientRect().top)),
      )
      expect.soft(new Set(tops).size, `${language}: lines of tools`).toBe(1)
    }
  })
}

/** The height of the page outside the viewport. */
const hidden = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)

test('a replay of a running game of two fits on the screen', async ({ page }) => {
  const game = await quickGame(page, { round: 1, moves: 1 })
  await page.goto(`/g/${game}/replay`)
  for (const language of LANGUAGES) {
    await useTestLanguage(page, language)
    await expect(page.getByRole('slider')).toBeVisible()
    expect.soft(await hidden(page), `${language}: nothing to scroll for`).toBeLessThanOrEqual(0)
  }
})

test('a replay of a finished game of two fits on the screen', async ({ page }) => {
  const game = await quickGame(page)
  await page.goto(`/g/${game}/replay`)
  const position = page.getByText(/^Step \d+ of \d+$/)
  await expect(position).toHaveText(/^Step 0 of/)
  await waitForFonts(page)
  // The start, a move, the end of a round and the end of the game.
  for (const [key, where] of [
    ['Home', /^Step 0 of/],
    ['ArrowRight', /^Step 1 of/],
    ['PageDown', /^Step \d+ of/],
    ['ArrowLeft', /^Step \d+ of/],
    ['End', /^Step (\d+) of \1$/],
  ] as const) {
    await page.keyboard.press(key)
    await expect(position).toHaveText(where)
    expect(await hidden(page), `${key}: nothing to scroll for`).toBeLessThanOrEqual(0)
  }
})

/** The tables of two to four players on both walls. */
const TABLES = [2, 3, 4].flatMap((players) =>
  (['coloured', 'grey'] as const).map((wall) => ({
    players,
    wall,
    newGame: {
      seats: [
        { kind: 'me' as const },
        ...Array.from({ length: players - 1 }, () => ({
          kind: 'bot' as const,
          level: 'beginner' as const,
        })),
      ],
      wall,
    },
  })),
)

for (const { players, wall, newGame } of TABLES) {
  test(`a low screen shows the offer and the own board, ${players} players, ${wall}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 844, height: 390 })
    const game = await quickGame(page, { round: 1, moves: 1, game: newGame })
    await page.goto(`/g/${game}`)
    for (const [width, height] of [
      [844, 390],
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height })
      await waitForFonts(page)
      const size = `${width} × ${height}`
      for (const part of ['.table .sources', '.table .say', '.mine .board']) {
        await expect(page.locator(part).first(), `${part} at ${size}`).toBeInViewport({ ratio: 1 })
      }
      for (const tool of ['Undo', 'Hint']) {
        const button = page.getByRole('button', { name: tool })
        await expect(button, `${tool} at ${size}`).toBeInViewport({ ratio: 1 })
      }
      const chips = page.locator('.others .chip .chip')
      await expect(chips).toHaveCount(players - 1)
      for (const chip of await chips.all()) await expect(chip).toBeInViewport({ ratio: 1 })
    }
  })
}

test.describe('a table on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  /** The size of the smallest control for tiles, and of the lowest line. */
  const smallest = (page: Page) =>
    page.evaluate(() => {
      const size = (selector: string) =>
        Math.min(
          ...[...document.querySelectorAll(selector)].flatMap((element) => {
            const { width, height } = element.getBoundingClientRect()
            return [width, height]
          }),
        )
      return { tiles: size('.quadrant, .group'), lines: size('.mine [data-drop]') }
    })

  for (const { players, wall, newGame } of TABLES) {
    test(`has large controls that stay in place, ${players} players, ${wall}`, async ({ page }) => {
      const game = await quickGame(page, { round: 1, game: newGame })
      await page.goto(`/g/${game}`)
      await expect(page.locator('.mine .board')).toBeVisible()
      await waitForFonts(page)
      const place = async () => (await page.locator('[data-drop="1"]').boundingBox())?.y
      const before = await place()
      let text = ''
      for (let moves = 0; moves < 2; moves += 1) {
        const seen = await nextTurn(page, text)
        text = seen.text
        const { tiles, lines } = await smallest(page)
        expect(tiles, 'tiles').toBeGreaterThanOrEqual(38)
        expect(lines, 'lines').toBeGreaterThanOrEqual(38)
        expect(await place(), 'the board stays in place').toBe(before)
        await makeMove(page, touch, seen)
      }
      const seen = await nextTurn(page, text)
      expect(seen.acting).toBe(true)
      await expect(page.locator('.say .above'), 'the last move').toBeInViewport({ ratio: 1 })
    })
  }
})

for (const [width, height, smallest] of [
  [1440, 900, 24],
  [390, 844, 17],
] as const) {
  test(`the boards of three opponents are readable at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const newGame = TABLES.find(({ players }) => players === 4)?.newGame
    const game = await quickGame(page, { round: 1, moves: 1, ...(newGame && { game: newGame }) })
    await page.goto(`/g/${game}`)
    await expect(page.locator('.others .small .board')).toHaveCount(3)
    const widths = await page
      .locator('.others .small .cell')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width))
    expect(Math.min(...widths), 'the size of a cell').toBeGreaterThanOrEqual(smallest)
  })
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`opened details of a round are visible in the log at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const game = await quickGame(page, { round: 2, moves: 1 })
    await page.goto(`/g/${game}`)
    const details = page.locator('.log details').first()
    await details.locator('summary').click()
    const lines = details.locator('li')
    expect(await lines.count()).toBeGreaterThan(2)
    for (const line of (await lines.all()).slice(0, 3)) {
      await expect(line).toBeInViewport({ ratio: 1 })
    }
  })
}

test('a hint is visible without scrolling', async ({ page }) => {
  const game = await quickGame(page, { round: 2, moves: 1 })
  await page.goto(`/g/${game}`)
  await page.getByRole('button', { name: 'Hint' }).click()
  const hint = page.locator('.hint:has(b)')
  await expect(hint).toBeVisible()
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [844, 390],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height })
    await waitForFonts(page)
    await expect(hint, `at ${width} px`).toBeInViewport({ ratio: 1 })
  }
})
