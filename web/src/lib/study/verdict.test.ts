import { describe, expect, it } from 'vitest'

import type { LedgerRow, LedgerTable } from './table'
import { isRough, verdictOf, winsOfHundred } from './verdict'

/** A table of one row per reason, with its changes in two rounds. */
function table(
  end: number,
  parts: { luck?: number[]; own?: number[]; other?: number[]; revision?: number[] },
): LedgerTable {
  const row = (kind: LedgerRow['kind'], cells: number[]): LedgerRow => ({
    kind,
    seat: kind === 'own' ? 1 : kind === 'other' ? 2 : null,
    exact: cells,
    exactTotal: 0,
    cells,
    total: cells.reduce((sum, cell) => sum + cell, 0),
  })
  return {
    measure: 'win',
    seat: 1,
    start: 50,
    exactStart: 50,
    rows: [
      row('luck', parts.luck ?? [0, 0]),
      row('other', parts.other ?? [0, 0]),
      row('own', parts.own ?? [0, 0]),
      row('revision', parts.revision ?? [0, 0]),
    ],
    after: [50, end],
    exactAfter: [50, end],
    end,
    exactEnd: end,
    finished: true,
  }
}

describe('verdictOf', () => {
  it.each([
    ['study-verdict-even-round', 0, { luck: [2, 1], own: [-3, -50] }],
    ['study-verdict-even', 0, { luck: [0, -4], own: [-25, -25] }],
    ['study-verdict-better-lost', 0, { luck: [-60, -10], other: [20, 0] }],
    ['study-verdict-deals-lost', 0, { luck: [-40, -10], own: [-4, 0] }],
    ['study-verdict-both-lost', 0, { luck: [-20, 0], own: [0, -30] }],
    ['study-verdict-helped-lost', 0, { luck: [20, 0], own: [0, -70] }],
    ['study-verdict-against', 100, { luck: [-20, 0], other: [70, 0] }],
    ['study-verdict-both-won', 100, { luck: [20, 0], other: [30, 0] }],
    ['study-verdict-luck-won', 100, { luck: [50, 0] }],
  ])('%s', (key, end, parts) => {
    expect(verdictOf(table(end, parts)).key).toBe(key)
  })

  it('names the round of the errors and the cost of both causes', () => {
    expect(verdictOf(table(0, { own: [-3, -50] })).round).toBe(2)
    expect(verdictOf(table(0, { luck: [-20, 0], own: [0, -40], other: [10, 0] }))).toMatchObject({
      errors: 30,
      luck: 20,
    })
  })

  it('does not judge an unfinished game', () => {
    const open = { ...table(60, { luck: [10, 0] }), finished: false }
    expect(verdictOf(open).key).toBe('study-verdict-open')
  })
})

it('subtracts the luck and stays between 1 and 99', () => {
  expect(winsOfHundred(table(0, { luck: [-28, 0] }))).toBe(28)
  expect(winsOfHundred(table(100, { luck: [-28, 0] }))).toBe(99)
  expect(winsOfHundred(table(0, { luck: [30, 0] }))).toBe(1)
})

it('calls a round rough if the engine changed its mind by more than 10%', () => {
  const one = table(50, { revision: [10, -11] })
  expect([isRough(one, 0), isRough(one, 1)]).toEqual([false, true])
})
