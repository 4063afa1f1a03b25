import { expect, type Page } from '@playwright/test'

/** Tiles that are taken together; `factory` is null for the centre. */
export interface Group {
  factory: number | null
  colour: string
  count: number
}

export interface Line {
  size: number
  colour: string | null
  count: number
}

/** The visible state of a table, without animations. */
export interface TableState {
  over: boolean
  /** Whether tiles can be taken now. */
  acting: boolean
  /** Whether a move or choice has to be confirmed. */
  confirming: boolean
  /** The columns to choose from, with their points. */
  choices: { row: number; column: number; points: number }[]
  /** The seat of the large board. */
  seat: number
  groups: Group[]
  marker: boolean
  lines: Line[]
  wall: (string | null)[][]
  /** A fingerprint of all pieces and their positions. */
  text: string
}

/** Reads the table from the page. Runs in the browser, so it must be self-contained. */
export function readTable(): TableState {
  const spots = [...document.querySelectorAll<HTMLElement>('[data-spot]')]
  const pieceIn = (spot: Element | null | undefined): string | null =>
    spot?.querySelector<HTMLElement>('.tile:not(.faint):not(.ghost)')?.dataset.piece ?? null
  const spot = (name: string) => document.querySelector(`[data-spot="${name}"]`)
  const shown = (element: Element | null | undefined) => element?.checkVisibility() ?? false

  const drop = document.querySelector('[data-drop]')
  const board = drop?.closest<HTMLElement>('[data-seat]')
  const seat = Number(board?.dataset.seat ?? 0)

  const groups: Group[] = []
  let acting = false
  for (const button of document.querySelectorAll<HTMLElement>('button:has([data-spot])')) {
    const name = button.querySelector<HTMLElement>('[data-spot]')?.dataset.spot ?? ''
    const [, from, colour] = /^(f\d|centre):([BYRKW])$/.exec(name) ?? []
    if (from === undefined || colour === undefined) continue
    if (button.getAttribute('aria-disabled') === 'false') acting = true
    const factory = from === 'centre' ? null : Number(from.slice(1))
    const known = groups.find((group) => group.factory === factory && group.colour === colour)
    const count = factory === null ? Number(/\d+/.exec(button.innerText)?.[0] ?? 1) : 1
    if (known) known.count += count
    else groups.push({ factory, colour, count })
  }

  const lines = [1, 2, 3, 4, 5].map((size) => {
    const held = Array.from({ length: size }, (_, index) =>
      pieceIn(spot(`s${seat}:l${size}:${index}`)),
    ).filter((piece) => piece !== null)
    return { size, colour: held[0] ?? null, count: held.length }
  })
  const wall = [1, 2, 3, 4, 5].map((row) =>
    [1, 2, 3, 4, 5].map((column) => pieceIn(spot(`s${seat}:w${row}:${column}`))),
  )
  const choices = [...document.querySelectorAll<HTMLElement>('[data-spot] > button')].flatMap(
    (button) => {
      const name = button.parentElement?.dataset.spot ?? ''
      const [, row, column] = /^s\d:w(\d):(\d)$/.exec(name) ?? []
      if (row === undefined || column === undefined) return []
      const numbers = button.innerText.match(/\d+/g) ?? []
      const points = numbers.reduce((sum, number) => sum + Number(number), 0)
      return [{ row: Number(row), column: Number(column), points }]
    },
  )
  const confirm = [...document.querySelectorAll('button')].find(
    (button) => button.innerText.trim() === 'Confirm',
  )
  return {
    over: shown(document.querySelector('#result-title')),
    acting,
    confirming: shown(confirm),
    choices,
    seat,
    groups,
    marker: spot('marker') !== null,
    lines,
    wall,
    text:
      `${seat} ` +
      spots.map((element) => `${element.dataset.spot ?? ''}${pieceIn(element) ?? ''}`).join(' '),
  }
}

export interface Move {
  group: Group
  /** A 1-based line, or the floor line. */
  target: number | 'floor'
}

/**
 * A sensible move: fills lines without spilling, and prefers rows that are nearly complete, so that
 * the game ends early.
 */
export function sensibleMove({ groups, lines, wall, marker }: TableState): Move {
  let best: Move | null = null
  let most = -Infinity
  const weigh = (move: Move, worth: number) => {
    if (worth <= most) return
    best = move
    most = worth
  }
  for (const group of groups) {
    const first = group.factory === null && marker ? 2 : 0
    weigh({ group, target: 'floor' }, -4 * group.count - first)
    for (const { size, colour, count } of lines) {
      const row = wall[size - 1] ?? []
      const fits = count < size && (colour === null || colour === group.colour)
      if (!fits || row.includes(group.colour)) continue
      const placed = Math.min(group.count, size - count)
      const complete = placed === size - count
      const laid = row.filter((cell) => cell !== null).length
      const worth = complete ? 8 + 3 * laid : placed - (size - count - placed)
      weigh({ group, target: size }, worth - 4 * (group.count - placed) - first)
    }
  }
  if (best === null) throw new Error('no legal move')
  return best
}

/** Waits until the table differs from `before` and the player is to act, or the game is over. */
export async function nextTurn(page: Page, before: string): Promise<TableState> {
  let seen = await page.evaluate(readTable)
  await expect
    .poll(
      async () => {
        await dismissCards(page)
        seen = await page.evaluate(readTable)
        return seen.over || (seen.text !== before && (seen.acting || isChoosingColumns(seen)))
      },
      {
        message: 'the next turn or the end of the game',
        intervals: [20, 50, 100],
        timeout: 600_000,
      },
    )
    .toBe(true)
  return seen
}

/** Dismisses the card with the points of a round or with the name of the next player. */
export async function dismissCards(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('[data-next-round], [data-show-board]')?.click(),
  )
}

export function isChoosingColumns({ acting, choices, confirming }: TableState): boolean {
  return choices.length > 0 || (confirming && !acting)
}
