import { expect, type Locator, type Page } from '@playwright/test'

import {
  dismissCards,
  isChoosingColumns,
  readTable,
  nextTurn,
  sensibleMove,
  type Group,
  type TableState,
} from './table.ts'

/** A way to operate the table. */
export interface InputMethod {
  take: (page: Page, group: Group) => Promise<void>
  place: (page: Page, target: number | 'floor') => Promise<void>
  confirm: (page: Page) => Promise<void>
  chooseColumn: (page: Page, seat: number, row: number, column: number) => Promise<void>
}

const groupButton = (page: Page, { factory, colour }: Group) =>
  page
    .locator(`button:has([data-spot="${factory === null ? 'centre' : `f${factory}`}:${colour}"])`)
    .first()

const lineButton = (page: Page, target: number | 'floor') => page.locator(`[data-drop="${target}"]`)

function pointing(press: (on: Locator) => Promise<void>): InputMethod {
  return {
    take: (page, group) => press(groupButton(page, group)),
    place: (page, target) => press(lineButton(page, target)),
    confirm: (page) => press(page.getByRole('button', { name: 'Confirm', exact: true })),
    chooseColumn: (page, seat, row, column) =>
      press(page.locator(`[data-spot="s${seat}:w${row}:${column}"] > button`)),
  }
}

export const mouse = pointing((on) => on.click())
export const touch = pointing((on) => on.tap())

export const keyboard: InputMethod = {
  take: async (page, { factory, colour }) => {
    await page.keyboard.press(factory === null ? 'c' : String(factory))
    await page.keyboard.press(colour.toLowerCase())
  },
  place: (page, target) => page.keyboard.press(target === 'floor' ? 'f' : String(target)),
  confirm: (page) => page.keyboard.press('Enter'),
  chooseColumn: (page, _seat, _row, column) => page.keyboard.press(String(column)),
}

/** Chooses all columns and confirms; returns the number of choices. */
export async function chooseColumns(page: Page, hand: InputMethod): Promise<number> {
  let chosen = 0
  for (;;) {
    let seen = await page.evaluate(readTable)
    // There are no buttons for a moment while another player's choice arrives.
    await expect
      .poll(
        async () => {
          seen = await page.evaluate(readTable)
          return isChoosingColumns(seen)
        },
        { message: 'columns to choose or to confirm', intervals: [10, 20, 50] },
      )
      .toBe(true)
    const { seat, choices } = seen
    const [best] = choices.toSorted((a, b) => b.points - a.points)
    if (!best) break
    await hand.chooseColumn(page, seat, best.row, best.column)
    await expect(
      page.locator(`[data-spot="s${seat}:w${best.row}:${best.column}"] > button`),
    ).toHaveCount(0)
    chosen += 1
  }
  await hand.confirm(page)
  return chosen
}

/** Makes a move, and confirms it if necessary. */
export async function makeMove(page: Page, hand: InputMethod, seen: TableState): Promise<void> {
  const { group, target } = sensibleMove(seen)
  await hand.take(page, group)
  await expect(lineButton(page, target), 'the line is legal').toHaveAttribute(
    'aria-disabled',
    'false',
  )
  await hand.place(page, target)
  await confirmIfAsked(page, hand, seen)
}

async function confirmIfAsked(page: Page, hand: InputMethod, before: TableState): Promise<void> {
  let now = before
  await expect
    .poll(
      async () => {
        now = await page.evaluate(readTable)
        return now.confirming || now.over || now.text !== before.text || !now.acting
      },
      { message: 'a reaction to the move', intervals: [10, 20, 50] },
    )
    .toBe(true)
  if (now.confirming && now.text === before.text) await hand.confirm(page)
}

/** The number of actions in a game. */
export interface Played {
  moves: number
  columns: number
}

/** Plays until `stop` returns true, or to the end. */
export async function play(
  page: Page,
  hand: InputMethod,
  stop: (played: Played, seen: TableState) => boolean = () => false,
): Promise<Played> {
  const played: Played = { moves: 0, columns: 0 }
  let before = ''
  for (;;) {
    const seen = await nextTurn(page, before)
    if (seen.over || stop(played, seen)) return played
    before = seen.text
    if (isChoosingColumns(seen)) played.columns += await chooseColumns(page, hand)
    else {
      await makeMove(page, hand, seen)
      played.moves += 1
    }
  }
}

/** Checks the content of the result screen. */
export async function expectResult(page: Page, players: number): Promise<void> {
  // The card of the last round may appear after the last look at this page.
  const title = page.locator('#result-title')
  await expect(async () => {
    await dismissCards(page)
    await expect(title).toBeVisible({ timeout: 500 })
  }).toPass()
  const points = page.getByRole('region', { name: 'Points by source' })
  await expect(points.locator('ol > li')).toHaveCount(players)
  await expect(page.getByText(/^✓ Every deal matches .* this device stored/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Replay' })).toBeVisible()
}
