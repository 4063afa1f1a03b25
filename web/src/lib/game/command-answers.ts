import { sum } from './colours'
import { movesByColour, type CommandInput } from './commands'
import { formatClock } from '../text/format'
import type { GameStore } from './game-store.svelte'
import { t } from '../text/i18n.svelte'
import type { TableView } from '../protocol'
import { tellStep, type Reader } from '../text/narration'
import type { Turn } from './turn.svelte'
import {
  cellState,
  centreState,
  floorState,
  lineState,
  outlookTag,
  plateState,
  refusalSentence,
  tileList,
} from '../text/sentences'

/** What the command box needs to know and do. */
export interface Desk {
  game: GameStore
  turn: Turn
  reader: Reader
  /** The seat that is meant by "me". */
  seat: number
  undo: () => string
  hint: () => string
  help: () => string
}

/** Carries out a command and gives the answer to read. */
export function answer(input: CommandInput, desk: Desk): string {
  const { game, turn } = desk
  const table = game.table
  if (!table) return t('command-no-table')
  switch (input.kind) {
    case 'move': {
      const option = turn.offer?.moves.find(({ move }) => move === input.text)
      if (option)
        return turn.play(option) ? t('command-done', { move: input.text }) : t('illegal-turn')
      return whyNot(input.text, desk, table)
    }
    case 'choose':
      return turn.chooseColumn(desk.seat, input.placement)
        ? t('command-done', { move: input.placement })
        : t('command-no-choice')
    case 'factories':
      return table.factories.map((_, index) => plateState(table, index + 1)).join(' ')
    case 'factory':
      return input.factory <= table.factories.length
        ? plateState(table, input.factory)
        : t('illegal-factory', { factory: input.factory })
    case 'centre':
      return centreState(table)
    case 'board':
      return board(table, input.seat === 'me' ? desk.seat : input.seat, desk.reader)
    case 'floor': {
      const own = table.boards[desk.seat - 1]
      return own ? floorState(own) : t('command-no-player', { seat: desk.seat })
    }
    case 'legal': {
      if (!turn.offer) return t('illegal-turn')
      const moves = movesByColour(turn.offer.moves, input.colour)
      return moves.length === 0
        ? t('command-no-moves')
        : t('command-moves', { count: moves.length, moves: moves.join(', ') })
    }
    case 'why': {
      if (!turn.offer) return t('illegal-turn')
      const reasons = turn.offer.refused.filter(({ line }) => line === input.line)
      if (reasons.length === 0) return t('command-line-open', { line: input.line })
      return [...new Set(reasons.map(refusalSentence))].join(' ')
    }
    case 'bag':
      return [supply('bag', table.bag), supply('lid', table.lid)].join(' ')
    case 'last': {
      const step = game.log.findLast(({ what }) => what.kind === 'moved' || what.kind === 'tiled')
      return step ? tellStep(step, desk.reader).join(' ') : t('command-nothing-yet')
    }
    case 'clock':
      return clocks(desk)
    case 'undo':
      return desk.undo()
    case 'hint':
      return desk.hint()
    case 'help':
      return desk.help()
    case 'unknown':
      return t('command-unknown', { text: input.text })
  }
}

/** Why a move in notation is not among the options. */
function whyNot(text: string, { turn }: Desk, table: TableView): string {
  const offer = turn.offer
  if (!offer) return t('illegal-turn')
  const factory = text[0] === 'C' ? null : Number(text[0])
  if (factory !== null && factory > table.factories.length) return t('illegal-factory', { factory })
  const refused = offer.refused.find(
    ({ colour, line }) => colour === text[1] && String(line) === text[2],
  )
  const there = offer.moves.some((move) => move.factory === factory && move.colour === text[1])
  return there && refused ? refusalSentence(refused) : t('command-no-tiles', { move: text })
}

function board(table: TableView, seat: number, reader: Reader): string {
  const view = table.boards[seat - 1]
  if (!view) return t('command-no-player', { seat })
  const filled = view.wall.flatMap((row, r) =>
    row.flatMap((colour, c) => (colour ? [cellState(colour, null, r + 1, c + 1)] : [])),
  )
  return [
    t('command-score', { name: reader.name(seat), points: view.score }),
    ...view.lines.map((_, index) => lineState(view, index + 1)),
    filled.length === 0 ? t('command-wall-empty') : filled.join(' '),
    floorState(view),
    outlookTag(view) + '.',
  ].join(' ')
}

function supply(what: 'bag' | 'lid', counts: readonly number[]): string {
  if (sum(counts) === 0) return t(what === 'bag' ? 'bag-count' : 'lid-count', { count: 0 }) + '.'
  return t(what === 'bag' ? 'bag-tiles' : 'lid-tiles', { tiles: tileList(counts) }) + '.'
}

function clocks({ game, reader }: Desk): string {
  const clock = game.view?.clock
  if (!clock) return t('command-no-clock')
  const now = Date.now() + game.connection.offset
  return clock.left
    .flatMap((left, index) => {
      if (left === null) return []
      const gone = clock.running.includes(index + 1) ? Math.max(0, now - clock.at) : 0
      return [`${reader.name(index + 1)}: ${formatClock(left - gone)}.`]
    })
    .join(' ')
}
