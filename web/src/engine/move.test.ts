import { expect, it } from 'vitest'

import type { TableView } from '../lib/protocol'
import { readMove } from './move'

const table = {
  factories: [['B', 'B', 'R', 'W'], []],
  centre: [0, 0, 3, 0, 1],
} as unknown as TableView

it('reads moves with the number of tiles taken', () => {
  expect(readMove('1B3', table)).toEqual({ factory: 1, colour: 'B', taken: 2, line: 3 })
  expect(readMove('CRF', table)).toEqual({ factory: null, colour: 'R', taken: 3, line: null })
  expect(readMove('', table)).toBeNull()
})
