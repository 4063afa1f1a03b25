import { colourWord } from '../../lib/game/colours'
import { t, type MessageArgs } from '../../lib/text/i18n.svelte'
import type { RecordPlace, RecordProblem, RecordReason } from '../../lib/protocol'

/** Explains why the server rejected a record, and where. */
export function refusalOfRecord({ place, reason }: RecordProblem): string {
  return t('replay-bad', { place: placeText(place), reason: reasonText(reason) })
}

/** The arguments of a message about a location; which are used depends on its kind. */
const NOWHERE: MessageArgs = { column: 0, path: '', number: 0, round: 0, move: '', seat: 0 }

function placeText(place: RecordPlace): string {
  switch (place.at) {
    case 'text': {
      const at = place.path === '' ? 'text' : 'path'
      return t('replay-place', { ...NOWHERE, at, column: place.column, path: place.path })
    }
    case 'takeover':
      return t('replay-place', { ...NOWHERE, at: 'takeover', number: place.number })
    case 'round':
      return t('replay-place', { ...NOWHERE, at: 'round', round: place.round })
    case 'move': {
      const { round, number, move } = place
      return t('replay-place', { ...NOWHERE, at: 'move', round, number, move })
    }
    case 'tiling': {
      const { round, seat, placement } = place
      return t('replay-place', { ...NOWHERE, at: 'tiling', round, seat, move: placement })
    }
    case 'game':
    case 'start':
    case 'result':
      return t('replay-place', { ...NOWHERE, at: place.at })
  }
}

const NOTHING: MessageArgs = { expected: '', found: '', seat: 0, line: 0 }

function reasonText(reason: RecordReason): string {
  const say = (why: string, words: MessageArgs = {}) =>
    t('replay-reason', { ...NOTHING, why, ...words })
  switch (reason.why) {
    case 'line_full':
      return t('illegal-line-full', { line: reason.line })
    case 'line_holds':
      return t('illegal-line-holds', { line: reason.line, colour: colourWord(reason.holds) })
    case 'on_wall':
      return t('illegal-row-shows', { row: reason.line, colour: colourWord(reason.colour) })
    case 'starts':
      return say('starts', { expected: reason.expected, found: reason.found })
    case 'no_such_seat':
      return say('no-seat', { seat: reason.seat })
    case 'per_player':
      return say('per-player', { expected: reason.expected, found: reason.found })
    case 'not_tiled':
      return say('not-tiled', { seat: reason.seat, line: reason.line })
    case 'differs':
      return say('differs', { expected: reason.expected, found: reason.found })
    case 'incomplete':
      return say('other')
    case 'syntax':
    case 'space':
    case 'key':
    case 'value':
    case 'placement':
    case 'deal':
    case 'ends_early':
    case 'goes_on':
    case 'no_tiles':
    case 'no_move':
      return say(reason.why.replaceAll('_', '-'))
  }
}
