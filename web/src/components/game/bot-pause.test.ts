import { flushSync, mount, tick, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { GameStore } from '../../lib/game/game-store.svelte'
import type { Connection } from '../../lib/net/connection.svelte'
import type { Clock, GameView, Step } from '../../lib/protocol'
import { settings } from '../../lib/ui/settings.svelte'
import { stubSizes } from '../../testing/browser'
import { fixture } from '../../testing/fixtures'
import { useTestLanguage } from '../../testing/language'
import GameTable from './GameTable.svelte'

const start = fixture('table-3')
const bot = start.view.seats.find(({ kind }) => kind === 'bot')?.seat ?? 0

let close = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  stubSizes()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  useTestLanguage('en')
  settings.thinking = true
  settings.speed = 'normal'
})
afterEach(() => {
  close()
  settings.thinking = false
  settings.speed = 'normal'
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Shows a table and receives a move of `seat`; returns whether the page shows it yet. */
function receiveMove(seat: number, clock: Clock = { kind: 'none' }) {
  const view: GameView = { ...start.view, settings: { ...start.view.settings, clock } }
  const game = new GameStore('g', { status: 'open', offset: 0 } as unknown as Connection)
  game.receive({ t: 'game', game: 'g', log: start.log, view })
  game.receive({ t: 'own', game: 'g', own: start.own })
  const target = document.createElement('div')
  document.body.append(target)
  const props = {
    game,
    get table() {
      if (!game.view?.table) throw new Error('the game has no table')
      return game.view.table
    },
  }
  const component = mount(GameTable, { target, props })
  flushSync()
  close = () => {
    void unmount(component)
    target.remove()
  }
  const step: Step = {
    ply: view.ply,
    at: 0,
    what: { kind: 'moved', seat, move: '1B1' },
    events: [{ event: 'taken', seat, factory: 1, colour: 'B', count: 1 }],
  }
  game.receive({ t: 'update', game: 'g', steps: [step], view: { ...view, ply: view.ply + 1 } })
  return () => game.view?.ply === view.ply + 1
}

async function settle() {
  for (let turns = 0; turns < 8; turns += 1) await tick()
  await vi.advanceTimersByTimeAsync(1)
}

describe('the pause before the move of a bot', () => {
  it('is over after at most a second and a half', async () => {
    const shown = receiveMove(bot)
    await vi.advanceTimersByTimeAsync(400)
    expect(shown()).toBe(false)
    await vi.advanceTimersByTimeAsync(1100)
    expect(shown()).toBe(true)
  })

  it.each([
    ['a tap', () => dispatchEvent(new Event('pointerdown'))],
    [
      'S',
      () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true })),
    ],
    [
      'hiding the page',
      () => {
        vi.spyOn(document, 'hidden', 'get').mockReturnValueOnce(true)
        document.dispatchEvent(new Event('visibilitychange'))
      },
    ],
  ])('is skipped by %s', async (_, skip) => {
    const shown = receiveMove(bot)
    await settle()
    expect(shown()).toBe(false)
    skip()
    await settle()
    expect(shown()).toBe(true)
  })

  it('is not made for people, on a clock, without animations, or if switched off', () => {
    expect(receiveMove(bot === 1 ? 2 : 1)()).toBe(true)
    close()
    expect(receiveMove(bot, { kind: 'real_time', seconds: 300, increment: 5 })()).toBe(true)
    close()
    settings.speed = 'instant'
    expect(receiveMove(bot)()).toBe(true)
    close()
    settings.speed = 'normal'
    settings.thinking = false
    expect(receiveMove(bot)()).toBe(true)
  })
})
