import { colourCounts } from '../game/colours'
import type { FloorPiece, TableEvent, TableView } from '../protocol'
import type { MotionLayer, Rects } from './layer'

/*
 * The animations of a move, the end of a round and a deal. Each starts after `at` milliseconds, runs
 * `rate` times as fast as normal, and returns when the next one may start.
 */

/** Durations in milliseconds at normal speed. */
const FLIGHT = 340
const STAGGER = 30
const TILE_STEP = 420
/** The time for the charges of the floor lines. */
const FLOOR_STEP = 720

type Taken = Extract<TableEvent, { event: 'taken' }>
type Tiled = Extract<TableEvent, { event: 'tiled' }>

/** Flies the taken tiles to the line and the floor, and the rest to the centre. */
export function showMove(
  layer: MotionLayer,
  before: Rects,
  events: readonly TableEvent[],
  taken: Taken,
  at: number,
  rate: number,
): number {
  const { colour, count, factory, seat } = taken
  const from =
    factory === null
      ? repeat(before.get(`centre:${colour}`)?.[0], count)
      : (before.get(`f${factory}:${colour}`) ?? [])
  const flight = FLIGHT / rate
  let flown = 0
  const fly = (piece: FloorPiece, rect: DOMRect | undefined, to: HTMLElement | null) => {
    layer.fly(piece, rect, to, at + (flown++ * STAGGER) / rate, flight)
  }
  let used = 0
  for (const event of events) {
    if (event.event === 'placed') {
      const held = layer
        .spots(`s${seat}:l${event.line}:`)
        .filter((spot) => spot.querySelector('.tile:not(.ghost)'))
      const target = held.slice(Math.max(0, held.length - event.count))
      for (let i = 0; i < event.count; i++) fly(colour, from[used++], target[i] ?? null)
    } else if (event.event === 'spilled') {
      for (let i = 0; i < event.count; i++) {
        fly(colour, from[used++], layer.spot(`s${seat}:f${event.space + i}`))
      }
    } else if (event.event === 'to_lid') {
      for (let i = 0; i < event.count; i++) fly(colour, from[used++], null)
    } else if (event.event === 'marker_taken') {
      const space = event.space === null ? null : layer.spot(`s${seat}:f${event.space}`)
      fly('*', before.get('marker')?.[0], space)
    } else if (event.event === 'to_centre') {
      for (const { colour: other } of colourCounts(event.tiles)) {
        for (const rect of before.get(`f${event.factory}:${other}`) ?? []) {
          layer.fly(other, rect, layer.spot(`centre:${other}`), at, flight, { keepTarget: true })
        }
      }
    }
  }
  return at + flight * 0.8
}

/** Scores all boards at once: each tile with its runs, then the floor, then the bonuses. */
export function showRoundEnd(
  layer: MotionLayer,
  events: readonly TableEvent[],
  before: TableView | null,
  at: number,
  rate: number,
  score: (seat: number, score: number) => void,
): number {
  const step = TILE_STEP / rate
  const walls = new Map<number, boolean[][]>()
  const clocks = new Map<number, number>()
  for (const board of before?.boards ?? []) {
    walls.set(
      board.seat,
      board.wall.map((row) => row.map((cell) => cell !== null)),
    )
    score(board.seat, board.score)
  }
  for (const event of events) {
    if (event.event === 'tiled') {
      const start = clocks.get(event.seat) ?? at
      const wall = walls.get(event.seat)
      tileToWall(layer, event, start, rate)
      if (wall) lightRuns(layer, event, wall, start + step * 0.65, rate)
      layer.later(start + step * 0.65, () => score(event.seat, event.score))
      clocks.set(event.seat, start + step)
    } else if (event.event === 'line_dropped') {
      const start = clocks.get(event.seat) ?? at
      for (const space of layer.line(event.seat, event.line)) {
        layer.fall(event.colour, space, start, rate)
      }
      clocks.set(event.seat, start + step)
    }
  }
  const floorAt = Math.max(at, ...clocks.values())
  let end = floorAt
  for (const event of events) {
    if (event.event !== 'floor_charged') continue
    if (event.lost > 0) {
      const space = layer.spot(`s${event.seat}:f1`)
      if (space) layer.label(`−${event.lost}`, 'loss', space, floorAt, rate)
    }
    layer.later(floorAt + FLOOR_STEP / rate / 4, () => score(event.seat, event.score))
    if (event.lost > 0) end = floorAt + FLOOR_STEP / rate
  }
  for (const event of events) {
    if (event.event === 'bonuses_scored') layer.later(end, () => score(event.seat, event.score))
  }
  return end
}

/** Slides the tile next to the wall onto it, and fades out the others of its line. */
function tileToWall(
  layer: MotionLayer,
  { seat, line, column, colour }: Tiled,
  start: number,
  rate: number,
): void {
  const [first, ...others] = layer.line(seat, line)
  layer.fly(
    colour,
    first?.getBoundingClientRect(),
    layer.spot(`s${seat}:w${line}:${column}`),
    start,
    (TILE_STEP * 0.65) / rate,
  )
  for (const space of others) {
    const rect = space.getBoundingClientRect()
    layer.fade(colour, rect, space, start, (TILE_STEP * 0.6) / rate)
  }
}

/** Highlights the runs that a tile scores along its row and its column, with their points. */
function lightRuns(
  layer: MotionLayer,
  event: Tiled,
  wall: boolean[][],
  start: number,
  rate: number,
): void {
  const row = event.line - 1
  const column = event.column - 1
  const cells = wall[row]
  if (!cells) return
  cells[column] = true
  const filled = (r: number, c: number) => wall[r]?.[c] === true
  const spot = (r: number, c: number) => layer.spot(`s${event.seat}:w${r + 1}:${c + 1}`)
  /** The cells of the run through the tile in one direction, in order. */
  const run = (dr: number, dc: number) => {
    const found = [spot(row, column)]
    for (let r = row + dr, c = column + dc; filled(r, c); r += dr, c += dc) found.push(spot(r, c))
    for (let r = row - dr, c = column - dc; filled(r, c); r -= dr, c -= dc) {
      found.unshift(spot(r, c))
    }
    return found
  }
  const { points } = event
  if (points.row > 0) layer.glow(run(0, 1), 'row', start, rate)
  if (points.column > 0) layer.glow(run(1, 0), 'column', start, rate)
  const cell = spot(row, column)
  if (!cell) return
  if (points.row > 0 && points.column > 0) {
    layer.label(`+${points.row}`, 'row', cell, start, rate, -0.42)
    layer.label(`+${points.column}`, 'column', cell, start, rate, 0.42)
  } else {
    layer.label(`+${points.total}`, points.column > 0 ? 'column' : 'row', cell, start, rate)
  }
}

/** Drops the dealt tiles onto the factories with a small bounce. */
export function showDeal(
  layer: MotionLayer,
  events: readonly TableEvent[],
  at: number,
  rate: number,
): number {
  let latest = at
  for (const event of events) {
    if (event.event !== 'dealt') continue
    const start = at + ((event.factory - 1) * 55) / rate
    for (const [index, spot] of layer.spots(`f${event.factory}:`).entries()) {
      const delay = start + (index * STAGGER) / rate
      const duration = 380 / rate
      layer.run(
        spot,
        [
          { opacity: 0, transform: 'translateY(-36px) scale(1.08)' },
          { opacity: 1, transform: 'translateY(0) scale(1)', offset: 0.62 },
          { opacity: 1, transform: 'translateY(-4px) scale(1)', offset: 0.8 },
          { opacity: 1, transform: 'none' },
        ],
        { delay, duration, fill: 'backwards', easing: 'ease-out' },
      )
      latest = Math.max(latest, delay + duration)
    }
  }
  return latest
}

function repeat<T>(value: T | undefined, times: number): T[] {
  return value === undefined ? [] : Array<T>(times).fill(value)
}
