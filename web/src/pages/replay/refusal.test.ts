import { beforeEach, describe, expect, it } from 'vitest'

import type { RecordPlace, RecordReason } from '../../lib/protocol'
import { useTestLanguage } from '../../testing/language'
import { LANGUAGE_TAGS } from '../../lib/text/languages'
import { refusalOfRecord } from './refusal'

beforeEach(() => useTestLanguage('en'))

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
  it('is explained with location and reason', () => {
    const text = (place: RecordPlace, reason: RecordReason) => refusalOfRecord({ place, reason })
    expect(text({ at: 'text', column: 38, path: 'version' }, { why: 'space' })).toBe(
      'This isn’t a valid game record. Character 38 (version): there are no spaces between the parts of a record.',
    )
    expect(
      text(
        { at: 'move', round: 3, number: 5, move: '2B3' },
        { why: 'line_holds', line: 3, holds: 'Y' },
      ),
    ).toBe('This isn’t a valid game record. Round 3, move 5 (2B3): Line 3 only takes yellow tiles.')
    expect(
      text({ at: 'round', round: 1 }, { why: 'differs', expected: '[0, 3]', found: '[0, 4]' }),
    ).toBe(
      'This isn’t a valid game record. Round 1: by the rules it’s [0, 3], but the record says [0, 4].',
    )
  })

  it.each(LANGUAGE_TAGS)('has messages for every location and reason in %s', (language) => {
    useTestLanguage(language)
    const texts = new Set<string>()
    for (const place of PLACES) texts.add(refusalOfRecord({ place, reason: { why: 'space' } }))
    for (const reason of REASONS) texts.add(refusalOfRecord({ place: { at: 'game' }, reason }))
    // All differ, except for the one in both lists.
    expect(texts.size).toBe(PLACES.length + REASONS.length - 1)
    for (const text of texts) expect(text).not.toMatch(/[{}]|replay-/)
  })
})
