import { formatList, formatNumber, formatPercent } from '../text/format'
import { nameAt } from '../text/sentences'
import type { StudiedGame } from './game'
import type { Ledger } from './ledger'
import { s } from './study-text.svelte'
import type { LedgerRow, LedgerTable } from './table'
import { signed, signedPercent, whoOf } from './words'

/** A line of the account. */
export interface BillItem {
  key: string
  kind: LedgerRow['kind'] | 'start' | 'end'
  label: string
  detail: string
  chance: string
  points: string
  /** The same with one decimal. */
  exactChance: string
  exactPoints: string
  /** The size of the bar, in percent of the win. */
  size: number
  /** A CSS colour. */
  hue: string
  /** The seat of the mark in a game of three or four. */
  mark: number | null
}

/** The account of a player as a bill, from the start to the result. */
export function billOf(
  game: StudiedGame,
  ledger: Ledger,
  win: LedgerTable,
  points: LedgerTable,
): BillItem[] {
  const { seat } = win
  const two = game.seats.length === 2
  const starter = game.replay.first.start
  const item = (row: LedgerRow, index: number): BillItem => {
    const inPoints = points.rows[index]
    const of = row.seat ?? seat
    return {
      key: `${row.kind}${row.seat ?? ''}`,
      kind: row.kind,
      label:
        row.kind === 'luck'
          ? s('study-luck')
          : row.kind === 'revision'
            ? s('study-revision')
            : row.kind === 'given-up'
              ? s('study-given-up')
              : two || row.kind === 'own'
                ? s('study-errors', whoOf(game, of))
                : s('study-moves-of', { name: nameAt(game.seats, of) }),
      detail:
        row.kind === 'luck'
          ? luckDetail(row)
          : row.kind === 'revision'
            ? s('study-of-engine')
            : row.kind === 'given-up'
              ? ''
              : countsText(ledger, of),
      chance: signedPercent(row.total),
      points: signed(inPoints?.total ?? 0),
      exactChance: signedPercent(row.exactTotal, 1),
      exactPoints: signed(inPoints?.exactTotal ?? 0, 1),
      size: row.total,
      hue: hueOf(row, two),
      mark: two ? null : row.seat,
    }
  }
  const result = game.replay.result
  const score = (of: number) => result?.players.find((player) => player.seat === of)?.score
  const own = score(seat)
  const others = game.seats.map((one) => one.seat).filter((other) => other !== seat)
  const best = Math.max(...others.map((other) => score(other) ?? 0))
  return [
    {
      key: 'start',
      kind: 'start',
      label: s('study-start'),
      detail: s('study-goes-first', whoOf(game, starter)),
      chance: formatPercent(win.start / 100),
      points: signed(points.start),
      exactChance: formatPercent(win.exactStart / 100, 1),
      exactPoints: signed(points.exactStart, 1),
      size: win.start,
      hue: `var(--seat-${seat})`,
      mark: null,
    },
    ...win.rows.map(item),
    {
      key: 'end',
      kind: 'end',
      label: s(win.finished ? 'study-result' : 'study-so-far'),
      detail: own === undefined ? '' : s('study-score', { own, other: best }),
      chance: formatPercent(win.end / 100),
      points: signed(points.end),
      exactChance: formatPercent(win.exactEnd / 100, 1),
      exactPoints: signed(points.exactEnd, 1),
      size: win.end,
      hue: 'var(--ink)',
      mark: null,
    },
  ]
}

function hueOf(row: LedgerRow, two: boolean): string {
  if (row.kind === 'luck') return 'var(--study-luck)'
  if (row.kind === 'own') return 'var(--loss)'
  if (row.kind === 'other') return two ? 'var(--gain)' : `var(--seat-${row.seat ?? 1})`
  return 'var(--muted)'
}

/** The round with the most luck, if there is more than one. */
function luckDetail(row: LedgerRow): string {
  const most = row.cells.reduce(
    (best, cell, round) => (Math.abs(cell) > Math.abs(row.cells[best] ?? 0) ? round : best),
    0,
  )
  const luck = row.cells[most] ?? 0
  return luck === 0 ? '' : s('study-luck-most', { luck: signed(luck), round: most + 1 })
}

/** The errors of a player by severity. */
export function countsText(ledger: Ledger, seat: number): string {
  const player = ledger.players[seat - 1]
  if (!player) return ''
  const parts = [
    player.slips > 0 ? s('study-count-slips', { count: player.slips }) : '',
    player.mistakes > 0 ? s('study-count-mistakes', { count: player.mistakes }) : '',
    player.blunders > 0 ? s('study-count-blunders', { count: player.blunders }) : '',
  ].filter(Boolean)
  return parts.length > 0 ? formatList(parts) : s('study-no-errors')
}

/** Costs as a negative number. */
export function cost(points: number): string {
  return formatNumber(-points)
}
