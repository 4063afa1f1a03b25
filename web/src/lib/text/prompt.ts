import { colourWord } from '../game/colours'
import type { GameStore } from '../game/game-store.svelte'
import { groupCount, movesOf } from '../game/groups'
import { t } from './i18n.svelte'
import type { TableView } from '../protocol'
import type { Turn } from '../game/turn.svelte'
import { moveSentence, nameAt, refusalSentence, takeSentence } from './sentences'
import { formatList } from './format'

/** The sentence below the factories: the effect of a move, or whose turn it is. */
export interface Prompt {
  text: string
  tone: 'plain' | 'turn' | 'loss'
}

/** The current prompt. `seat` is the seat of the large board. */
export function currentPrompt(game: GameStore, turn: Turn, seat: number): Prompt {
  const table = game.table
  if (!table) return { text: '', tone: 'plain' }
  return queuedMove(game) ?? turnPrompt(turn, table, seat) ?? whoseTurn(game, table)
}

/** The effect of the move in hand, or the column to choose; null if there is neither. */
export function turnPrompt(turn: Turn, table: TableView, seat: number): Prompt | null {
  return (
    stagedMove(turn, table) ??
    heldTiles(turn, table) ??
    columns(turn, seat) ??
    lookedAtGroup(turn, table)
  )
}

function queuedMove(game: GameStore): Prompt | null {
  const sent = game.waiting('move')
  if (!sent || game.host.ready) return null
  return { text: t('move-kept', { move: sent.move }), tone: 'loss' }
}

function stagedMove(turn: Turn, table: TableView): Prompt | null {
  const staged = turn.staged
  const board = table.boards[(staged?.seat ?? 0) - 1]
  if (!staged || !board) return null
  const sentence = moveSentence(staged.option, board)
  switch (staged.reason) {
    case 'ends-round':
      return { text: `${sentence} ${t('confirm-ends-round')}`, tone: 'turn' }
    case 'costly':
      return { text: `${sentence} ${t('confirm-costly')}`, tone: 'loss' }
    case 'setting':
      return { text: sentence, tone: 'turn' }
  }
}

function heldTiles(turn: Turn, table: TableView): Prompt | null {
  const { picked, aimed, offer } = turn
  const board = table.boards[(offer?.seat ?? 0) - 1]
  if (!picked || !offer || !board) {
    return turn.source ? { text: selectedSource(turn), tone: 'turn' } : null
  }
  if (aimed !== null) {
    const option = turn.optionAt(aimed)
    if (option) return { text: moveSentence(option, board), tone: 'turn' }
    const refusal = aimed === 'floor' ? undefined : turn.refusalAt(aimed)
    if (refusal) return { text: refusalSentence(refusal), tone: 'loss' }
  }
  const taking = takeSentence(table, picked, movesOf(offer, picked))
  return { text: `${taking} ${t('turn-target')}`, tone: 'turn' }
}

function selectedSource(turn: Turn): string {
  const factory = turn.source?.factory ?? null
  return factory === null ? t('named-centre') : t('named-factory', { factory })
}

function columns(turn: Turn, seat: number): Prompt | null {
  const state = turn.tiling(seat)
  if (!state) return null
  if (!state.next) return { text: t('choose-confirm'), tone: 'turn' }
  const { line, colour } = state.next
  return { text: t('choose-column', { line, colour: colourWord(colour) }), tone: 'turn' }
}

function lookedAtGroup(turn: Turn, table: TableView): Prompt | null {
  const { looked, offer } = turn
  if (!looked || groupCount(table, looked) === 0) return null
  const moves = movesOf(offer, looked)
  if (moves.length === 0) return null
  return { text: takeSentence(table, looked, moves), tone: 'turn' }
}

function whoseTurn(game: GameStore, table: TableView): Prompt {
  const view = game.view
  if (game.offer) return { text: `${t('turn-yours')} ${t('turn-take')}`, tone: 'turn' }
  if (!view || view.status !== 'running')
    return { text: t('phase-name', { phase: 'over' }), tone: 'plain' }
  if (table.phase === 'tiling') {
    const names = view.choosing.map((number) => nameAt(view.seats, number))
    const text =
      names.length === 0 ? t('waiting-others') : t('waiting-names', { names: formatList(names) })
    return { text, tone: 'plain' }
  }
  if (table.phase !== 'offer')
    return { text: t('phase-name', { phase: table.phase }), tone: 'plain' }
  const seat = game.seat(table.to_move)
  // The options for our own seat have not arrived yet.
  if (game.mine.includes(table.to_move)) return { text: t('turn-yours'), tone: 'turn' }
  const bot = seat?.kind === 'bot' || seat?.taken_over != null
  return {
    text: t(bot ? 'turn-thinking' : 'turn-of', { name: nameAt(view.seats, table.to_move) }),
    tone: 'plain',
  }
}
