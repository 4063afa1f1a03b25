import type { TableView } from '../../lib/protocol'

/** A position whose factories are in a fixed order: it does not matter which one holds what. */
export function canonical(position: string): string {
  const fields = position.split(' ')
  fields[3] = (fields[3] ?? '').split('/').sort().join('/')
  return fields.join(' ')
}

/** The same move from the first of several equal factories, as the engine lists it. */
export function firstEqual(move: string, table: TableView | null): string {
  const factory = Number(move[0])
  if (!table || !factory) return move
  const content = (tiles: readonly string[] | undefined) => [...(tiles ?? [])].sort().join('')
  const own = content(table.factories[factory - 1])
  const first = table.factories.findIndex((tiles) => content(tiles) === own)
  return `${first + 1}${move.slice(1)}`
}
