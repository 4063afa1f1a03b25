import { flushSync, mount, tick, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { GameStore } from '../../lib/game/game-store.svelte'
import type { Connection } from '../../lib/net/connection.svelte'
import type { GameView, Step } from '../../lib/protocol'
import { settings } from '../../lib/ui/settings.svelte'
import { stubSizes } from '../../testing/browser'
import { roundEnd } from '../../testing/fixtures'
import { useTestLanguage } from '../../testing/language'
import Game from './GameTable.svelte'

const { before, updates } = roundEnd()
/** All steps of the end of the round in one update, as the server sends them. */
const steps = updates.flatMap((update) => update.steps)
const last = (() => {
  const update = updates.at(-1)
  if (!update) throw new Error('the fixture has no updates')
  return update
})()

const UNTIMED = { ...before.view.settings, clock: { kind: 'none' as const } }

let close: () => void = () => undefined

beforeEach(() => {
  stubSizes()
  // With reduced motion the card is shown alone.
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  useTestLanguage('en')
  settings.scoring = true
  settings.thinking = false
})
afterEach(() => {
  close()
  vi.unstubAllGlobals()
})

function show(view: GameView = before.view, log: Step[] = before.log) {
  const connection = { status: 'open', offset: 0 } as unknown as Connection
  const game = new GameStore('g', connection)
  game.receive({ t: 'game', game: 'g', log, view })
  game.receive({ t: 'own', game: 'g', own: before.own })
  const target = document.createElement('div')
  document.body.append(target)
  const props = {
    game,
    get table() {
      if (!game.view?.table) throw new Error('the game has no table')
      return game.view.table
    },
  }
  const component = mount(Game, { target, props })
  flushSync()
  close = () => {
    void unmount(component)
    target.remove()
  }
  return { game, target }
}

async function endRound(untimed = true) {
  const clock = untimed ? { settings: UNTIMED } : {}
  const shown = show({ ...before.view, ...clock })
  shown.game.receive({ t: 'update', game: 'g', steps, view: { ...last.view, ...clock } })
  shown.game.receive({ t: 'own', game: 'g', own: last.own })
  await settle()
  return shown
}

async function settle() {
  for (let turns = 0; turns < 8; turns += 1) await tick()
  flushSync()
}

const heading = (target: HTMLElement) => target.querySelector('h1')?.textContent
const next = (target: HTMLElement) => target.querySelector<HTMLButtonElement>('[data-next-round]')
const tilesIn = (target: HTMLElement, spots: string) =>
  target.querySelectorAll(`[data-spot^="${spots}"] .tile:not(.faint):not(.ghost)`).length
const lines = (target: HTMLElement) => target.querySelector('.log')?.textContent ?? ''

/** A move of another player after the deal. */
const TAKE: Step = {
  ply: last.view.ply,
  at: 0,
  what: { kind: 'moved', seat: 3, move: '1B1' },
  events: [{ event: 'taken', seat: 3, factory: 1, colour: 'B', count: 1 }],
}

describe('the end of a round', () => {
  it('stays in its round until the card is dismissed', async () => {
    const { target } = await endRound()
    expect(heading(target)).toBe('Round 2: scoring')
    expect(tilesIn(target, 'f'), 'the offer is empty').toBe(0)
    expect(target.querySelector('[data-spot="marker"]')).toBeNull()
    expect(target.querySelectorAll('[data-piece="*"]').length, 'one marker and its chip').toBe(2)
    expect(lines(target)).toContain('Round over')
    expect(lines(target)).not.toContain('Round 3')

    next(target)?.click()
    await settle()
    expect(next(target)).toBeNull()
    expect(heading(target)).toBe('Round 3 · coloured wall')
    expect(tilesIn(target, 'f')).toBeGreaterThan(0)
    expect(lines(target)).toContain('Round 3')
  })

  it('has a card with wall, floor and total for each player', async () => {
    const { target } = await endRound()
    const rows = [...target.querySelectorAll('.card tbody tr:first-child')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()),
    )
    expect(rows).toEqual([
      ['+5', '0', '4 → 9'],
      ['+10', '−1', '3 → 12'],
      ['+11', '−1', '4 → 14'],
    ])
  })

  it('keeps the charged floor lines and marks the new tiles', async () => {
    const { target } = await endRound()
    expect(target.querySelectorAll('.slot.charged').length).toBe(2)
    expect(target.querySelectorAll('.cell.scored').length).toBe(9)
  })

  it('holds moves of others until it is dismissed', async () => {
    const { game, target } = await endRound()
    const view = { ...last.view, settings: UNTIMED, ply: last.view.ply + 1 }
    game.receive({ t: 'update', game: 'g', steps: [TAKE], view })
    await settle()
    expect(heading(target)).toBe('Round 2: scoring')
    next(target)?.click()
    await settle()
    expect(heading(target)).toBe('Round 3 · coloured wall')
  })

  it('ends with the first take if a clock is running', async () => {
    const { game, target } = await endRound(false)
    expect(heading(target)).toBe('Round 2: scoring')
    const view = { ...last.view, ply: last.view.ply + 1 }
    game.receive({ t: 'update', game: 'g', steps: [TAKE], view })
    await settle()
    expect(heading(target)).toBe('Round 3 · coloured wall')
  })

  it('is dismissed by the key of a factory', async () => {
    const { target } = await endRound()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }))
    await settle()
    expect(next(target)).toBeNull()
  })

  it('can be switched off', async () => {
    const { target } = await endRound()
    const off = [...target.querySelectorAll<HTMLElement>('.card button')].at(-1)
    off?.click()
    await settle()
    expect(settings.scoring).toBe(false)
    close()
    const again = await endRound()
    expect(heading(again.target)).toBe('Round 3 · coloured wall')
  })

  it('is over after a reload', () => {
    const { target } = show(last.view, [...before.log, ...steps])
    expect(heading(target)).toBe('Round 3 · coloured wall')
    expect(next(target)).toBeNull()
    expect(tilesIn(target, 'f')).toBeGreaterThan(0)
  })
})
