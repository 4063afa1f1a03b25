import { flushSync, mount, tick, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { GameStore } from '../../lib/game/game-store.svelte'
import type { Connection } from '../../lib/net/connection.svelte'
import type { GameView, OwnView, Step } from '../../lib/protocol'
import { settings } from '../../lib/ui/settings.svelte'
import { stubSizes } from '../../testing/browser'
import { fixture, someMove, tableOf } from '../../testing/fixtures'
import { useTestLanguage } from '../../testing/language'
import Board from '../board/Board.svelte'
import GameTable from './GameTable.svelte'

const start = fixture('table-2')
const move = someMove(start, ({ line }) => line !== null)
const ply = start.view.ply

/** The first player's move. */
const MOVED: Step = {
  ply,
  at: 0,
  what: { kind: 'moved', seat: 1, move: move.move },
  events: [{ event: 'taken', seat: 1, factory: move.factory, colour: move.colour, count: 1 }],
}

let close: () => void = () => undefined

beforeEach(() => {
  stubSizes()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  HTMLDialogElement.prototype.showModal = () => undefined
  useTestLanguage('en')
  settings.handOver = true
})
afterEach(() => {
  close()
  vi.unstubAllGlobals()
})

async function settle() {
  for (let turns = 0; turns < 12; turns += 1) await tick()
  flushSync()
}

/** A game of two people on the same screen, after the first one's move. */
async function afterMove() {
  const connection = { status: 'open', offset: 0 } as unknown as Connection
  const game = new GameStore('g', connection)
  const own: OwnView = { ...start.own, seats: [1, 2] }
  game.receive({ t: 'game', game: 'g', log: start.log, view: start.view })
  game.receive({ t: 'own', game: 'g', own })
  const target = document.createElement('div')
  document.body.append(target)
  const props = {
    game,
    get table() {
      return game.view?.table ?? tableOf(start)
    },
  }
  const component = mount(GameTable, { target, props })
  flushSync()
  close = () => {
    void unmount(component)
    target.remove()
  }
  const view: GameView = {
    ...start.view,
    ply: ply + 1,
    table: { ...tableOf(start), to_move: 2 },
  }
  game.receive({ t: 'update', game: 'g', steps: [MOVED], view })
  const offer = start.own.offer && { ...start.own.offer, seat: 2 }
  game.receive({ t: 'own', game: 'g', own: { ...own, ply: ply + 1, offer } })
  await settle()
  return { game, target, own }
}

const large = (target: HTMLElement) =>
  target.querySelector<HTMLElement>('.mine [data-seat]')?.dataset.seat
const card = (target: HTMLElement) => target.querySelector('#hand-over')?.textContent

describe('the same screen', () => {
  it('keeps the board of the player who moved until the next one asks for theirs', async () => {
    const { target } = await afterMove()
    expect(card(target)).toBe('Björk, your turn')
    expect(large(target)).toBe('1')
    target.querySelector<HTMLElement>('[data-show-board]')?.click()
    await settle()
    expect(large(target)).toBe('2')
    expect(card(target)).toBeUndefined()
  })

  it('shows the next board at once if the card is switched off', async () => {
    settings.handOver = false
    const { target } = await afterMove()
    expect(card(target)).toBeUndefined()
    expect(large(target)).toBe('2')
  })

  it('removes the card if the move is taken back', async () => {
    const { game, target, own } = await afterMove()
    const undone: Step = {
      ply: ply + 1,
      at: 0,
      what: { kind: 'undone', seat: 1, to: ply },
      events: [],
    }
    game.receive({ t: 'update', game: 'g', steps: [undone], view: { ...start.view, ply: ply + 2 } })
    game.receive({ t: 'own', game: 'g', own: { ...own, ply: ply + 2 } })
    await settle()
    expect(card(target)).toBeUndefined()
    expect(large(target)).toBe('1')
  })
})

it('a hint marks columns on the grey wall', () => {
  const grey = tableOf(fixture('grey-tiling'))
  const [board] = grey.boards
  if (!board) throw new Error('the fixture has no boards')
  const target = document.createElement('div')
  const component = mount(Board, {
    target,
    props: { board, table: grey, label: '', hinted: ['3:2', '5:F'] },
  })
  flushSync()
  close = () => void unmount(component)
  const marked = [...target.querySelectorAll<HTMLElement>('.hinted')]
  expect(marked.map(({ dataset }) => dataset.spot)).toEqual(['s1:w3:2'])
})
