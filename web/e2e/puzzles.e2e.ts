import { readdirSync, readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import {
  dailyPuzzle,
  orderById,
  readPuzzles,
  type Puzzle,
} from '../src/pages/puzzles/puzzle-set.ts'
import { axe } from './support/axe.ts'
import { collectErrors, expect, startWithSettings, test } from './support/fixtures.ts'
import { touch } from './support/input.ts'
import { startProxy } from './support/proxy.ts'
import { cachedPaths, waitUntilCached } from './support/service-worker.ts'

const FOLDER = new URL('../../crates/azulejo-ai/puzzles/', import.meta.url)
const files = readdirSync(FOLDER).map((name) => readFileSync(new URL(name, FOLDER), 'utf8'))
const puzzles = orderById(files.flatMap(readPuzzles))

const PHONE = { width: 390, height: 844 }

test.beforeEach(async ({ context }) => {
  await startWithSettings(context, { speed: 'instant' })
})

/** A puzzle for two players on the coloured wall, whose network every browser downloads first. */
function find(kind: Puzzle['kind'], steps: number): Puzzle {
  const found = puzzles.find(
    (one) => one.kind === kind && one.solution.length === steps && one.position.startsWith('c2'),
  )
  if (!found) throw new Error(`no puzzle of the kind ${kind} with ${steps} steps`)
  return found
}

const feedback = (page: Page) => page.locator('section[aria-labelledby="feedback"]')
const rating = (page: Page) => page.getByTestId('rating')
const streak = (page: Page) => page.getByTestId('streak')

/** Plays a move by keys and confirms it. */
async function playKeys(page: Page, move: string) {
  const held = page.getByRole('button', { name: 'Play it' })
  await expect(rating(page)).toBeVisible()
  for (const key of move) await page.keyboard.press(key.toLowerCase())
  await expect(held).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(held).toBeHidden()
}

/** Plays the solver's moves of a solution. */
async function solve(page: Page, { solution }: Puzzle) {
  for (const move of solution.filter((_, index) => index % 2 === 0)) await playKeys(page, move)
}

/** A move that is legal but not the solution: another target for the same tiles. */
async function playWrong(page: Page, { solution }: Puzzle) {
  const right = solution[0] ?? ''
  await playKeys(page, right.slice(0, 2) + (right.endsWith('F') ? '1' : 'F'))
}

test('a puzzle is solved by keys, and the progress survives a reload', async ({ page }) => {
  const errors = collectErrors(page)
  const puzzle = find('end-of-round', 3)
  await page.goto(`/puzzles/${puzzle.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^One of \d+ moves is clearly best$/,
  )
  await expect(rating(page)).toHaveText('0')
  expect(await axe(page)).toEqual([])

  await playKeys(page, puzzle.solution[0] ?? '')
  await expect(feedback(page)).toContainText('Now find the next move.')
  expect(await axe(page)).toEqual([])
  await playKeys(page, puzzle.solution[2] ?? '')
  await expect(feedback(page).getByRole('heading')).toHaveText('Solved at the first try')
  await expect(feedback(page)).toHaveAttribute('aria-busy', 'false')
  await expect(feedback(page)).toContainText(/The next best move lowers your chance to win by \d+%/)
  const line = page.getByRole('list', { name: 'The moves' })
  await expect(line.getByRole('listitem')).toHaveCount(4)
  await expect(streak(page)).toHaveText('1 in a row')
  expect(await axe(page)).toEqual([])
  const after = await rating(page).textContent()
  expect(after).not.toBe('0')

  // The positions of the line.
  await line.getByRole('button', { name: 'The start' }).click()
  await expect(line.getByRole('button', { pressed: true })).toHaveAccessibleName('The start')

  await page.getByRole('button', { name: 'Check this puzzle again' }).click()
  await expect(feedback(page)).toContainText(/the solution stands, \d+% ahead/)

  await page.reload()
  await expect(rating(page)).toHaveText(after ?? '')
  await expect(streak(page)).toHaveText('1 in a row')
  await solve(page, puzzle)
  await expect(feedback(page)).toContainText('You’ve seen this puzzle before')
  await expect(rating(page)).toHaveText(after ?? '')

  await page.getByRole('button', { name: 'Analyse' }).click()
  await expect(page).toHaveURL(/\/analysis#/)
  await expect(page.getByRole('heading', { name: 'Analysis' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Moves' }).getByRole('button')).not.toHaveCount(0)
  expect(errors).toEqual([])
})

test('a wrong move is explained and costs the first try', async ({ page }) => {
  const puzzle = find('deny', 1)
  await page.goto(`/puzzles/${puzzle.id}`)
  await expect(rating(page)).toHaveText('0')
  await playWrong(page, puzzle)
  await expect(feedback(page).getByRole('heading')).toHaveText('Not this one')
  await expect(feedback(page)).toContainText(/lowers your chance to win by \d+%/)
  await expect(rating(page)).toHaveText(/^−\d+$/)
  expect(await axe(page)).toEqual([])

  // A reload gives no second first try.
  const after = (await rating(page).textContent()) ?? ''
  await page.reload()
  await solve(page, puzzle)
  await expect(feedback(page).getByRole('heading')).toHaveText('Solved')
  await expect(rating(page)).toHaveText(after)
  await expect(streak(page)).toHaveText('0 in a row')
})

test('hints, the solution and another try', async ({ page }) => {
  const puzzle = find('last-round', 5)
  await page.goto(`/puzzles/${puzzle.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^One of \d+ moves wins$/)
  const hint = page.getByRole('button', { name: 'Hint' })
  await hint.click()
  await expect(page.getByRole('status')).toContainText('A hint counts as a try.')
  await hint.click()
  await expect(hint).toBeDisabled()
  await page.getByRole('button', { name: 'Show the solution' }).click()
  await expect(feedback(page).getByRole('heading')).toHaveText('The solution')
  await expect(feedback(page)).toContainText('No other move wins.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await solve(page, puzzle)
  await expect(feedback(page).getByRole('heading')).toHaveText('Solved')
})

test('puzzles are solved by text commands', async ({ page }) => {
  const puzzle = find('end-of-round', 3)
  await page.goto(`/puzzles/${puzzle.id}`)
  await expect(rating(page)).toBeVisible()
  await page.keyboard.press('/')
  const answer = page.locator('#command-output')
  await page.keyboard.type('task\n')
  await expect(answer).toHaveText(/^One of \d+ moves is clearly best\./)
  await page.keyboard.type('c\n')
  await expect(answer).toHaveText(/^Centre: /)
  await page.keyboard.type(`${puzzle.solution[0]?.toLowerCase()}\n`)
  await expect(answer).toHaveText(/^That’s it\. Opponent .* Now find the next move\.$/)
  await page.keyboard.type(`${puzzle.solution[2]}\n`)
  await expect(answer).toHaveText('Solved at the first try')
  await page.keyboard.type('next\n')
  await expect(page).toHaveURL(/\/puzzles$/)
})

test('the daily puzzle, a filter, the difficulty and an unknown address', async ({ page }) => {
  const dates = Array.from({ length: 21 }, (_, index) => `2026-11-${index + 10}`)
  const day = dates.find((one) => dailyPuzzle(puzzles, one)?.position.startsWith('c2')) ?? ''
  const daily = dailyPuzzle(puzzles, day)
  if (!daily) throw new Error('no puzzle of the day')
  const date = `${day.slice(-2)} Nov 2026`
  await page.clock.setFixedTime(new Date(`${day}T10:00:00`))
  await page.goto('/puzzles/daily')
  await expect(page.getByText(`Daily puzzle · ${date}`)).toBeVisible()
  const days = page.getByRole('list', { name: 'Last seven days' }).getByRole('listitem')
  await expect(days).toHaveCount(7)
  await expect(days.last()).toContainText(`${date}: today’s puzzle`)
  await solve(page, daily)
  await expect(days.last()).toContainText(`${date}: solved at the first try`)
  await page.reload()
  await expect(days.last()).toContainText(`${date}: solved at the first try`)
  await page.getByRole('button', { name: /^Take the floor/ }).click()
  await expect(page).toHaveURL(/\/puzzles$/)
  await expect(page.locator('header.task')).toContainText('Take the floor')
  // The same puzzle after a reload.
  const board = () => page.getByRole('region', { name: 'Your player board' }).textContent()
  const before = await board()
  await page.reload()
  await expect(page.locator('header.task')).toContainText('Take the floor')
  expect(await board()).toBe(before)
  await page.getByRole('radio', { name: 'Harder' }).check()
  await expect(page.getByRole('radio', { name: 'Harder' })).toBeChecked()

  await page.goto('/puzzles/forged')
  await expect(page.getByText('There’s no puzzle at this address.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Solve another puzzle' }).click()
  await expect(page).toHaveURL(/\/puzzles$/)
  await expect(rating(page)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: 'dark' })

  test('a puzzle is solved by touch with a docked main action', async ({ page }) => {
    const puzzle = find('end-of-round', 1)
    const [move = ''] = puzzle.solution
    await page.goto(`/puzzles/${puzzle.id}`)
    const docked = page.getByRole('button', { name: 'Show the solution' })
    await expect(docked).toBeInViewport()
    expect(await axe(page)).toEqual([])
    const [source = '', colour = '', target = ''] = move
    const factory = source === 'C' ? null : Number(source)
    await touch.take(page, { factory, colour, count: 1 })
    await touch.place(page, target === 'F' ? 'floor' : Number(target))
    await page.getByRole('button', { name: 'Play it' }).tap()
    await expect(feedback(page).getByRole('heading')).toHaveText('Solved at the first try')
    await expect(feedback(page).getByRole('heading')).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Next puzzle' })).toBeInViewport()
    expect(await axe(page)).toEqual([])
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.body.clientWidth)
    expect(await overflow()).toBe(0)
    await page.getByRole('button', { name: 'Next puzzle' }).tap()
    await expect(page).toHaveURL(/\/puzzles$/)
  })
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('puzzles work once they were fetched', async ({ browser, server }) => {
    const proxy = await startProxy(server.url)
    const context = await browser.newContext({ serviceWorkers: 'allow', locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto(proxy.url)
    await waitUntilCached(page)
    await page.goto(`${proxy.url}/puzzles`)
    await expect(rating(page)).toBeVisible()
    await expect
      .poll(async () => (await cachedPaths(page)).some((path) => path.includes('/two-players-')))
      .toBe(true)
    proxy.cut()
    const puzzle = find('end-of-round', 1)
    await page.goto(`${proxy.url}/puzzles/${puzzle.id}`)
    await solve(page, puzzle)
    await expect(feedback(page).getByRole('heading')).toHaveText('Solved at the first try')
    await expect(feedback(page)).toContainText('The next best move lowers your chance')
    await context.close()
    await proxy.close()
  })
})
