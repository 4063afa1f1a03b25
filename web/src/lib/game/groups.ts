import { COLOURS } from './colours'
import type { MoveOption, OfferOptions, Refusal } from './options'
import type { Colour, TableView } from '../protocol'

/** Tiles that are taken together: all of a colour on a factory, or in the centre (`null`). */
export interface Group {
  factory: number | null
  colour: Colour
}

export function sameGroup(a: Group | null, b: Group | null): boolean {
  return a !== null && b !== null && a.factory === b.factory && a.colour === b.colour
}

export function groupKey({ factory, colour }: Group): string {
  return `${factory ?? 'C'}${colour}`
}

/** The number of tiles in a group. */
export function groupCount(table: TableView, { factory, colour }: Group): number {
  if (factory === null) return table.centre[COLOURS.indexOf(colour)] ?? 0
  return (table.factories[factory - 1] ?? []).filter((tile) => tile === colour).length
}

/** The moves that take a group. */
export function movesOf(offer: OfferOptions | null, group: Group | null): MoveOption[] {
  if (!offer || !group) return []
  return offer.moves.filter((move) => sameGroup(move, group))
}

/** The move that takes a group to a line, or to the floor (`null`). */
export function moveTo(
  offer: OfferOptions | null,
  group: Group | null,
  line: number | null,
): MoveOption | undefined {
  return movesOf(offer, group).find((move) => move.line === line)
}

/** The lines that do not accept a colour, with the reasons the server gave. */
export function refusalsOf(offer: OfferOptions | null, colour: Colour): Refusal[] {
  return offer?.refused.filter((refusal) => refusal.colour === colour) ?? []
}

/** The reason why a line does not accept a colour, if the server gave one. */
export function refusalOf(
  offer: OfferOptions | null,
  colour: Colour,
  line: number,
): Refusal | undefined {
  return refusalsOf(offer, colour).find((refusal) => refusal.line === line)
}
