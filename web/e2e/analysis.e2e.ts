import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { axe } from './support/axe.ts'
import { collectErrors, expect, startWithSettings, test } from './support/fixtures.ts'
import { quickGame } from './support/quick-game.ts'

const root = new URL('../../', import.meta.url)
const { games } = JSON.parse(
  readFileSync(new URL('crates/azulejo-wasm/tests/data/behaviour.json', root), 'utf8'),
) as { games: { grey: boolean; record: string }[] }
const COLOURED = games.find(({ grey }) => !grey)?.record ?? ''
const GREY = games.find(({ grey, record }) => grey && record.includes('bot:artisan'))?.record ?? ''

const DEAL = 'BRKK/BYYW/KKKW/YRRW/BRWW'
const NEW =
  'c2_1_1~1_-/-/-/-/-_*_20,20,20,20,20_0,0,0,0,0' +
  '_0;-/-/-/-/-;...../...../...../...../.....;-'.repeat(2)
const DEALT = `/analysis#${NEW}!${DEAL}@1`

test.beforeEach(async ({ context }) => {
  await startWithSettings(context, { speed: 'instant' })
})

const moves = (page: Page) => page.getByRole('region', { name: 'Moves' })
const engine = (page: Page) => page.getByRole('region', { name: 'Engine' })
const current = (page: Page) => moves(page).locator('[aria-current="step"]')
const hash = (page: Page) => page.evaluate(() => location.hash)

/** Takes a group to a line of the player to move. */
async function play(page: Page, group: string, line: number | 'floor') {
  await page.getByRole('button', { name: group }).click()
  await page.locator(`.board.active [data-drop="${line}"]`).click()
}

async function openText(page: Page, text: string) {
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByLabel('Paste a position, a record or a link').fill(text)
}

test('moves, variations and comments survive a reload', async ({ page }) => {
  const errors = collectErrors(page)
  await page.goto(DEALT)
  await play(page, '2 yellow tiles from factory 2', 2)
  await expect(current(page)).toContainText('Yellow: factory 2, line 2')
  await play(page, '1 blue tile from the centre', 1)
  await page.keyboard.press('ArrowLeft')
  await play(page, '1 white tile from the centre', 1)
  await expect(moves(page).getByText('Variation')).toBeVisible()
  await moves(page).getByRole('textbox').fill('The other tile.')
  await moves(page).getByRole('textbox').blur()
  await expect.poll(() => hash(page)).toContain(".2Y2.CB1(CW1'The%20other%20tile%2E')@4")

  await page.reload()
  await expect(current(page)).toContainText('White: centre, line 1')
  await expect(moves(page).getByText('The other tile.').first()).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(current(page)).toContainText('Blue: centre, line 1')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Make this the main line' }).click()
  await expect.poll(() => hash(page)).toContain(".2Y2.CW1'The%20other%20tile%2E'(CB1)@3")
  await page.getByRole('button', { name: 'Delete from here' }).click()
  await expect(current(page)).toContainText('Yellow: factory 2, line 2')
  await page.getByRole('button', { name: 'Undo the last change' }).click()
  await expect(current(page)).toContainText('White: centre, line 1')
  await page.keyboard.press('Home')
  await expect(page.getByRole('heading', { name: 'Next deal' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  expect(errors).toEqual([])
})

test('the engine shows lines, plays the best move and recovers from a dead worker', async ({
  page,
}) => {
  await page.goto(DEALT)
  await expect(engine(page).getByRole('listitem')).toHaveCount(5)
  await expect(engine(page)).toHaveAttribute('aria-busy', 'false')
  await expect(engine(page).getByText(/^depth \d+$|^Exact to the end of the round$/)).toBeVisible()
  await expect(page.getByRole('img', { name: /^Chances to win: Player 1 \d+/ })).toBeVisible()
  await expect(page.locator('.arrows .best .line')).toHaveCount(1)
  expect(await axe(page)).toEqual([])

  await page.keyboard.press('b')
  await expect(page.locator('.arrows .best .line')).toHaveCount(0)
  await expect.poll(() => page.workers().length).toBe(1)
  const [worker] = page.workers()
  await worker?.evaluate(() => {
    self.onmessage = () => {
      throw new Error('broken')
    }
  })
  await page.keyboard.press('x')
  await expect.poll(() => hash(page)).toMatch(/@2$/)
  await expect(engine(page).getByRole('listitem').nth(4)).toBeVisible()
  await expect(engine(page)).toHaveAttribute('aria-busy', 'false')
  expect(page.workers()[0], 'another worker').not.toBe(worker)

  await page.keyboard.press('/')
  await page.keyboard.type('best 2\n')
  const answer = page.locator('#command-output')
  await expect(answer).toHaveText(/^\w+: .*, \w+ .*\d%.*\. \w+: .*\d%/)
  await page.keyboard.type('back\n')
  await expect(answer).toHaveText('Deal')
  await page.keyboard.type('try 2y2\n')
  await expect(answer).toHaveText('Yellow: factory 2, line 2')
  await page.getByRole('heading', { name: 'Analysis' }).click()
  await page.keyboard.press('e')
  await expect(engine(page).getByText('The engine is off.')).toBeVisible()
})

test('the next deal is random, chosen, or as played', async ({ page }) => {
  await page.goto('/analysis')
  const deal = page.getByRole('region', { name: 'Next deal' })
  await deal.getByRole('button', { name: 'Odds' }).click()
  await expect(deal.getByRole('row')).toHaveCount(6)
  await deal.getByRole('button', { name: 'Choose' }).click()
  expect(await axe(page)).toEqual([])
  for (const colour of ['Blue', 'Yellow', 'Red', 'Black', 'White']) {
    for (let count = 0; count < 4; count += 1) {
      await deal.getByRole('button', { name: new RegExp(`^${colour}: add`) }).click()
    }
  }
  await deal.getByRole('button', { name: 'Deal these tiles' }).click()
  await expect.poll(() => hash(page)).toContain('!BBBB/YYYY/RRRR/KKKK/WWWW@1')
  await page.keyboard.press('ArrowLeft')
  await deal.getByRole('button', { name: 'Random' }).click()
  await expect(moves(page).getByText('Variation')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await deal.getByRole('button', { name: 'As played' }).click()
  await expect.poll(() => hash(page)).toMatch(/@1$/)
})

test('one box opens records, positions and links, and says what is wrong', async ({ page }) => {
  await page.goto(DEALT)
  await openText(page, 'hello')
  await expect(page.getByText('This isn’t a position, a record or a link')).toBeVisible()
  const box = page.getByLabel('Paste a position, a record or a link')
  await box.fill(COLOURED.replace('"moves":["', '"moves":["9B1","'))
  await expect(page.getByText('This isn’t a valid game record.')).toBeVisible()
  await box.fill(NEW.replaceAll('_', ' ').replace('~', '>').replace('20,20', '20,19'))
  await expect(page.getByText('Yellow: 19 tiles, 20 exist.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await box.fill(COLOURED)
  await expect(page.getByText(/^Game: .* Moves: \d+\.$/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
  await page.keyboard.press('End')
  await expect(page.getByText('The game is over.')).toBeVisible()

  await page.getByRole('button', { name: 'Share' }).click()
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download record' }).click()
  const file = await (await saved).path()
  expect(readFileSync(file, 'utf8').trim()).toBe(COLOURED)
  for (const kind of ['SVG', 'PNG']) {
    const picture = page.waitForEvent('download')
    await page.getByRole('button', { name: `Picture (${kind})` }).click()
    expect(readFileSync(await (await picture).path()).length, kind).toBeGreaterThan(5000)
  }
  expect(await axe(page)).toEqual([])

  await page.goto('/learn')
  await page.goto(link)
  await expect(page.getByText('The game is over.')).toBeVisible()
})

test('a forged or oversized link is explained', async ({ page }) => {
  const problem = page.getByRole('alert')
  await page.goto(`/analysis#${NEW}!${DEAL}.2Y2.2Y2.CB1`)
  await expect(problem).toContainText('A part of this link isn’t possible')
  await expect(current(page)).toContainText('Yellow: factory 2, line 2')
  for (const bad of [
    'c9_nonsense',
    '%E0%A4%A',
    `${NEW}!${'('.repeat(3000)}`,
    'x'.repeat(500_000),
  ]) {
    await page.goto('/learn')
    await page.goto(`/analysis#${bad}`)
    await expect(problem).toContainText('This link doesn’t hold a position')
    await expect(page.getByRole('heading', { name: 'Analysis' })).toBeVisible()
  }
})

test('the editor keeps illegal positions and lists their faults', async ({ page }) => {
  await page.goto(DEALT)
  await page.getByRole('button', { name: 'Edit position' }).click()
  const line = page.getByRole('button', { name: /^Line 1: / }).first()
  await line.click()
  await line.press('r')
  await expect(line).toHaveAccessibleName('Line 1: Red')
  await page.getByLabel('Start marker in the centre').uncheck()
  const faults = page.getByRole('region', { name: 'What’s still wrong' })
  await expect(faults.getByRole('listitem')).toHaveText([
    'Red: 21 tiles, 20 exist.',
    'The start marker is missing.',
  ])
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled()
  expect(await axe(page)).toEqual([])
  await page.reload()
  await faults.getByRole('button', { name: 'The start marker is missing.' }).click()
  await expect(page.getByLabel('Start marker in the centre')).toBeFocused()
  await page.getByLabel('Start marker in the centre').check()
  await page.getByRole('button', { name: 'Put the rest into the bag' }).click()
  await expect(page.getByRole('heading', { name: 'This position is possible.' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => hash(page)).toContain('_0;R/-/-/-/-;')
  await page.getByRole('button', { name: 'Undo the last change' }).click()
  await expect.poll(() => hash(page)).toContain(`!${DEAL}`)
})

test('columns of the grey wall are chosen by hand', async ({ page }) => {
  await page.goto('/analysis')
  await openText(page, GREY)
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
  // The last moment before the first choice of columns.
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  const choice = page.locator('.wall button')
  await expect(choice.first()).toBeVisible()
  while ((await choice.count()) > 0) await choice.last().click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(moves(page).getByText('Variation')).toBeVisible()
})

test('a finished game opens from its replay, a running one does not', async ({ page }) => {
  const finished = await quickGame(page)
  await page.goto(`/g/${finished}/replay#3`)
  await page.getByRole('link', { name: 'Analyse' }).click()
  await expect(current(page)).toBeVisible()
  await expect.poll(() => hash(page)).toMatch(/@3\$/)

  const running = await quickGame(page, { round: 1, moves: 1 })
  await page.goto(`/g/${running}/replay`)
  await expect(page.getByText('This game is still in progress.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Analyse' })).toHaveCount(0)
  await page.goto('/learn')
  await page.goto(`/analysis#game=${running}`)
  await expect(page.getByRole('alert')).toContainText(/still being played|can’t be found/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the engine waits to be asked and nothing overflows', async ({ page }) => {
    await page.goto(DEALT)
    await expect(engine(page).getByText('The engine is off.')).toBeVisible()
    expect(page.workers()).toHaveLength(0)
    await engine(page).getByRole('switch').click()
    await expect(engine(page).getByRole('listitem')).toHaveCount(5)
    await expect(page.locator('.arrows .best .line')).toHaveCount(1)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('heading', { name: 'Next deal' })).toBeVisible()
    await page.getByRole('button', { name: 'Forward' }).click()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    expect(await axe(page)).toEqual([])
  })
})
