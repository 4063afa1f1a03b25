import { COLOURS, isColour } from '../lib/game/colours'
import type { Colour, TableView } from '../lib/protocol'

/** A move of the engine, as far as it can be put into words. */
export interface EngineMove {
  /** The factory; null for the centre. */
  factory: number | null
  colour: Colour
  /** The number of tiles taken. */
  taken: number
  /** The line; null for the floor. */
  line: number | null
}

/** Reads a move in text notation, such as `2B3` or `CRF`; null if it is not one. */
export function readMove(text: string, table: TableView): EngineMove | null {
  const [source = '', colour = '', destination = ''] = text
  if (!isColour(colour)) return null
  const factory = source === 'C' ? null : Number(source)
  const taken =
    factory === null
      ? (table.centre[COLOURS.indexOf(colour)] ?? 0)
      : (table.factories[factory - 1] ?? []).filter((tile) => tile === colour).length
  const line = destination === 'F' ? null : Number(destination)
  return { factory, colour, taken, line }
}
