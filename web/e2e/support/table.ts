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

/** A table as it can be seen, without what only floats above it. */
export interface Seen {
  over: boolean
  /** Whether tiles can be taken now. */
  acting: boolean
  /** Whether a button waits to be pressed before a move or a choice counts. */
  confirming: boolean
  /** Columns to choose from, with what they score. */
  choices: { row: number; column: number; points: number }[]
  /** The seat whose board is the large one. */
  seat: number
  groups: Group[]
  marker: boolean
  lines: Line[]
  wall: (string | null)[][]
  /** Everything that lies anywhere: two tables with the same text look the same. */
  text: string
}

/** Reads the table off the page. Runs in the browser, so everything it needs is inside. */
export function look(): Seen {
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
  /** A line from 1, or the floor. */
  target: number | 'floor'
}

/**
 * A move that a person might make: fills lines without spilling, first those of rows that are
 * nearly complete, so that a game ends as soon as games do.
 */
export function sensibleMove({ groups, lines, wall, marker }: Seen): Move {
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
  if (best === null) throw new Error('nothing to take')
  return best
}

/** The table once it asks for something that it did not ask for when it looked like `before`. */
export async function nextTurn(page: Page, before: string): Promise<Seen> {
  let seen = await page.evaluate(look)
  await expect
    .poll(
      async () => {
        seen = await page.evaluate(look)
        return seen.over || (seen.text !== before && (seen.acting || asksForColumns(seen)))
      },
      { message: 'the turn or the end of the game', intervals: [20, 50, 100], timeout: 600_000 },
    )
    .toBe(true)
  return seen
}

export function asksForColumns({ acting, choices, confirming }: Seen): boolean {
  return choices.length > 0 || (confirming && !acting)
}
