import { beforeEach, describe, expect, it } from 'vitest'

import type { RecordPlace, RecordReason } from '../../lib/protocol'
import { speak } from '../../testing/english'
import { LANGUAGE_TAGS } from '../../lib/languages'
import { refusalOfRecord } from './refusal'

beforeEach(() => speak('en'))

const PLACES: RecordPlace[] = [
  { at: 'text', column: 38, path: 'version' },
  { at: 'text', column: 1, path: '' },
  { at: 'game' },
  { at: 'start' },
  { at: 'result' },
  { at: 'takeover', number: 1 },
  { at: 'round', round: 3 },
  { at: 'move', round: 3, number: 5, move: '2B3' },
  { at: 'tiling', round: 3, seat: 2, placement: '4:2' },
]

const REASONS: RecordReason[] = [
  { why: 'syntax' },
  { why: 'space' },
  { why: 'ends_early' },
  { why: 'goes_on' },
  { why: 'key' },
  { why: 'value' },
  { why: 'line_full', line: 2 },
  { why: 'line_holds', line: 2, holds: 'Y' },
  { why: 'on_wall', line: 2, colour: 'B' },
  { why: 'no_tiles' },
  { why: 'no_move' },
  { why: 'placement' },
  { why: 'deal' },
  { why: 'starts', expected: 1, found: 2 },
  { why: 'no_such_seat', seat: 4 },
  { why: 'per_player', expected: 2, found: 3 },
  { why: 'not_tiled', seat: 2, line: 3 },
  { why: 'differs', expected: '[0, 3]', found: '[0, 4]' },
  { why: 'incomplete' },
]

describe('a refused record', () => {
  it('says where and why', () => {
    const told = (place: RecordPlace, reason: RecordReason) => refusalOfRecord({ place, reason })
    expect(told({ at: 'text', column: 38, path: 'version' }, { why: 'space' })).toBe(
      'This isn’t a valid game record. Character 38 (version): there are no spaces between the parts of a record.',
    )
    expect(
      told(
        { at: 'move', round: 3, number: 5, move: '2B3' },
        { why: 'line_holds', line: 3, holds: 'Y' },
      ),
    ).toBe('This isn’t a valid game record. Round 3, move 5 (2B3): Line 3 only takes yellow tiles.')
    expect(
      told({ at: 'round', round: 1 }, { why: 'differs', expected: '[0, 3]', found: '[0, 4]' }),
    ).toBe(
      'This isn’t a valid game record. Round 1: by the rules it’s [0, 3], but the record says [0, 4].',
    )
  })

  it.each(LANGUAGE_TAGS)('has words for every place and reason in %s', (language) => {
    speak(language)
    const told = new Set<string>()
    for (const place of PLACES) told.add(refusalOfRecord({ place, reason: { why: 'space' } }))
    for (const reason of REASONS) told.add(refusalOfRecord({ place: { at: 'game' }, reason }))
    // All differ but the one that stands in both lists.
    expect(told.size).toBe(PLACES.length + REASONS.length - 1)
    for (const text of told) expect(text).not.toMatch(/[{}]|replay-/)
  })
})
