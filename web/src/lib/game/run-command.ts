import { sum } from './colours'
import { movesByColour, type CommandInput } from './commands'
import { formatClock } from '../text/format'
import type { GameStore } from './game-store.svelte'
import { t } from '../text/i18n.svelte'
import type { GameView, Step, TableView } from '../protocol'
import { describeStep, type Viewer } from '../text/narration'
import type { Turn } from './turn.svelte'
import { undonePlies } from './undone'
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

/** The game, as far as commands need it. */
export interface CommandGame {
  readonly table: TableView | null
  readonly log: readonly Step[]
  /** Null if there is no clock. */
  readonly view: Pick<GameView, 'clock'> | null
  readonly host: Pick<GameStore['host'], 'offset'>
}

/** The state and actions that commands use. */
export interface CommandContext {
  game: CommandGame
  turn: Turn
  viewer: Viewer
  /** The seat that `me` refers to. */
  seat: number
  undo: () => string
  hint: () => string
  help: () => string
}

/** Executes a command and returns the answer to display. */
export function runCommand(input: CommandInput, context: CommandContext): string {
  const { game, turn } = context
  const table = game.table
  if (!table) return t('command-no-table')
  switch (input.kind) {
    case 'move': {
      const option = turn.offer?.moves.find(({ move }) => move === input.text)
      if (option)
        return turn.play(option) ? t('command-done', { move: input.text }) : t('illegal-turn')
      return explainIllegalMove(input.text, context, table)
    }
    case 'choose':
      return turn.chooseColumn(context.seat, input.placement)
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
      return board(table, input.seat === 'me' ? context.seat : input.seat, context.viewer)
    case 'floor': {
      const own = table.boards[context.seat - 1]
      return own ? floorState(own) : t('command-no-player', { seat: context.seat })
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
      const undone = undonePlies(game.log)
      const step = game.log.findLast(
        ({ ply, what }) => (what.kind === 'moved' && !undone.has(ply)) || what.kind === 'tiled',
      )
      return step ? describeStep(step, context.viewer).join(' ') : t('command-nothing-yet')
    }
    case 'clock':
      return clocks(context)
    case 'undo':
      return context.undo()
    case 'hint':
      return context.hint()
    case 'help':
      return context.help()
    case 'unknown':
      return t('command-unknown', { text: input.text })
  }
}

/** Explains why a move in notation is illegal. */
function explainIllegalMove(text: string, { turn }: CommandContext, table: TableView): string {
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

function board(table: TableView, seat: number, viewer: Viewer): string {
  const view = table.boards[seat - 1]
  if (!view) return t('command-no-player', { seat })
  const filled = view.wall.flatMap((row, r) =>
    row.flatMap((colour, c) => (colour ? [cellState(colour, null, r + 1, c + 1)] : [])),
  )
  return [
    t('command-score', { name: viewer.name(seat), points: view.score }),
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

function clocks({ game, viewer }: CommandContext): string {
  const clock = game.view?.clock
  if (!clock) return t('command-no-clock')
  const now = Date.now() + game.host.offset
  return clock.left
    .flatMap((left, index) => {
      if (left === null) return []
      const gone = clock.running.includes(index + 1) ? Math.max(0, now - clock.at) : 0
      return [`${viewer.name(index + 1)}: ${formatClock(left - gone)}.`]
    })
    .join(' ')
}
