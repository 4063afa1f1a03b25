import type { Setting } from '../../engine/messages'
import { LEVELS } from '../game/levels'
import { botSeat, namedSeat } from '../game/seats'
import { api } from '../net/api'
import type { ReplayView, SeatView } from '../protocol'
import type { Step } from './ledger'

/** A recorded game whose report is shown. */
export interface StudiedGame {
  /** The game on the server; null for a record from elsewhere. */
  id: string | null
  record: string
  replay: ReplayView
  seats: SeatView[]
  /** The viewer's own seats. */
  mine: readonly number[]
}

/** The game is in progress with another person, so that nothing about it is revealed. */
export class GameInProgress extends Error {}

/** Loads a game of the server. */
export async function loadGame(id: string): Promise<StudiedGame> {
  const { view, own } = await api.game(id)
  const others = view.seats.filter(({ seat, kind }) => kind !== 'bot' && !own.seats.includes(seat))
  if (view.status !== 'finished' && (others.length > 0 || own.seats.length === 0)) {
    throw new GameInProgress()
  }
  const [record, replay] = await Promise.all([api.record(id), api.replay(id)])
  return { ...studied(record, replay), id, mine: own.seats }
}

/** A game from the text of a record. */
export function studied(record: string, replay: ReplayView): StudiedGame {
  const seats = replay.players.map((player, index) => {
    const bot = /^bot:([a-z]+)/.exec(player)?.[1]
    const level = LEVELS.find((one) => one === bot)
    return level === undefined ? namedSeat(index + 1, player) : botSeat(index + 1, level)
  })
  // Files end with a newline, but the text of a record does not.
  return { id: null, record: record.trim(), replay, seats, mine: [] }
}

/** The setting of a game: its wall and number of players. */
export function settingOfGame({ replay }: StudiedGame): Setting {
  return `${replay.wall === 'grey' ? 'g' : 'c'}${replay.players.length}` as Setting
}

/** The number of steps of the replay before a step of the ledger. */
export function replayStep(replay: ReplayView, { kind, round, number }: Step): number {
  let rounds = 0
  let moves = 0
  for (const [index, { what }] of replay.steps.entries()) {
    if (what.kind === 'dealt') {
      rounds += 1
      moves = 0
    }
    if (what.kind === 'moved') moves += 1
    if (rounds !== round) continue
    if (kind === 'deal' && what.kind === 'dealt') return index
    if (kind === 'move' && what.kind === 'moved' && moves === number) return index
    if (kind === 'tiling' && what.kind === 'tiled') return index
  }
  return replay.steps.length
}

/** The floor costs of each round by seat, of the rounds that were scored. */
export function floorCosts(replay: ReplayView): number[][] {
  const costs = replay.players.map((): number[] => [])
  for (const [index, { what }] of replay.steps.entries()) {
    if (what.kind !== 'tiled') continue
    const before = index > 0 ? replay.steps[index - 1]?.table : replay.first
    for (const [seat, board] of (before?.boards ?? []).entries()) {
      costs[seat]?.push(board.floor_cost)
    }
  }
  return costs
}

/** A column or colour that lacks one tile, and the points that it would have scored. */
export type ShortSet =
  | { kind: 'column'; column: number; points: number }
  | { kind: 'colour'; colour: 'B' | 'Y' | 'R' | 'K' | 'W'; points: number }

const COLUMN_POINTS = 7
const COLOUR_POINTS = 10

/** The columns and colours of a player's final wall that lack one tile. */
export function oneTileShort(replay: ReplayView, seat: number): ShortSet[] {
  if (replay.result?.by !== 'score') return []
  const last = replay.steps[replay.steps.length - 1]?.table
  const wall = last?.boards[seat - 1]?.wall ?? []
  const found: ShortSet[] = []
  for (let column = 0; column < 5; column += 1) {
    const tiles = wall.filter((row) => row[column] != null).length
    if (tiles === 4) found.push({ kind: 'column', column: column + 1, points: COLUMN_POINTS })
  }
  for (const colour of ['B', 'Y', 'R', 'K', 'W'] as const) {
    const tiles = wall.flat().filter((tile) => tile === colour).length
    if (tiles === 4) found.push({ kind: 'colour', colour, points: COLOUR_POINTS })
  }
  return found
}
