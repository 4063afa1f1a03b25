import { COLOURS, colourCounts } from './colours'
import type { Colour, Step, TableEvent } from '../protocol'

/** A move whose traces are shown: the place the tiles left, and the spaces they went to. */
export interface LastMove {
  ply: number
  seat: number
  colour: Colour
  /** The number of tiles taken. */
  count: number
  /** The factory; null for the centre. */
  factory: number | null
  /** The tiles of the factory before the move. */
  plate: readonly Colour[]
  /** The tiles that went on to the centre, by colour. */
  rest: readonly number[]
  /** The pattern line; null if all tiles went to the floor line. */
  line: number | null
  /** The number of tiles placed on the line. */
  placed: number
  filled: boolean
  /** The occupied spaces of the floor line: the first one, from 1, and their number. */
  floor: { first: number; count: number } | null
  /** The number of tiles that did not fit on the line, and the cost of the floor spaces. */
  fallen: number
  cost: number
  marker: boolean
}

/**
 * The last move of each other player in this round, oldest first, since the last one of `seat`.
 * Without a seat, for spectators, only the latest move.
 */
export function lastMoves(log: readonly Step[], seat: number | null): LastMove[] {
  let moves: LastMove[] = []
  for (const { ply, what, events } of log) {
    if (what.kind === 'dealt' || what.kind === 'tiled') moves = []
    else if (what.kind === 'undone') moves = moves.filter((move) => move.ply < what.to)
    else if (what.kind === 'moved') {
      const move = readMove(ply, events)
      if (move) moves.push(move)
    }
  }
  if (seat === null) return moves.slice(-1)
  const own = moves.findLastIndex((move) => move.seat === seat)
  const since = moves.slice(own + 1)
  return since.filter((move, index) => !since.slice(index + 1).some((m) => m.seat === move.seat))
}

/** Reads a move from its events; null if nothing was taken. */
export function readMove(ply: number, events: readonly TableEvent[]): LastMove | null {
  const taken = events.find((event) => event.event === 'taken')
  if (!taken) return null
  const { seat, colour, count, factory } = taken
  const placed = events.find((event) => event.event === 'placed')
  const rest = events.find((event) => event.event === 'to_centre')?.tiles ?? [0, 0, 0, 0, 0]
  const marker = events.find((event) => event.event === 'marker_taken')
  const spilled = events.find((event) => event.event === 'spilled')
  const spaces = [
    ...(marker?.space != null ? [marker.space] : []),
    ...Array.from({ length: spilled?.count ?? 0 }, (_, index) => (spilled?.space ?? 1) + index),
  ]
  return {
    ply,
    seat,
    colour,
    count,
    factory,
    // A factory lists its tiles in the order of the colours.
    plate:
      factory === null
        ? []
        : colourCounts(
            rest.map((other, index) => (COLOURS[index] === colour ? count : other)),
          ).flatMap((group) => Array<Colour>(group.count).fill(group.colour)),
    rest,
    line: placed?.line ?? null,
    placed: placed?.count ?? 0,
    filled: placed?.complete ?? false,
    floor: spaces.length > 0 ? { first: Math.min(...spaces), count: spaces.length } : null,
    fallen: count - (placed?.count ?? 0),
    cost: (marker?.cost ?? 0) + (spilled?.cost ?? 0),
    marker: marker !== undefined,
  }
}
