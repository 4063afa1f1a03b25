import { startWithSettings, expect, test } from './support/fixtures.ts'
import { chooseColumns, expectResult, keyboard, mouse, play, touch } from './support/input.ts'
import { isChoosingColumns, readTable, nextTurn } from './support/table.ts'

// Whole games on one device through the user interface, from the home page to the result.

test.beforeEach(async ({ context }) => {
  await startWithSettings(context, { speed: 'instant' })
})

/** Even the shortest game of two has more moves. */
const FEWEST_MOVES = 10

test('plays a game against a bot by mouse', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Play against/ }).click()
  await expect(page).toHaveURL(/\/g\//)
  const { moves } = await play(page, mouse)
  expect(moves).toBeGreaterThan(FEWEST_MOVES)
  await expectResult(page, 2)
  await page.getByRole('button', { name: 'Rematch' }).click()
  await expect(page.locator('#result-title')).toHaveCount(0)
  const isEmpty = async () =>
    (await page.evaluate(readTable)).wall.flat().every((cell) => cell === null)
  await expect.poll(isEmpty, 'the wall of the new game is empty').toBe(true)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('plays a game against a bot by touch', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: /^Play against/ }).tap()
    await expect(page).toHaveURL(/\/g\//)
    const { moves } = await play(page, touch)
    expect(moves).toBeGreaterThan(FEWEST_MOVES)
    await expectResult(page, 2)
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wider, 'no horizontal scroll').toBe(0)
  })
})

test('plays a game against a bot by keyboard alone', async ({ page }) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: /^Play against/ })
  await expect(button).toBeVisible()
  const focused = () => button.evaluate((element) => element === document.activeElement)
  for (let presses = 0; !(await focused()); presses += 1) {
    expect(presses, 'Tab reaches the button').toBeLessThan(40)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/g\//)
  const { moves } = await play(page, keyboard)
  expect(moves).toBeGreaterThan(FEWEST_MOVES)
  await expectResult(page, 2)
})

test('plays a game of three on the grey wall by keyboard', async ({ page }) => {
  await page.goto('/play')
  await page.getByRole('radio', { name: '3 players' }).click()
  await page.getByRole('radio', { name: 'Grey wall' }).click()
  await page.getByRole('button', { name: /^Play against/ }).click()
  await expect(page).toHaveURL(/\/g\//)
  const { columns } = await play(page, keyboard)
  expect(columns, 'columns chosen').toBeGreaterThan(4)
  await expectResult(page, 3)
})

test('plays a game of four on the same screen', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: /^Same screen/ }).click()
  await page.getByRole('radio', { name: '4 players' }).click()
  await page.getByLabel('Name for seat 2').fill('Inês')
  await page.getByRole('button', { name: 'Start the game' }).click()
  await expect(page).toHaveURL(/\/g\//)
  const seats = new Set<number>()
  const { moves } = await play(page, mouse, (_, seen) => {
    seats.add(seen.seat)
    return false
  })
  expect([...seats].toSorted()).toEqual([1, 2, 3, 4])
  expect(moves).toBeGreaterThan(4 * FEWEST_MOVES)
  await expectResult(page, 4)
  await expect(page.getByRole('region', { name: 'Points by source' })).toContainText('Inês')
})

test('plays a game on the grey wall, choosing columns', async ({ page }) => {
  await page.goto('/play')
  await page.getByRole('radio', { name: 'Grey wall' }).click()
  await page.getByRole('button', { name: /^Play against/ }).click()
  await expect(page).toHaveURL(/\/g\//)
  const { columns } = await play(page, mouse)
  expect(columns, 'columns chosen').toBeGreaterThan(4)
  await expectResult(page, 2)
})

test('asks one seat after another for columns on the same screen', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: /^Same screen/ }).click()
  await page.getByRole('radio', { name: 'Grey wall' }).click()
  await page.getByRole('button', { name: 'Start the game' }).click()
  await expect(page).toHaveURL(/\/g\//)
  await play(page, mouse, (_, seen) => isChoosingColumns(seen))
  // On an empty wall every complete line has five columns to choose from.
  const columns = (seat: number) => page.locator(`[data-spot^="s${seat}:w"] > button`)
  for (const [seat, other] of [
    [1, 2],
    [2, 1],
  ] as const) {
    await expect(columns(seat)).not.toHaveCount(0)
    await expect(columns(other), 'one seat at a time').toHaveCount(0)
    expect((await page.evaluate(readTable)).seat, 'the large board').toBe(seat)
    expect(await chooseColumns(page, mouse)).toBeGreaterThan(0)
  }
  // Both have chosen: the tiles are on the walls, and the next round is dealt.
  const next = await nextTurn(page, '')
  expect(isChoosingColumns(next)).toBe(false)
  await expect(page.getByRole('banner')).toContainText('Round 2')
  for (const seat of [1, 2]) {
    const laid = page.locator(`[data-spot^="s${seat}:w"] .tile:not(.faint):not(.ghost)`)
    await expect(laid).not.toHaveCount(0)
  }
})
