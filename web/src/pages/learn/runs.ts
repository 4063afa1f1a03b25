import type { Colour, TableEvent, TableView } from '../../lib/protocol'

/** Wall cells by `data-spot`, e.g. `s1:w3:4`. */
export interface Runs {
  row: string[]
  column: string[]
  tile: string[]
}

type Wall = readonly (readonly (Colour | null)[])[]

/** The runs that the last tile placed by `events` scored, along its row and column. */
export function runsOf(events: readonly TableEvent[], table: TableView): Runs {
  const tiled = events.findLast((event) => event.event === 'tiled')
  if (!tiled) return { row: [], column: [], tile: [] }
  const wall: Wall = table.boards[tiled.seat - 1]?.wall ?? []
  const name = (row: number, column: number) => `s${tiled.seat}:w${row}:${column}`
  const across = unbroken(tiled.column, (column) => wall[tiled.line - 1]?.[column - 1] != null)
  const down = unbroken(tiled.line, (row) => wall[row - 1]?.[tiled.column - 1] != null)
  return {
    // Only runs that score are shown.
    row: tiled.points.row > 0 ? across.map((column) => name(tiled.line, column)) : [],
    column: tiled.points.column > 0 ? down.map((row) => name(row, tiled.column)) : [],
    tile: [name(tiled.line, tiled.column)],
  }
}

/** The contiguous numbers around `around`, from 1 to 5, for which `holds` is true. */
function unbroken(around: number, holds: (number: number) => boolean): number[] {
  let first = around
  while (first > 1 && holds(first - 1)) first -= 1
  let last = around
  while (last < 5 && holds(last + 1)) last += 1
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
