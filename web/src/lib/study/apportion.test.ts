import { expect, it } from 'vitest'

import { apportion, apportionTable } from './apportion'

it('rounds to neighbours with the wanted sum', () => {
  expect(apportion([1.5, 1.5, 1.5], 5)).toEqual([2, 2, 1])
  expect(apportion([-0.4, 0.9, -0.5], 0)).toEqual([0, 1, -1])
  expect(apportion([], 0)).toEqual([])
})

it('moves units where large fractions alone would miss a sum', () => {
  // The first row takes its unit from the first column, which the second row needs.
  const cells = [
    [0.9, 0.1],
    [0.8, 0],
  ]
  const whole = apportionTable(cells, [1, 1], [1, 1])
  expect(whole).toEqual([
    [0, 1],
    [1, 0],
  ])
})

it('keeps the sums even if no rounding to neighbours has them', () => {
  const whole = apportionTable([[5, 3]], [9], [6, 3])
  expect(whole).toEqual([[6, 3]])
})
