import { describe, expect, it } from 'vitest'

import { exampleOf, SECTIONS, type Shown } from './examples'
import { runsOf } from './runs'

function firstStep(id: string): Shown {
  const [step] = exampleOf(id).steps
  if (!step) throw new Error(`${id} has no step`)
  return step
}

const runs = (id: string) => {
  const step = firstStep(id)
  return runsOf(step.events, step.table)
}

describe('runsOf', () => {
  it('has as many cells as the engine counted', () => {
    for (const id of ['alone', 'row', 'column', 'cross', 'end', 'grey']) {
      const step = firstStep(id)
      const tiled = step.events.find((event) => event.event === 'tiled')
      const found = runsOf(step.events, step.table)
      expect(found.row, id).toHaveLength(tiled?.points.row ?? -1)
      expect(found.column, id).toHaveLength(tiled?.points.column ?? -1)
    }
  })

  it('returns the spots of both runs', () => {
    expect(runs('cross')).toEqual({
      row: ['s1:w3:2', 's1:w3:3', 's1:w3:4'],
      column: ['s1:w1:3', 's1:w2:3', 's1:w3:3', 's1:w4:3'],
      tile: ['s1:w3:3'],
    })
    expect(runs('alone')).toEqual({ row: [], column: [], tile: ['s1:w2:4'] })
  })

  it('is empty if nothing was placed', () => {
    expect(runs('take')).toEqual({ row: [], column: [], tile: [] })
  })
})

it('every example of the rules exists', () => {
  for (const { examples } of SECTIONS) {
    for (const { id } of examples) expect(exampleOf(id).steps.length, id).toBeGreaterThan(0)
  }
  expect(() => exampleOf('no such example')).toThrow()
})
