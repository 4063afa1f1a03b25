import type { BadPosition, BoardRules } from '../../engine/board-rules'
import type { RecordProblem } from '../../lib/protocol'
import { readStudy, STUDY_LIMIT, type WrittenStudy } from './address'

/** The content of a pasted text. */
export type Found =
  | { kind: 'position' | 'study'; study: WrittenStudy }
  | { kind: 'record'; study: WrittenStudy; record: string }
  | { kind: 'bad-record'; problem: RecordProblem }
  | { kind: 'bad-position'; bad: BadPosition; position: string }
  | { kind: 'game'; id: string }
  | { kind: 'empty' | 'unknown' | 'too-large' }

/** Recognises a position, a record, a study or a link to one of them. */
export function recognise(text: string, rules: BoardRules): Found {
  const given = text.trim()
  if (given === '') return { kind: 'empty' }
  if (given.length > STUDY_LIMIT) return { kind: 'too-large' }
  if (given.startsWith('{')) return readRecord(given, rules)
  const game = /\/g\/([\w-]{4,40})(?:\/|$|#|\?)/.exec(given)?.[1]
  if (game !== undefined) return { kind: 'game', id: game }
  if (/^[cg]\d? /.test(given)) return readPosition(given, rules)
  const fragment = /(?:^|\/analysis)#?([cg]\d_.*)$/s.exec(given)?.[1]
  const study = fragment === undefined ? null : readStudy(fragment)
  if (!study) return { kind: 'unknown' }
  const found = readPosition(study.position, rules)
  return found.kind === 'position' ? { kind: 'study', study } : found
}

function readPosition(position: string, rules: BoardRules): Found {
  const shown = rules.show(position)
  if (shown.kind !== 'shown') return { kind: 'bad-position', bad: shown, position }
  return { kind: 'position', study: { position, comment: '', next: [], at: 0, names: [] } }
}

function readRecord(text: string, rules: BoardRules): Found {
  // A file may hold several games, one per line.
  const [line = text] = text.split('\n').filter((one) => one.trim().startsWith('{'))
  const found = rules.readRecord(line)
  if (found.kind === 'bad_record') return { kind: 'bad-record', problem: found.problem }
  if (found.kind !== 'record') return { kind: 'unknown' }
  const study = studyOf(found.first, found.steps, found.players)
  return { kind: 'record', study, record: line.trim() }
}

/** The study of a line without variations. */
export function studyOf(
  position: string,
  steps: readonly string[],
  names: readonly string[],
  at = 0,
): WrittenStudy {
  const next = steps.reduceRight<WrittenStudy['next']>(
    (after, step) => [{ step, comment: '', next: after }],
    [],
  )
  return { position, comment: '', next, at, names }
}

/**
 * The study of a record at a step of its replay, which counts the tiling of a round as one step;
 * null if the record is invalid.
 */
export function recordStudy(
  record: string,
  rules: BoardRules,
  step: number,
): { study: WrittenStudy; ended: boolean } | null {
  const found = rules.readRecord(record)
  if (found.kind !== 'record') return null
  let left = step
  let at = 0
  while (left > 0 && at < found.steps.length) {
    const tiling = found.steps[at]?.startsWith('=')
    at += 1
    while (tiling && found.steps[at]?.startsWith('=')) at += 1
    left -= 1
  }
  return { study: studyOf(found.first, found.steps, found.players, at), ended: found.ended }
}
