import { describe, expect, it } from 'vitest'

import { roundEnd } from '../../testing/fixtures'
import type { TableView } from '../protocol'
import { applyEvents, closedTable, roundScores, scoredTable } from './round-end'

const { before, updates } = roundEnd()
const table = (view: { table: TableView | null } | undefined): TableView => {
  if (!view?.table) throw new Error('the fixture has no table')
  return view.table
}
const eventsOf = (index: number) => updates[index]?.steps.flatMap(({ events }) => events) ?? []
const start = table(before.view)
const moved = table(updates[0]?.view)
const tiled = table(updates[1]?.view)
const closed = closedTable(start, eventsOf(0))

/** The parts of a table that a move changes. */
const parts = ({ factories, centre, marker_in_centre, boards }: TableView) => ({
  factories,
  centre,
  marker_in_centre,
  boards: boards.map(({ lines, wall, floor, floor_cost, score }) => ({
    lines,
    wall,
    floor,
    floor_cost,
    score,
  })),
})

describe('the last move of a round', () => {
  it('gives the table of the server, with an empty offer', () => {
    expect(parts(closed)).toEqual(parts(moved))
    expect(closed.factories.flat()).toEqual([])
    expect(closed.marker_in_centre).toBe(false)
  })

  it('lays spilled tiles and the marker on the floor line', () => {
    const floor = closed.boards[0]?.floor ?? []
    const next = applyEvents(closed, [
      { event: 'marker_taken', seat: 1, space: floor.length + 1, cost: 1 },
      { event: 'spilled', seat: 1, colour: 'B', count: 2, space: floor.length + 2, cost: 2 },
    ])
    expect(next.boards[0]?.floor).toEqual([...floor, '*', 'B', 'B'])
    expect(closed.boards[0]?.floor, 'the old table is unchanged').toEqual(floor)
  })
})

describe('a scored round', () => {
  const scored = scoredTable(closed, eventsOf(1))

  it('gives the walls, lines and scores of the server', () => {
    const pick = ({ boards }: TableView) =>
      boards.map(({ lines, wall, score }) => ({ lines, wall, score }))
    expect(pick(scored)).toEqual(pick(tiled))
  })

  it('keeps the floor lines and stays in its round', () => {
    expect(scored.boards.map(({ floor }) => floor)).toEqual(closed.boards.map(({ floor }) => floor))
    expect(scored.boards.some(({ floor }) => floor.length > 0)).toBe(true)
    expect(scored.round).toBe(start.round)
    expect(scored.bag).toEqual(start.bag)
  })

  it('shows the start marker once', () => {
    const markers = scored.boards.filter(({ floor }) => floor.includes('*')).length
    const held = scored.boards.filter(({ holds_marker }) => holds_marker).length
    expect(markers + held + Number(scored.marker_in_centre)).toBe(1)
  })

  it('has scores that add up for each player', () => {
    const { players, round, starts } = roundScores(closed, eventsOf(1))
    expect(round).toBe(2)
    expect(starts).toBe(3)
    for (const { before: from, wall, lost, bonus, total } of players) {
      expect(from + wall - lost + bonus).toBe(total)
    }
    expect(players.map(({ total }) => total)).toEqual(tiled.boards.map(({ score }) => score))
  })

  it('includes the bonuses after the last round', () => {
    const scores = roundScores(closed, [
      ...eventsOf(1),
      { event: 'game_ended', complete_row: true },
      {
        event: 'bonuses_scored',
        seat: 1,
        bonuses: {
          rows: 1,
          columns: 0,
          colours: 0,
          row_points: 2,
          column_points: 0,
          colour_points: 0,
          points: 2,
        },
        score: (tiled.boards[0]?.score ?? 0) + 2,
        won: true,
      },
    ])
    expect(scores.players[0]).toMatchObject({ bonus: 2, total: (tiled.boards[0]?.score ?? 0) + 2 })
    expect(scores.starts).toBeNull()
  })
})
