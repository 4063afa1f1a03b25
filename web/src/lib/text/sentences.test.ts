import { beforeEach, describe, expect, it } from 'vitest'

import { useTestLanguage } from '../../testing/language'
import { fixture, offerOf, someMove, tableOf } from '../../testing/fixtures'
import { formatSigned } from './format'
import { movesOf } from '../game/groups'
import type { HintReason } from '../protocol'
import {
  cellState,
  centreState,
  floorState,
  hintPlan,
  lineState,
  lineTags,
  moveLabel,
  moveSentence,
  nameAt,
  outlookTag,
  placementText,
  plateState,
  problemText,
  refusalSentence,
  seatName,
  takeSentence,
} from './sentences'

beforeEach(() => useTestLanguage('en'))

const three = fixture('table-3')
const table = tableOf(three)
const board = (() => {
  const [first] = table.boards
  if (!first) throw new Error('no board')
  return first
})()

describe('a move', () => {
  it('that fills a line mentions row and column', () => {
    const move = someMove(three, ({ move }) => move === '7Y2')
    const before = formatSigned(board.round_end.score - board.score)
    const after = formatSigned(move.round_end - board.score)
    expect(after).not.toBe(before)
    expect(moveSentence(move, board)).toBe(
      '3 yellow from factory 7 to line 2: line full, +5 at the end of the round (row +3, column +2). ' +
        '1 black goes to the centre. 1 tile falls to the floor (−1 point).',
    )
    expect(moveLabel(move, board)).toBe(
      `${moveSentence(move, board)} End of round: ${before} → ${after}.`,
    )
    expect(outlookTag(board)).toBe(`${before} at end of round`)
    expect(outlookTag(board, move)).toBe(`${before} → ${after} at end of round`)
    expect(lineTags(move)).toEqual([
      { text: '+5 = 3 + 2', tone: 'gain' },
      { text: 'spills 1, −1', tone: 'loss' },
    ])
  })

  it('that does not fill a line mentions how many tiles are missing', () => {
    const move = someMove(three, ({ move }) => move === '6K5')
    expect(moveSentence(move, board)).toMatch(/to line 5: \d of 5 tiles\./)
    expect(lineTags(move)).toEqual([])
  })

  it('with marker and spilled tiles mentions the floor once', () => {
    const move = someMove(
      three,
      (option) => option.takes_marker && option.line !== null && option.spilled > 0,
    )
    const text = moveSentence(move, board)
    expect(text).toContain('You take the start marker.')
    expect(text).toContain(`Floor line: 0 → −${move.floor_after}.`)
    expect(text).not.toContain('point)')
  })

  it('to the floor mentions its cost', () => {
    const move = someMove(three, ({ move }) => move === '5RF')
    expect(moveSentence(move, board)).toBe(
      '3 red from factory 5 to the floor line: 0 → −4. 1 yellow goes to the centre.',
    )
  })
})

describe('tiles under the pointer', () => {
  it('mention what goes to the centre', () => {
    const group = { factory: 6, colour: 'K' } as const
    expect(takeSentence(table, group, movesOf(offerOf(three), group))).toBe(
      'Take 2 black tiles from factory 6. 1 red and 1 white go to the centre.',
    )
  })

  it('mention the cost of the marker', () => {
    const group = { factory: null, colour: 'R' } as const
    expect(takeSentence(table, group, movesOf(offerOf(three), group))).toBe(
      'Take 2 red tiles from the centre. You take the start marker (−1 point).',
    )
  })
})

describe('places', () => {
  it('have names and states', () => {
    expect(plateState(table, 6)).toBe('Factory 6: 1 red, 2 black and 1 white.')
    expect(plateState(table, 1)).toBe('Factory 1 is empty.')
    expect(centreState(table)).toContain('The start marker is in the centre.')
    expect(lineState(board, 5)).toBe('Line 5: 2 of 5, black.')
    expect(lineState(board, 2)).toBe('Line 2: empty, 2 spaces.')
    expect(floorState(board)).toBe('Floor line: empty.')
    expect(cellState('B', 'B', 1, 1)).toBe('Row 1, column 1: blue.')
    expect(cellState(null, 'Y', 1, 2)).toBe('Row 1, column 2: empty, for yellow.')
    expect(cellState(null, null, 1, 2)).toBe('Row 1, column 2: empty.')
  })

  it('list the pieces on the floor line', () => {
    expect(floorState({ ...board, floor: ['*', 'R', 'R'], floor_cost: 4 })).toBe(
      'Floor line: 2 red, and the start marker (−4).',
    )
    expect(floorState({ ...board, floor: ['*'], floor_cost: 1 })).toBe(
      'Floor line: the start marker (−1).',
    )
  })
})

describe('refusals', () => {
  it('state the reason', () => {
    expect(refusalSentence({ colour: 'B', line: 2, reason: 'on_wall', holds: null })).toBe(
      'Row 2 already has a blue tile.',
    )
    expect(refusalSentence({ colour: 'B', line: 4, reason: 'line_holds', holds: 'Y' })).toBe(
      'Line 4 only takes yellow tiles.',
    )
    expect(refusalSentence({ colour: 'B', line: 3, reason: 'line_full', holds: null })).toBe(
      'Line 3 is full.',
    )
  })

  it('with an unknown code fall back to a general sentence', () => {
    const unknownProblem = {
      code: 'something_new',
      field: null,
      detail: null,
    } as unknown as Parameters<typeof problemText>[0]
    expect(problemText(unknownProblem)).toBe('The server can’t be reached right now. Try again.')
  })
})

describe('seats', () => {
  it('are named after the person, bot or state', () => {
    const [ana, , master] = three.view.seats
    expect(seatName(ana)).toBe('Ana')
    expect(seatName(master)).toBe('Olívia')
    expect(seatName(fixture('waiting').view.seats[1])).toBe('Waiting for a guest')
    expect(seatName(ana && { ...ana, name: null })).toBe('Former player')
    expect(seatName(ana && { ...ana, level: 'tiler', taken_over: 'vote' })).toBe('Rosa')
    if (!ana || !master) throw new Error('the table has no such seats')
    expect(nameAt([ana, master], master.seat)).toBe('Olívia')
    const duplicate = { ...master, seat: 4 }
    const seats = [ana, master, duplicate]
    expect(seats.map(({ seat }) => nameAt(seats, seat))).toEqual(['Ana', 'Olívia #1', 'Olívia #2'])
    expect(nameAt(seats, 2)).toBe('Former player')
  })
})

describe('a placement', () => {
  it('is described by line and column, or floor', () => {
    expect(placementText('3:2')).toBe('line 3 to column 2')
    expect(placementText('5:F')).toBe('line 5 falls to the floor')
  })
})

describe('six languages', () => {
  it('describe a move without missing messages', () => {
    const move = someMove(three, ({ move }) => move === '7Y2')
    for (const language of ['en', 'de', 'nl', 'nb', 'is', 'it'] as const) {
      useTestLanguage(language)
      const text = moveSentence(move, board)
      expect(text).not.toMatch(/[{}]|preview-|then-/)
      expect(text).toContain('+5')
    }
  })
})

describe('the plan behind a hint', () => {
  const plan = (reasons: HintReason[]) => hintPlan(reasons, (seat) => `P${seat}`)

  it('says what an unfinished line still needs', () => {
    const needs = { reason: 'needs', line: 4, colour: 'B', missing: 2 } as const
    expect(
      plan([{ reason: 'adds', line: 4, count: 2 }, { ...needs, on_offer: 3 }, { reason: 'clean' }]),
    ).toEqual([
      'It adds 2 tiles to line 4.',
      'The line then needs 2 more tiles; still on offer: 3 blue tiles.',
    ])
    expect(plan([{ ...needs, missing: 1, on_offer: 0 }])).toEqual([
      'The line then needs 1 more tile, but none are left on offer.',
    ])
  })

  it('says what a full line completes and denies', () => {
    expect(
      plan([
        { reason: 'fills', line: 3, points: 5 },
        { reason: 'builds', column: 2, count: 4 },
        { reason: 'denies', seat: 2, line: 3, points: 4 },
      ]),
    ).toEqual([
      'It fills line 3: +5 points at the end of the round.',
      'Column 2 then has 4 of 5 tiles.',
      'With these tiles, P2 could fill line 3 (+4).',
    ])
    expect(plan([{ reason: 'completes_column', column: 2 }])).toEqual([
      'It completes column 2 (+7 points at the end of the game).',
    ])
    // The end of the game implies a complete row.
    expect(plan([{ reason: 'completes_row', row: 1 }, { reason: 'ends_game' }])).toEqual([
      'It completes a row, so the game ends after this round.',
    ])
  })
})
