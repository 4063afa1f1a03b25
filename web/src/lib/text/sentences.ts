import { colourWord, COLOURS, colourCounts, sum } from '../game/colours'
import { formatDateTime, formatList, formatSigned } from './format'
import { groupCount, type Group } from '../game/groups'
import { t, type MessageArgs } from './i18n.svelte'
import type { MoveOption, Refusal } from '../game/options'
import type {
  BoardView,
  Colour,
  HintReason,
  Level,
  Phrase,
  Points,
  Problem,
  ProblemCode,
  SeatView,
  SuspensionView,
  TableView,
} from '../protocol'

export { colourWord } from '../game/colours'

/** The level of the bot that plays a seat; null for a person. */
export function botLevel(seat: SeatView): Level | null {
  return seat.kind === 'bot' || seat.taken_over !== null ? seat.level : null
}

/** The name of a seat: the player, the bot, or a placeholder while it is free. */
export function seatName(seat: SeatView | undefined): string {
  if (!seat) return t('seat-former')
  const level = botLevel(seat)
  if (level !== null) return t('bot-name', { level })
  if (seat.name !== null) return seat.name
  switch (seat.kind) {
    case 'open':
      return t('seat-open')
    case 'invited':
      return t('seat-invited')
    default:
      return t('seat-former')
  }
}

/** The maximum length of a name, in characters. */
export const NAME_LIMIT = 24

/** The name of a seat, numbered if the table has it twice. */
export function nameAt(seats: readonly SeatView[], number: number): string {
  const seat = seats.find((one) => one.seat === number)
  return numbered(seat, seats, seatName)
}

/** The name of a seat, with a number if other seats have the same name. */
export function numbered(
  seat: SeatView | undefined,
  seats: readonly SeatView[],
  name: (seat: SeatView | undefined) => string,
): string {
  const own = name(seat)
  const number = numberAmong(seat, seats, name)
  return number === null ? own : `${own} #${number}`
}

/** The 1-based index of a seat among equal names; null if its name is unique. */
export function numberAmong(
  seat: SeatView | undefined,
  seats: readonly SeatView[],
  name: (seat: SeatView | undefined) => string = seatName,
): number | null {
  const alike = seats.filter((other) => name(other) === name(seat))
  return seat && alike.length > 1 ? alike.indexOf(seat) + 1 : null
}

export function sourceArgs(factory: number | null): MessageArgs {
  return factory === null ? { source: 'centre', factory: 0 } : { source: 'factory', factory }
}

function pointArgs(points: Points): MessageArgs {
  return { points: points.total, across: points.row, down: points.column }
}

/** Tiles of several colours as a list: "2 blue and 1 red". */
export function tileList(counts: readonly number[]): string {
  return formatList(
    colourCounts(counts).map(({ colour, count }) =>
      t('tiles-short-nom', { colour: colourWord(colour), count }),
    ),
  )
}

function sentences(...parts: (string | null | false)[]): string {
  return parts.filter(Boolean).join(' ')
}

/** Describes taking a group, before a line is chosen. */
export function takeSentence(table: TableView, group: Group, moves: readonly MoveOption[]): string {
  const [any] = moves
  return sentences(
    t('take-source', {
      colour: colourWord(group.colour),
      count: groupCount(table, group),
      ...sourceArgs(group.factory),
    }),
    any !== undefined && restSentence(any),
    any !== undefined && any.takes_marker && t('then-marker', { cost: markerCost(moves) }),
  )
}

function restSentence(option: MoveOption): string | null {
  const count = sum(option.to_centre)
  return count === 0 ? null : t('then-rest', { count, rest: tileList(option.to_centre) })
}

/**
 * The cost of the start marker alone, taken from a move that spills nothing; 0 if there is none.
 */
function markerCost(moves: readonly MoveOption[]): number {
  const clean = moves.find((move) => move.spilled === 0 && move.to_lid === 0 && move.line !== null)
  return clean ? clean.floor_after - clean.floor_before : 0
}

/** Describes the effect of a move. */
export function moveSentence(option: MoveOption, board: BoardView): string {
  const words: MessageArgs = {
    colour: colourWord(option.colour),
    count: option.taken,
    ...sourceArgs(option.factory),
  }
  const change = option.floor_after - option.floor_before
  if (option.line === null) {
    return sentences(
      t('preview-floor', { ...words, before: option.floor_before, after: option.floor_after }),
      restSentence(option),
      option.takes_marker && t('then-marker', { cost: 0 }),
      option.to_lid > 0 && t('then-lid', { count: option.to_lid }),
    )
  }
  const line = board.lines[option.line - 1]
  const outcome = !option.completes ? 'open' : option.points ? 'scores' : 'blocked'
  const both = option.takes_marker && option.spilled > 0
  return sentences(
    t('preview-line', {
      ...words,
      outcome,
      line: option.line,
      held: (line?.count ?? 0) + option.placed,
      size: line?.size ?? 0,
      ...pointArgs(option.points ?? { row: 0, column: 0, total: 0 }),
    }),
    restSentence(option),
    option.takes_marker && t('then-marker', { cost: both ? 0 : change }),
    option.spilled > 0 && t('then-spill', { count: option.spilled, cost: both ? 0 : change }),
    both && t('then-floor', { before: option.floor_before, after: option.floor_after }),
    option.to_lid > 0 && t('then-lid', { count: option.to_lid }),
  )
}

/** The accessible name of a move: its effect and the resulting points of the round. */
export function moveLabel(option: MoveOption, board: BoardView): string {
  return sentences(moveSentence(option, board), t('then-round-end', roundEndArgs(option, board)))
}

/** The points of the round as things stand, and after the move. */
function roundEndArgs(option: MoveOption, board: BoardView): { now: string; then: string } {
  return {
    now: formatSigned(outlook(board)),
    then: formatSigned(option.round_end - board.score),
  }
}

/** The tags beside a line while tiles are in hand: points and losses. */
export interface Tag {
  text: string
  tone: 'gain' | 'loss'
}

export function lineTags(option: MoveOption): Tag[] {
  const tags: Tag[] = []
  if (option.points) tags.push({ text: t('tag-points', pointArgs(option.points)), tone: 'gain' })
  // A line can be started with a colour that no longer fits its row: warn.
  else if (option.columns.length === 0) tags.push({ text: t('tag-blocked'), tone: 'loss' })
  if (option.spilled + option.to_lid > 0) {
    const cost = option.takes_marker ? 0 : option.floor_after - option.floor_before
    tags.push({
      text: t('tag-spill', { count: option.spilled + option.to_lid, cost }),
      tone: 'loss',
    })
  }
  return tags
}

export function floorTag(option: MoveOption): Tag {
  const text = t('tag-floor', { before: option.floor_before, after: option.floor_after })
  return { text, tone: 'loss' }
}

export function pointsTag(points: Points): string {
  return t('tag-points', pointArgs(points))
}

export function scoredText(points: Points): string {
  return t('scored', pointArgs(points))
}

/** Explains why a line does not accept a colour. */
export function refusalSentence(refusal: Refusal): string {
  const { line, colour, reason, holds } = refusal
  switch (reason) {
    case 'line_full':
      return t('illegal-line-full', { line })
    case 'line_holds':
      return t('illegal-line-holds', { line, colour: colourWord(holds ?? colour) })
    case 'on_wall':
      return t('illegal-row-shows', { row: line, colour: colourWord(colour) })
  }
}

/** The points a player would gain or lose if the round ended now. */
export function outlook(board: BoardView): number {
  return board.round_end.score - board.score
}

/** The outlook in a few words, optionally after a move. */
export function outlookTag(board: BoardView, option: MoveOption | null = null): string {
  return option
    ? t('tag-round-end-change', roundEndArgs(option, board))
    : t('tag-round-end', { now: formatSigned(outlook(board)) })
}

/** Describes a factory. */
export function plateState(table: TableView, factory: number): string {
  const tiles = table.factories[factory - 1] ?? []
  if (tiles.length === 0) return t('factory-empty', { factory })
  const counts = COLOURS.map((colour) => tiles.filter((tile) => tile === colour).length)
  return t('factory-tiles', { factory, tiles: tileList(counts) }) + '.'
}

/** Describes the centre. */
export function centreState(table: TableView): string {
  return sentences(
    sum(table.centre) === 0
      ? t('centre-empty')
      : t('centre-tiles', { tiles: tileList(table.centre) }) + '.',
    table.marker_in_centre && t('marker-in-centre'),
  )
}

/** Describes a pattern line: "Line 3: 2 of 3 tiles, blue". */
export function lineState(board: BoardView, line: number): string {
  const view = board.lines[line - 1]
  if (!view || view.colour === null) {
    return t('line-empty', { line, size: view?.size ?? line })
  }
  return t('line-holds', {
    line,
    count: view.count,
    size: view.size,
    colour: colourWord(view.colour),
  })
}

/** Describes a floor line. */
export function floorState(board: BoardView): string {
  if (board.floor.length === 0) return t('floor-empty')
  const counts = COLOURS.map((colour) => board.floor.filter((piece) => piece === colour).length)
  const tiles = tileList(counts)
  const marker = board.floor.includes('*')
  if (!marker) return t('floor-tiles', { tiles, cost: board.floor_cost })
  return sum(counts) === 0
    ? t('floor-marker', { cost: board.floor_cost })
    : t('floor-tiles-marker', { tiles, cost: board.floor_cost })
}

/** Describes a wall cell. */
export function cellState(
  colour: Colour | null,
  plan: Colour | null,
  row: number,
  column: number,
): string {
  if (colour !== null) return t('cell-filled', { colour: colourWord(colour), row, column })
  if (plan !== null) return t('cell-planned', { colour: colourWord(plan), row, column })
  return t('cell-empty', { row, column })
}

const PROBLEMS: Record<ProblemCode, string> = {
  malformed: 'problem-malformed',
  no_session: 'problem-no-session',
  forbidden: 'problem-forbidden',
  not_found: 'problem-not-found',
  stale: 'problem-stale',
  not_your_turn: 'problem-not-your-turn',
  not_your_seat: 'problem-not-your-seat',
  wrong_phase: 'problem-wrong-phase',
  illegal: 'problem-illegal',
  already_chosen: 'problem-already-chosen',
  no_undo: 'problem-no-undo',
  seat_taken: 'problem-seat-taken',
  already_seated: 'problem-already-seated',
  not_started: 'problem-not-started',
  started: 'problem-started',
  ended: 'problem-ended',
  bad_invitation: 'problem-bad-invitation',
  name_taken: 'problem-name-taken',
  bad_name: 'problem-bad-name',
  bad_login: 'problem-bad-login',
  code_required: 'problem-code-required',
  bad_code: 'problem-bad-code',
  suspended: 'problem-suspended-plain',
  signup_closed: 'problem-signup-closed',
  invitation_required: 'problem-invitation-required',
  bad_password: 'problem-bad-password',
  common_password: 'problem-common-password',
  same_game: 'problem-same-game',
  id_used: 'problem-id-used',
  too_fast: 'problem-too-fast',
  too_many: 'problem-too-many',
  thinking_time: 'problem-thinking-time',
  bad_origin: 'problem-bad-origin',
  no_hints: 'problem-no-hints',
  unavailable: 'problem-unavailable',
  two_credentials: 'problem-two-credentials',
}

/** The user-facing text of a problem. */
export function problemText(problem: Problem): string {
  // Waiting may not help: an attacker who knows the password may use up the guesses.
  if (problem.code === 'too_fast' && problem.field === 'guess_code') {
    return t('problem-too-many-codes')
  }
  if (problem.suspension) return suspensionText(problem.suspension)
  // A newer server may send codes that this client does not know.
  return t(PROBLEMS[problem.code] ?? PROBLEMS.unavailable)
}

/** The end and the reason of a suspension. */
function suspensionText({ reason, until }: SuspensionView): string {
  if (until === null) return t('problem-suspended-open', { reason })
  return t('problem-suspended', { until: formatDateTime(until), reason })
}

const PHRASES: Record<Phrase, string> = {
  hello: 'phrase-hello',
  good_luck: 'phrase-good-luck',
  well_played: 'phrase-well-played',
  thanks: 'phrase-thanks',
  nice_move: 'phrase-nice-move',
  oops: 'phrase-oops',
  one_moment: 'phrase-moment',
  back: 'phrase-back',
  good_game: 'phrase-good-game',
  another: 'phrase-again',
}

/** All phrases, in menu order. */
export const ALL_PHRASES = Object.keys(PHRASES) as Phrase[]

export function phraseText(phrase: Phrase): string {
  return t(PHRASES[phrase])
}

/** Describes a placement: its line, and the column or the floor. */
export function placementText(placement: string): string {
  const [line, to] = placement.split(':')
  return to === 'F'
    ? t('hint-line-falls', { line: Number(line) })
    : t('hint-line-column', { line: Number(line), column: Number(to) })
}

/** The plan behind a hint in sentences, without those that go without saying. */
export function hintPlan(reasons: readonly HintReason[], name: (seat: number) => string): string[] {
  const has = (kind: HintReason['reason']) => reasons.some(({ reason }) => reason === kind)
  return reasons
    .filter(({ reason }) => !(reason === 'clean' && reasons.length > 2))
    .filter(({ reason }) => !(reason === 'completes_row' && has('ends_game')))
    .map((reason) => hintText(reason, name))
}

/** Describes a reason for a hint. */
function hintText(reason: HintReason, name: (seat: number) => string): string {
  switch (reason.reason) {
    case 'fills':
      return t('hint-reason-fills', { line: reason.line, points: reason.points })
    case 'adds':
      return t('hint-reason-adds', { line: reason.line, count: reason.count })
    case 'needs':
      return t('hint-needs', {
        colour: colourWord(reason.colour),
        missing: reason.missing,
        count: reason.on_offer,
      })
    case 'completes_row':
      return t('hint-bonus', { kind: 'row', row: reason.row })
    case 'completes_column':
      return t('hint-bonus', { kind: 'column', column: reason.column })
    case 'completes_colour':
      return t('hint-bonus', { kind: 'colour', colour: colourWord(reason.colour) })
    case 'builds':
      return t('hint-builds', { column: reason.column, count: reason.count })
    case 'clean':
      return t('hint-nothing-falls')
    case 'spills':
      return t('hint-reason-spills', { count: reason.count, cost: reason.cost })
    case 'denies':
      return t('hint-reason-denies', {
        name: name(reason.seat),
        line: reason.line,
        points: reason.points,
      })
    case 'starts':
      return t('hint-marker')
    case 'ends_game':
      return t('hint-reason-ends-game')
  }
}
