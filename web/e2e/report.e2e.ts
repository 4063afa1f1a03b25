import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { axe } from './support/axe.ts'
import { expect, startWithSettings, test } from './support/fixtures.ts'
import { quickGame } from './support/quick-game.ts'

const root = new URL('../../', import.meta.url)
const native = JSON.parse(
  readFileSync(new URL('crates/azulejo-wasm/tests/data/behaviour.json', root), 'utf8'),
) as { games: { bots: string; grey: boolean; record: string }[] }
const recordOf = (bots: string) => native.games.find((game) => game.bots === bots)?.record ?? ''

const PHONE = { width: 390, height: 844 }

const ledger = (page: Page) =>
  page.getByRole('region', { name: /chance to win|expected lead/ }).getByRole('table')
const account = (page: Page) => page.getByRole('region', { name: 'How it adds up' })

/** The whole numbers of a table, row by row; text becomes null. */
async function numbers(page: Page): Promise<(number | null)[][]> {
  const rows = await ledger(page).locator('tbody tr').all()
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator('td').all()
      return Promise.all(
        cells.map(async (cell) => {
          const text = (await cell.innerText()).replace('−', '-').match(/-?\+?\d+/)?.[0]
          return text === undefined ? null : Number(text)
        }),
      )
    }),
  )
}

/** Checks that the printed rows and columns of the ledger add up. */
async function expectToAddUp(page: Page): Promise<void> {
  const rows = await numbers(page)
  const after = rows.pop() ?? []
  const sum = (values: (number | null)[]) => values.reduce<number>((all, v) => all + (v ?? 0), 0)
  for (const row of rows) expect(sum(row.slice(1, -1)), 'a row').toBe(row[row.length - 1])
  for (let column = 1; column < after.length; column += 1) {
    const last = column === after.length - 1
    const before = after[last ? 0 : column - 1] ?? 0
    expect(before + sum(rows.map((row) => row[column] ?? 0)), 'a column').toBe(after[column])
  }
}

async function openRecord(page: Page, record: string): Promise<void> {
  await page.goto('/report?effort=quick')
  await page.getByLabel('Or paste the text of a record').fill(record)
  await page.getByRole('button', { name: 'Show the game' }).click()
}

test.beforeEach(async ({ context }) => {
  await startWithSettings(context, { speed: 'instant' })
})

for (const phone of [false, true]) {
  test(`opens from the result and completes${phone ? ' on a phone' : ''}`, async ({ page }) => {
    if (phone) await page.setViewportSize(PHONE)
    const game = await quickGame(page)
    await page.goto(`/g/${game}`)
    const link = page.getByRole('link', { name: 'Report' })
    await expect(link).toHaveAttribute('href', `/g/${game}/report`)
    await page.goto(`/g/${game}/report?effort=quick`)
    await expect(ledger(page)).toBeVisible()
    await expect(account(page)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/win|share/)
    await expect(page.getByText(/wins about \d+ of 100 games/)).toBeVisible()
    await expectToAddUp(page)
    await page.getByRole('radio', { name: 'Points' }).check()
    await expectToAddUp(page)
    expect(await axe(page)).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, 'the page does not scroll sideways').toBeLessThanOrEqual(0)
  })
}

test('reopens at once and resumes after a reload', async ({ page }) => {
  const game = await quickGame(page)
  await page.goto(`/g/${game}/report?effort=quick`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  await expect(ledger(page)).toBeVisible()
  const first = await account(page).innerText()
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage
    const counted = window as unknown as { searches: number }
    counted.searches = 0
    Worker.prototype.postMessage = function (...parts: unknown[]) {
      const [{ text }] = parts as [{ text: string }]
      if (/"job":\d/.test(text)) counted.searches += 1
      Reflect.apply(post, this, parts)
    }
  })
  await page.reload()
  await expect(ledger(page)).toBeVisible()
  expect(await account(page).innerText()).toBe(first)
  expect(
    await page.evaluate(() => (window as unknown as { searches: number }).searches),
    'nothing is searched again',
  ).toBe(0)
})

test('steps through the game by keyboard', async ({ page }) => {
  await openRecord(page, recordOf('artisan,tiler'))
  await expect(ledger(page)).toBeVisible()
  const note = page.locator('.chart .note')
  await page.keyboard.press('ArrowRight')
  await expect(note).toContainText('The deal of round 1')
  await page.keyboard.press('ArrowRight')
  await expect(note).toContainText(/Round 1, .* move 1/)
  await page.keyboard.press('n')
  await expect(note).toContainText(/ → /)
  await page.keyboard.press('2')
  await expect(page.getByRole('heading', { level: 2, name: /chance to win/ })).toContainText('Rosa')
})

test('a turning point opens on the analysis board', async ({ page }) => {
  await openRecord(page, recordOf('artisan,tiler'))
  await expect(ledger(page)).toBeVisible()
  await page.getByRole('button', { name: 'Analyse' }).first().click()
  await expect(page).toHaveURL(/\/analysis/)
  await expect(page.getByRole('heading', { name: 'Analysis', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Moves' })).toBeVisible()
})

test('three players: one row for each, and all add up', async ({ page }) => {
  await openRecord(page, recordOf('artisan,tiler,master@300n'))
  await expect(ledger(page)).toBeVisible()
  await expect(ledger(page).getByRole('rowheader', { name: /^Moves of/ })).toHaveCount(2)
  for (const player of ['Bento', 'Rosa', 'Olívia']) {
    await page.getByRole('radio', { name: player }).check()
    await expectToAddUp(page)
  }
})

test('the ledger of the grey wall adds up', async ({ page }) => {
  await openRecord(page, recordOf('artisan,greedy'))
  await expect(ledger(page)).toBeVisible()
  await expectToAddUp(page)
})

test('a killed worker is replaced silently', async ({ page }) => {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage
    let requests = 0
    Worker.prototype.postMessage = function (this: Worker, ...parts: unknown[]) {
      requests += 1
      if (requests === 5) {
        this.terminate()
        this.dispatchEvent(new ErrorEvent('error', { message: 'killed' }))
        return
      }
      Reflect.apply(post, this, parts)
    }
  })
  await openRecord(page, recordOf('artisan,tiler'))
  await expect(ledger(page)).toBeVisible()
  await expect(page.getByText('The engine has stopped')).toHaveCount(0)
})

test('a broken record is explained', async ({ page }) => {
  page.removeAllListeners('console')
  await openRecord(page, '{"players":["A"]}')
  await expect(page.getByRole('alert')).toContainText('This isn’t a valid game record')
})

test('saves an image of the account', async ({ page }) => {
  await openRecord(page, recordOf('artisan,tiler'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save image' }).click()
  const path = await (await download).path()
  expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG')
})
