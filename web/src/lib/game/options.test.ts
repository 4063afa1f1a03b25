import { describe, expect, it } from 'vitest'

import { fixture } from '../../testing/fixtures'
import { fullMove, fullOwn, fullRefusal, type MoveOption } from './options'

/** A move with a non-default value in every field. */
const ALL_FIELDS: MoveOption = {
  move: '3B2',
  factory: 3,
  colour: 'B',
  line: 2,
  taken: 3,
  to_centre: [0, 1, 0, 0, 0],
  takes_marker: true,
  placed: 1,
  spilled: 1,
  to_lid: 1,
  floor_before: 11,
  floor_after: 14,
  completes: true,
  points: { row: 2, column: 3, total: 5 },
  columns: [2],
  round_end: 4,
  ends_round: true,
}

const DEFAULTS = [
  ['factory', null],
  ['line', null],
  ['to_centre', [0, 0, 0, 0, 0]],
  ['takes_marker', false],
  ['placed', 0],
  ['spilled', 0],
  ['to_lid', 0],
  ['floor_before', 0],
  ['floor_after', 0],
  ['completes', false],
  ['points', null],
  ['columns', []],
  ['ends_round', false],
] as const

const sent = ({ factory, line, points, ...rest }: MoveOption) => {
  if (factory === null || line === null || points === null) throw new Error('the field is missing')
  return { factory, line, points, ...rest }
}

describe('fullMove', () => {
  it.each(DEFAULTS)('fills in %s as %j', (field, nothing) => {
    const short = sent(ALL_FIELDS)
    Reflect.deleteProperty(short, field)
    expect(Object.keys(short)).toHaveLength(16)
    expect(fullMove(short)).toEqual({ ...ALL_FIELDS, [field]: nothing })
  })

  it('keeps fields that were sent', () => {
    expect(fullMove(sent(ALL_FIELDS))).toEqual(ALL_FIELDS)
  })

  it('has every field', () => {
    const bare = fullMove({ move: 'CWF', colour: 'W', taken: 1, round_end: 0 })
    expect(Object.keys(bare).sort()).toEqual(Object.keys(ALL_FIELDS).sort())
    expect(Object.values(bare)).not.toContain(undefined)
  })
})

describe('fullRefusal', () => {
  it('fills in the colour that the line holds', () => {
    const refusal = { colour: 'B', line: 2 } as const
    expect(fullRefusal({ ...refusal, reason: 'line_holds', holds: 'Y' }).holds).toBe('Y')
    expect(fullRefusal({ ...refusal, reason: 'line_full' }).holds).toBeNull()
  })
})

describe('fullOwn', () => {
  it.each(['table-2', 'table-3', 'table-4', 'grey-offer', 'table-fresh-4'])(
    'completes every move and refusal of %s',
    (name) => {
      const { own } = fixture(name)
      const offer = fullOwn(own).offer
      if (!offer || !own.offer) throw new Error('the fixture has no offer')
      expect(offer.moves.map(({ move }) => move)).toEqual(own.offer.moves.map(({ move }) => move))
      expect(offer.refused).toHaveLength(own.offer.refused.length)
      for (const move of offer.moves) {
        expect(Object.keys(move).sort()).toEqual(Object.keys(ALL_FIELDS).sort())
        // The notation repeats source, colour and line.
        expect(move.move).toBe(`${move.factory ?? 'C'}${move.colour}${move.line ?? 'F'}`)
        expect(move.placed + move.spilled + move.to_lid).toBe(move.taken)
      }
      for (const { holds, reason } of offer.refused) {
        expect(holds !== null).toBe(reason === 'line_holds')
      }
    },
  )

  it('keeps a missing offer', () => {
    const { own } = fixture('grey-tiling')
    expect(fullOwn(own)).toEqual(own)
    expect(own.offer).toBeNull()
  })
})
