import { colourWord } from '../game/colours'
import type { LastMove } from '../game/last-moves'
import { t } from './i18n.svelte'
import type { BoardView } from '../protocol'
import { sourceArgs } from './sentences'

/** The sentence about a move, in parts, so that the name and the tiles can be set off. */
export interface LastMoveText {
  /** The text before the tiles; it starts with the name. */
  before: string
  /** The tiles: "2 red". */
  tiles: string
  after: string
  /** The effects, e.g. "filled, +2 at end of round". */
  effects: { text: string; tone: 'gain' | 'loss' | 'plain' }[]
}

/** Describes a move of another player. `board` is the mover's board as it is now. */
export function lastMoveText(move: LastMove, name: string, board: BoardView): LastMoveText {
  const words = {
    name,
    colour: colourWord(move.colour),
    count: move.count,
    ...sourceArgs(move.factory),
  }
  const sentence =
    move.line === null
      ? t('last-move-floor', words)
      : t('last-move-line', { ...words, line: move.line })
  const tiles = t('tiles-short-acc', words)
  const at = sentence.indexOf(tiles, name.length)
  return {
    before: sentence.slice(0, at),
    tiles,
    after: sentence.slice(at + tiles.length),
    effects: effectsOf(move, board),
  }
}

/** The target of a move in a few characters. */
export function lastMoveTarget({ line }: LastMove): string {
  return line === null ? t('last-move-to-floor') : t('last-move-to-line', { line })
}

/** The whole sentence as plain text. */
export function lastMoveSentence(move: LastMove, name: string, board: BoardView): string {
  const { before, tiles, after, effects } = lastMoveText(move, name, board)
  return [before + tiles + after, ...effects.map(({ text }) => text)].join(' · ')
}

function effectsOf(move: LastMove, board: BoardView): LastMoveText['effects'] {
  const effects: LastMoveText['effects'] = []
  if (move.line !== null && move.filled) {
    const tile = board.round_end.tiles.find(({ line }) => line === move.line)
    const points = tile?.points?.total ?? 0
    effects.push({
      text: t('last-move-filled', { points }),
      tone: points > 0 ? 'gain' : 'plain',
    })
  } else if (move.line !== null) {
    const line = board.lines[move.line - 1]
    const count = (line?.size ?? 0) - (line?.count ?? 0)
    effects.push({ text: t('last-move-open', { count }), tone: 'plain' })
  }
  if (move.marker) effects.push({ text: t('last-move-marker'), tone: 'plain' })
  if (move.fallen > 0) {
    const { fallen: count, cost } = move
    effects.push({ text: t('last-move-fell', { count, cost }), tone: 'loss' })
  }
  return effects
}
