import { describe, expect, it } from 'vitest'

import lesson from '../../generated/lesson.json'
import type { Happening, ReplayStep, ReplayView, TableView } from '../../lib/protocol'
import {
  botOf,
  clampStep,
  namesIn,
  roundFrom,
  roundStarts,
  isBinary,
  splitRecords,
  stepOfHash,
  tableAt,
} from './steps'

const first = lesson.first as unknown as TableView
const table = (round: number): TableView => ({ ...first, round })

function replayOf(kinds: ('dealt' | 'moved' | 'tiled')[]): ReplayView {
  const steps = kinds.map((kind, index): ReplayStep => {
    const what: Happening =
      kind === 'dealt'
        ? { kind, round: 1 }
        : kind === 'moved'
          ? { kind, seat: 1, move: '1W2' }
          : { kind, placements: [] }
    return { what, events: [], table: table(index + 1) }
  })
  return {
    players: ['Ana', 'bot:tiler'],
    wall: 'coloured',
    first,
    steps,
    result: null,
    has_proof: false,
  }
}

const replay = replayOf(['dealt', 'moved', 'moved', 'tiled', 'dealt', 'moved'])

describe('steps of a replay', () => {
  it('start with the table before the first deal', () => {
    expect(tableAt(replay, 0)).toBe(first)
    expect(tableAt(replay, 3).round).toBe(3)
    expect(tableAt(replay, 99)).toBe(first)
  })

  it('are clamped to the game', () => {
    expect(clampStep(replay, -4)).toBe(0)
    expect(clampStep(replay, 4.7)).toBe(4)
    expect(clampStep(replay, 99)).toBe(6)
    expect(clampStep(replay, Number.NaN)).toBe(0)
  })

  it('are read from the URL', () => {
    expect(stepOfHash('#12')).toBe(12)
    expect(stepOfHash('#0')).toBe(0)
    for (const hash of ['', '#', '#-3', '#1.5', '#main', '#12345678'])
      expect(stepOfHash(hash)).toBeNull()
  })

  it('jump from round to round', () => {
    expect(roundStarts(replay)).toEqual([1, 5])
    expect(roundFrom(replay, 0, 1)).toBe(1)
    expect(roundFrom(replay, 2, 1)).toBe(5)
    expect(roundFrom(replay, 5, 1)).toBe(6)
    expect(roundFrom(replay, 6, -1)).toBe(5)
    expect(roundFrom(replay, 5, -1)).toBe(1)
    expect(roundFrom(replay, 1, -1)).toBe(0)
  })
})

describe('texts of records', () => {
  it('are split into one game per line', () => {
    const [first, second] = ['{"players":["Ana"]}', '{"players":["Ben"]}']
    expect(splitRecords(`${first}\r\n\n  ${second}\nnot a game\n`)).toEqual([first, second])
    expect(splitRecords('{"a":1}')).toEqual(['{"a":1}'])
    expect(splitRecords('nothing here')).toEqual([])
  })

  it('are not found in other files with braces', () => {
    expect(splitRecords('{\n{"b":2}\n{}')).toEqual([])
    expect(isBinary('\u0089PNG\0{')).toBe(true)
    expect(isBinary('\uFFFDPNG')).toBe(true)
    expect(isBinary('{"players":["Björk"]}')).toBe(false)
  })

  it('yield no names if they are invalid', () => {
    expect(namesIn('{"players":["Ana","bot:master"]}')).toEqual(['Ana', 'bot:master'])
    expect(namesIn('{"players":7}')).toEqual([])
    expect(namesIn('{')).toEqual([])
  })

  it('name bots by their level', () => {
    expect(botOf('bot:tiler')).toBe('tiler')
    expect(botOf('bot:legend@100ms')).toBe('legend')
    expect(botOf('Ana')).toBeNull()
  })
})
