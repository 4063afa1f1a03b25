import { describe, expect, it } from 'vitest'

import type { Happening, Step } from '../protocol'
import { undonePlies } from './undone'

const step = (ply: number, what: Happening): Step => ({ ply, at: 0, what, events: [] })
const moved = (ply: number, seat: number) => step(ply, { kind: 'moved', seat, move: '1B1' })
const undone = (ply: number, to: number) => step(ply, { kind: 'undone', seat: 1, to })

describe('undonePlies', () => {
  it('names the moves from the one that was taken back to the undo', () => {
    const log = [moved(3, 1), moved(4, 2), moved(5, 1), undone(6, 4), moved(7, 2)]
    expect([...undonePlies(log)].toSorted()).toEqual([4, 5])
  })

  it('counts a move once if undo is used twice', () => {
    const log = [moved(3, 1), moved(4, 2), undone(5, 4), moved(6, 2), undone(7, 3)]
    expect([...undonePlies(log)].toSorted()).toEqual([3, 4, 6])
  })
})
