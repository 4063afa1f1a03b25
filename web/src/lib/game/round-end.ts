import { COLOURS } from './colours'
import type { BoardView, Colour, FloorPiece, Points, TableEvent, TableView } from '../protocol'

/** A tile that went to the wall, with its points. */
export interface ScoredTile {
  line: number
  column: number
  colour: Colour
  points: Points
}

/** The points of one player in a round. */
export interface SeatScore {
  seat: number
  /** The score before the round was scored. */
  before: number
  tiles: readonly ScoredTile[]
  /** The points of the tiles. */
  wall: number
  floor: readonly FloorPiece[]
  /** The points lost, as a positive number. */
  lost: number
  /** The bonuses at the end of the game; 0 before. */
  bonus: number
  total: number
}

export interface RoundScores {
  round: number
  players: readonly SeatScore[]
  /** The seat that starts the next round; null after the last one. */
  starts: number | null
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/**
 * The table after events of a move or of the end of a round. The floor lines keep their pieces when
 * they are charged. It contains no rules: every event says what changes.
 */
export function applyEvents(table: TableView, events: readonly TableEvent[]): TableView {
  const next: Mutable<TableView> = structuredClone(table)
  const boardOf = (seat: number): BoardView | undefined => next.boards[seat - 1]
  const lay = (seat: number, piece: FloorPiece, count: number) => {
    const board = boardOf(seat)
    if (!board) return
    board.floor.push(...Array<FloorPiece>(count).fill(piece))
    board.floor_cost = costOf(next, board.floor.length)
  }
  const empty = (seat: number, line: number) => {
    const view = boardOf(seat)?.lines[line - 1]
    if (view) Object.assign(view, { colour: null, count: 0 })
  }
  for (const event of events) {
    switch (event.event) {
      case 'taken':
        if (event.factory === null) next.centre[COLOURS.indexOf(event.colour)] = 0
        else next.factories[event.factory - 1] = []
        break
      case 'to_centre':
        for (const [index, count] of event.tiles.entries()) {
          next.centre[index] = (next.centre[index] ?? 0) + count
        }
        break
      case 'marker_taken': {
        const board = boardOf(event.seat)
        next.marker_in_centre = false
        if (board) board.holds_marker = true
        if (event.space !== null) lay(event.seat, '*', 1)
        break
      }
      case 'placed': {
        const line = boardOf(event.seat)?.lines[event.line - 1]
        if (line) Object.assign(line, { colour: event.colour, count: line.count + event.count })
        break
      }
      case 'spilled':
        lay(event.seat, event.colour, event.count)
        break
      case 'to_lid': {
        const index = COLOURS.indexOf(event.colour)
        next.lid[index] = (next.lid[index] ?? 0) + event.count
        break
      }
      case 'tiled': {
        const row = boardOf(event.seat)?.wall[event.line - 1]
        if (row) row[event.column - 1] = event.colour
        empty(event.seat, event.line)
        setScore(boardOf(event.seat), event.score)
        break
      }
      case 'line_dropped':
        empty(event.seat, event.line)
        break
      case 'floor_charged':
      case 'bonuses_scored':
        setScore(boardOf(event.seat), event.score)
        break
      default:
        break
    }
  }
  return next
}

function setScore(board: BoardView | undefined, score: number): void {
  if (board) board.score = score
}

function costOf({ floor_costs }: TableView, pieces: number): number {
  return floor_costs.slice(0, pieces).reduce((total, cost) => total + cost, 0)
}

/** The table before the walls are tiled: the offer is closed. */
export function closedTable(table: TableView, events: readonly TableEvent[]): TableView {
  return { ...applyEvents(table, events), phase: 'tiling' }
}

/** The table after the scoring, with all floor lines as they were charged. */
export function scoredTable(table: TableView, events: readonly TableEvent[]): TableView {
  const scored = applyEvents(table, events)
  return {
    ...scored,
    phase: 'tiling',
    // The marker is shown once: on the floor line if it lies there.
    boards: scored.boards.map((board) => ({
      ...board,
      holds_marker: board.holds_marker && !board.floor.includes('*'),
    })),
  }
}

/** Whether events score a round. */
export function endsRound(events: readonly TableEvent[]): boolean {
  return events.some(({ event }) => event === 'tiled' || event === 'floor_charged')
}

/** The points of a round. `table` is the table before the walls are tiled. */
export function roundScores(table: TableView, events: readonly TableEvent[]): RoundScores {
  const { boards } = scoredTable(table, events)
  const starts = events.find((event) => event.event === 'starts_next')?.seat ?? null
  const over = events.some(({ event }) => event === 'game_ended')
  return {
    round: table.round,
    starts: over ? null : starts,
    players: table.boards.map(({ seat, score }) => {
      const tiles = events.flatMap((event): ScoredTile[] =>
        event.event === 'tiled' && event.seat === seat ? [event] : [],
      )
      const charged = events.find((event) => event.event === 'floor_charged' && event.seat === seat)
      const bonuses = events.find(
        (event) => event.event === 'bonuses_scored' && event.seat === seat,
      )
      return {
        seat,
        before: score,
        tiles,
        wall: tiles.reduce((total, { points }) => total + points.total, 0),
        floor: boards[seat - 1]?.floor ?? [],
        lost: charged?.event === 'floor_charged' ? charged.lost : 0,
        bonus: bonuses?.event === 'bonuses_scored' ? bonuses.bonuses.points : 0,
        total: boards[seat - 1]?.score ?? score,
      }
    }),
  }
}
