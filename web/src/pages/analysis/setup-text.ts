/** A possibly illegal table, for the position editor. Tiles are letters, `*` is the marker. */
export interface Setup {
  /** The wall side and the number of players, such as `c2`. */
  setting: string
  round: number
  start: number
  toMove: number
  factories: string[]
  centre: number[]
  marker: boolean
  bag: number[]
  lid: number[]
  boards: BoardSetup[]
}

export interface BoardSetup {
  score: number
  /** The tiles of each line, from the wall outwards. */
  lines: string[]
  /** The rows of the wall, with a dot for an empty space. */
  wall: string[]
  floor: string
}

const LETTERS = ['B', 'Y', 'R', 'K', 'W'] as const

/** Reads a position that the rules have parsed; null if it is malformed. */
export function readSetup(text: string): Setup | null {
  const [setting, round, turn, factories, centre, bag, lid, ...boards] = text.split(' ')
  if (!setting || !round || !turn || !factories || !centre || !bag || !lid) return null
  const [start, toMove] = turn.split('>')
  const tiles = (field: string) => (field === '-' ? '' : field)
  return {
    setting,
    round: Number(round),
    start: Number(start),
    toMove: Number(toMove),
    factories: factories.split('/').map(tiles),
    centre: LETTERS.map((letter) => [...centre].filter((tile) => tile === letter).length),
    marker: centre.startsWith('*'),
    bag: bag.split(',').map(Number),
    lid: lid.split(',').map(Number),
    boards: boards.map((board) => {
      const [score, lines, wall, floor] = board.split(';')
      return {
        score: Number(score),
        lines: (lines ?? '').split('/').map(tiles),
        wall: (wall ?? '').split('/'),
        floor: tiles(floor ?? ''),
      }
    }),
  }
}

/** Writes a table as a position. */
export function writeSetup(setup: Setup): string {
  const tiles = (letters: string) => letters || '-'
  const centre = LETTERS.map((letter, index) => letter.repeat(setup.centre[index] ?? 0)).join('')
  return [
    setup.setting,
    setup.round,
    `${setup.start}>${setup.toMove}`,
    setup.factories.map((factory) => tiles(sorted(factory))).join('/'),
    setup.marker ? `*${centre}` : tiles(centre),
    setup.bag.join(','),
    setup.lid.join(','),
    ...setup.boards.map(({ score, lines, wall, floor }) =>
      [score, lines.map(tiles).join('/'), wall.join('/'), tiles(floor)].join(';'),
    ),
  ].join(' ')
}

function sorted(tiles: string): string {
  return LETTERS.map((letter) => letter.repeat([...tiles].filter((t) => t === letter).length)).join(
    '',
  )
}

/** The tile after another when a space is clicked; empty after the last one. */
export function nextTile(tile: string, choices: readonly string[]): string {
  return choices[choices.indexOf(tile) + 1] ?? ''
}

/** Puts a tile into a row without gaps, or removes it: an empty tile closes the gap. */
export function withTile(tiles: string, index: number, tile: string): string {
  const kept = [...tiles]
  if (index >= kept.length) return tiles + tile
  if (tile === '') kept.splice(index, 1)
  else kept[index] = tile
  return kept.join('')
}
