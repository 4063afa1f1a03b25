/** Rounds numbers to whole ones with the given sum, each to a neighbour of its value. */
export function apportion(values: readonly number[], total: number): number[] {
  const whole = values.map(Math.floor)
  let left = total - whole.reduce((sum, value) => sum + value, 0)
  const order = values
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index)
  const count = Math.max(1, order.length)
  for (let i = 0; left > 0; i += 1, left -= 1) bump(whole, order[i % count]?.index, 1)
  for (let i = count - 1; left < 0; i += count - 1, left += 1) {
    bump(whole, order[i % count]?.index, -1)
  }
  return whole
}

function bump(values: number[], index: number | undefined, by: number): void {
  if (index !== undefined) values[index] = (values[index] ?? 0) + by
}

/**
 * Rounds a matrix to whole numbers with the given sums of rows and columns.
 *
 * Every number becomes one of its two neighbours where the sums allow it (controlled rounding): the
 * units left over after rounding down are a flow from rows to columns through the cells with a
 * fraction.
 */
export function apportionTable(
  cells: readonly (readonly number[])[],
  rows: readonly number[],
  columns: readonly number[],
): number[][] {
  const whole = cells.map((row) => row.map(Math.floor))
  const units = cells.map((row) => row.map(() => 0))
  const rowLeft = rows.map((sum, i) => sum - total(whole[i] ?? []))
  const columnLeft = columns.map((sum, j) => sum - total(whole.map((row) => row[j] ?? 0)))
  const fraction = (i: number, j: number) => (cells[i]?.[j] ?? 0) - (whole[i]?.[j] ?? 0)
  const unit = (i: number, j: number) => units[i]?.[j] ?? 0
  const add = (i: number, j: number, by: number) => {
    bump(units[i] ?? [], j, by)
    bump(rowLeft, i, -by)
    bump(columnLeft, j, -by)
  }

  // Large fractions first.
  const open = cells
    .flatMap((row, i) => row.map((_, j) => ({ i, j, rest: fraction(i, j) })))
    .filter(({ rest }) => rest > 0)
    .sort((a, b) => b.rest - a.rest)
  for (const { i, j } of open) {
    if ((rowLeft[i] ?? 0) > 0 && (columnLeft[j] ?? 0) > 0) add(i, j, 1)
  }
  // Augmenting paths for the rows that are still short.
  const reroute = (i: number, seen: Set<number>): boolean => {
    for (const column of columns.keys()) {
      if (seen.has(column) || unit(i, column) > 0 || fraction(i, column) === 0) continue
      seen.add(column)
      if ((columnLeft[column] ?? 0) > 0) {
        add(i, column, 1)
        return true
      }
      for (const other of rows.keys()) {
        if (other === i || unit(other, column) === 0) continue
        add(other, column, -1)
        add(i, column, 1)
        if (reroute(other, seen)) return true
        add(i, column, -1)
        add(other, column, 1)
      }
    }
    return false
  }
  for (const i of rows.keys()) {
    while ((rowLeft[i] ?? 0) > 0 && reroute(i, new Set())) {
      // Each path places one unit.
    }
  }
  // The sums come first: what remains goes to the largest cells, where it is least visible.
  const bySize = cells
    .flatMap((row, i) => row.map((cell, j) => ({ i, j, size: Math.abs(cell) })))
    .sort((a, b) => b.size - a.size)
  for (const sign of [1, -1]) {
    for (let moved = true; moved;) {
      moved = false
      for (const { i, j } of bySize) {
        if (sign * (rowLeft[i] ?? 0) > 0 && sign * (columnLeft[j] ?? 0) > 0) {
          add(i, j, sign)
          moved = true
        }
      }
    }
  }
  return whole.map((row, i) => row.map((value, j) => value + unit(i, j)))
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
