import { expect, type Locator, type Page } from '@playwright/test'

import { asksForColumns, look, nextTurn, sensibleMove, type Group, type Seen } from './table.ts'

/** How a person works the table. */
export interface Hand {
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

function pointing(press: (on: Locator) => Promise<void>): Hand {
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

export const keys: Hand = {
  take: async (page, { factory, colour }) => {
    await page.keyboard.press(factory === null ? 'c' : String(factory))
    await page.keyboard.press(colour.toLowerCase())
  },
  place: (page, target) => page.keyboard.press(target === 'floor' ? 'f' : String(target)),
  confirm: (page) => page.keyboard.press('Enter'),
  chooseColumn: (page, _seat, _row, column) => page.keyboard.press(String(column)),
}

/** Chooses every column that is asked for, and confirms. Gives how many were chosen. */
export async function chooseColumns(page: Page, hand: Hand): Promise<number> {
  let chosen = 0
  for (;;) {
    let seen = await page.evaluate(look)
    // While another player's choice arrives there is nothing to press for a moment.
    await expect
      .poll(
        async () => {
          seen = await page.evaluate(look)
          return asksForColumns(seen)
        },
        { message: 'columns, or the button that confirms them', intervals: [10, 20, 50] },
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

/** Makes one move, and confirms it where that is asked for. */
export async function makeMove(page: Page, hand: Hand, seen: Seen): Promise<void> {
  const { group, target } = sensibleMove(seen)
  await hand.take(page, group)
  await expect(lineButton(page, target), 'the line glows').toHaveAttribute('aria-disabled', 'false')
  await hand.place(page, target)
  await confirmIfAsked(page, hand, seen)
}

async function confirmIfAsked(page: Page, hand: Hand, before: Seen): Promise<void> {
  let now = before
  await expect
    .poll(
      async () => {
        now = await page.evaluate(look)
        return now.confirming || now.over || now.text !== before.text || !now.acting
      },
      { message: 'an answer to the move', intervals: [10, 20, 50] },
    )
    .toBe(true)
  if (now.confirming && now.text === before.text) await hand.confirm(page)
}

/** What was done in a game. */
export interface Played {
  moves: number
  columns: number
}

/** Plays until `stop` says so, or to the result. */
export async function play(
  page: Page,
  hand: Hand,
  stop: (played: Played, seen: Seen) => boolean = () => false,
): Promise<Played> {
  const played: Played = { moves: 0, columns: 0 }
  let before = ''
  for (;;) {
    const seen = await nextTurn(page, before)
    if (seen.over || stop(played, seen)) return played
    before = seen.text
    if (asksForColumns(seen)) played.columns += await chooseColumns(page, hand)
    else {
      await makeMove(page, hand, seen)
      played.moves += 1
    }
  }
}

/** Whether the result screen says all that it must. */
export async function expectResult(page: Page, players: number): Promise<void> {
  await expect(page.locator('#result-title')).toBeVisible()
  const points = page.getByRole('region', { name: 'Points by source' })
  await expect(points.locator('ol > li')).toHaveCount(players)
  await expect(page.getByText('The draws are fair')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Replay' })).toBeVisible()
}
