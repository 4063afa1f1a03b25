import { readMove } from '../../engine/move'
import { colourWord } from '../../lib/game/colours'
import type { Group } from '../../lib/game/groups'
import type { TableView } from '../../lib/protocol'
import { formatPercent } from '../../lib/text/format'
import { t } from '../../lib/text/i18n.svelte'
import { placementText, sourceArgs } from '../../lib/text/sentences'
import type { Attempt, Wrong } from './attempt.svelte'
import type { Price, Verdict } from './judge'
import type { Kind } from './puzzle-set'
import { p } from './puzzle-text.svelte'

const KIND_NAMES: Record<Kind, string> = {
  'last-round': 'puzzle-kind-last-round',
  'end-of-round': 'puzzle-kind-end-of-round',
  deny: 'puzzle-kind-deny',
  'avoid-floor': 'puzzle-kind-avoid-floor',
  'take-floor': 'puzzle-kind-take-floor',
  'best-move': 'puzzle-kind-best-move',
  columns: 'puzzles-kind-columns',
}

const KIND_ABOUT: Record<Exclude<Kind, 'last-round'>, string> = {
  'end-of-round': 'puzzles-about-end-of-round',
  deny: 'puzzles-about-deny',
  'avoid-floor': 'puzzles-about-avoid-floor',
  'take-floor': 'puzzles-about-take-floor',
  'best-move': 'puzzles-about-best-move',
  columns: 'puzzles-about-columns',
}

export function kindName(kind: Kind): string {
  return p(KIND_NAMES[kind])
}

/** The task as a heading. */
export function taskTitle(kind: Kind, count: number): string {
  if (kind === 'columns') return p('puzzles-task-columns')
  return p(kind === 'last-round' ? 'puzzles-task-wins' : 'puzzles-task-best', { count })
}

/** The sentence below the task. */
export function taskAbout(kind: Kind, table: TableView, solver: number): string {
  if (kind !== 'last-round') return p(KIND_ABOUT[kind])
  const winners = table.would_win
  const result = !winners.includes(solver) ? 'loss' : winners.length > 1 ? 'tie' : 'win'
  return p('puzzles-result-now', { result })
}

/** The tiles of a move as an instruction: "Take 2 blue tiles from factory 3." */
export function tilesSentence(step: string, table: TableView): string {
  const move = readMove(step, table)
  if (!move) return ''
  const { colour, taken, factory } = move
  return t('take-source', { colour: colourWord(colour), count: taken, ...sourceArgs(factory) })
}

/** A step as an instruction, with its target. */
export function stepSentence(step: string, table: TableView): string {
  if (step.startsWith('=')) return columnsSentence(step)
  const move = readMove(step, table)
  if (!move) return ''
  const { colour, taken, factory, line } = move
  const words = { colour: colourWord(colour), count: taken, ...sourceArgs(factory) }
  return line === null ? t('take-to-floor', words) : t('take-to-line', { ...words, line })
}

/** A choice of columns in words. */
export function columnsSentence(step: string): string {
  return t('hint-columns', { columns: placements(step).map(placementText).join(', ') })
}

/** The placements of a choice of columns. */
export function placements(step: string): string[] {
  return step.replace('=', '').split(',')
}

/** The group of tiles that a move takes; null for a choice of columns. */
export function groupOf(step: string, table: TableView): Group | null {
  const move = readMove(step, table)
  return move && { factory: move.factory, colour: move.colour }
}

/** The hint at the present stage; empty if none was asked for. */
export function hintText({ hints, right, table }: Attempt): string {
  if (hints === 0 || right === null || !table) return ''
  if (hints > 1) return stepSentence(right, table)
  const text = right.startsWith('=')
    ? t('hint-columns', { columns: placements(right).slice(0, 1).map(placementText).join(', ') })
    : tilesSentence(right, table)
  return `${text} ${p('puzzles-hint-counts')}`
}

/** Explains a wrong move in at most two sentences. Without a price, only the rules are known. */
export function wrongText(
  wrong: Wrong,
  kind: Kind,
  price: Price | null,
  name: (seat: number) => string,
  after: TableView | null,
): string {
  return [priceText(kind, price), floorText(wrong) || replyText(price, name, after)]
    .filter(Boolean)
    .join(' ')
}

function priceText(kind: Kind, price: Price | null): string {
  if (kind === 'last-round') {
    const lost =
      price?.margin == null ? '' : p('puzzles-ends-lost', { points: lostBy(price.margin) })
    return lost || p('puzzle-not-won')
  }
  if (!price) return ''
  const chance = formatPercent(Math.max(0.01, price.chance))
  const points = Math.round(price.points ?? 0)
  return points > 0 ? p('puzzles-costs-points', { chance, points }) : p('puzzles-costs', { chance })
}

function lostBy(margin: number): number {
  return Math.max(0, Math.round(-margin))
}

function floorText({ option }: Wrong): string {
  const points = option ? option.floor_after - option.floor_before : 0
  return points >= 2 ? p('puzzles-costs-floor', { points }) : ''
}

/** The reply that the move allows, if it fills or builds a line. */
function replyText(
  price: Price | null,
  name: (seat: number) => string,
  after: TableView | null,
): string {
  const reply = price?.reply != null && after ? readMove(price.reply, after) : null
  if (!reply || reply.line === null || !after) return ''
  const tiles = t('tiles-acc', { colour: colourWord(reply.colour), count: reply.taken })
  return p('puzzles-leaves', { name: name(after.to_move), tiles, line: reply.line })
}

/** The lead of the right move. */
export function leadText(kind: Kind, { margin, lead }: Verdict, players: number): string {
  if (kind === 'last-round' && players === 2) {
    return p('puzzles-wins-by', { points: Math.max(0, Math.round(margin)) })
  }
  return lead === null ? '' : p('puzzles-next-best', { chance: formatPercent(lead) })
}

/** Explains wrong columns by the difference of the points at once. */
export function columnsText(difference: number): string {
  if (difference < 0) return p('puzzles-columns-fewer', { points: -difference })
  return p(difference > 0 ? 'puzzles-columns-more' : 'puzzles-columns-equal')
}
