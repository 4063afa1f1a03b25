import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { GameStore } from '../../lib/game/game-store.svelte'
import type { GameHost } from '../../lib/net/game-host'
import { stubSizes } from '../../testing/browser'
import { fixture, tableOf } from '../../testing/fixtures'
import { useTestLanguage } from '../../testing/language'
import GameTable from './GameTable.svelte'

let close: () => void = () => undefined

beforeEach(() => {
  stubSizes()
  useTestLanguage('en')
})
afterEach(() => {
  close()
  vi.unstubAllGlobals()
})

let game: GameStore

function show(name: string): HTMLElement {
  const start = fixture(name)
  const host: Partial<GameHost> = {
    status: 'open',
    offset: 0,
    record: () => new Promise(() => undefined),
    recordUrl: () => null,
    path: (id) => `/g/${id}`,
  }
  game = new GameStore('g', host as GameHost)
  game.receive({ t: 'game', game: 'g', log: start.log, view: start.view })
  game.receive({ t: 'own', game: 'g', own: start.own })
  const target = document.createElement('div')
  document.body.append(target)
  const component = mount(GameTable, { target, props: { game, table: tableOf(start) } })
  flushSync()
  close = () => {
    void unmount(component)
    target.remove()
  }
  return target
}

it('the log has a heading above the lines of this round', () => {
  const round = show('table-3').querySelector('.log .round')
  expect(round?.querySelector('h2')?.textContent).toBe('This round')
  expect(round?.querySelector('li')?.textContent.trim()).toMatch(/^Round \d+: /)
  expect(round?.querySelectorAll('li.newest')).toHaveLength(1)
})

it('the chips of opponents have the scores of the result', () => {
  const { result } = fixture('over').view
  const chips = [...show('over').querySelectorAll('.chip .chip b')]
  const scores = result?.players.filter(({ seat }) => seat !== 1).map(({ score }) => score)
  expect(chips.map((chip) => Number(chip.textContent))).toEqual(scores)
})

it('the last move of each opponent is ringed, and its source is marked', () => {
  const target = show('table-4')
  const rings = [...target.querySelectorAll('.trace-ring')].map(
    (ring) => ring.closest<HTMLElement>('[data-seat]')?.dataset.seat,
  )
  expect(rings).toEqual(['2', '3', '4'])
  const marked = [...target.querySelectorAll<HTMLElement>('.plate.traced')]
  expect(marked.map((plate) => plate.dataset.spot)).toEqual(['f2', 'f4', 'f6'])
})

it('the latest move is described above the own choice', () => {
  const above = show('table-2').querySelector('.say .above p')
  for (const image of above?.querySelectorAll('.tile-box') ?? []) image.remove()
  expect(above?.textContent.replace(/\s+/g, ' ').trim()).toBe(
    'Björk took 2 blue from factory 2 to line 2 filled, +4 at end of round',
  )
})

it('the moves of the other opponents since the own one have a sentence each', () => {
  const earlier = [...show('table-4').querySelectorAll('.say .above li .sr-only')]
  expect(earlier.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/ took \d \w+ from factory \d to /),
    expect.stringMatching(/ took \d \w+ from factory \d to /),
  ])
})

it('an undo puts the tiles in hand back', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const target = show('table-3')
  const held = () => target.querySelectorAll('.sources button[aria-pressed="true"]').length
  target.querySelector<HTMLElement>('.sources button.active')?.click()
  flushSync()
  expect(held()).toBe(1)
  const { view, own } = fixture('table-3')
  const { ply } = view
  const what = { kind: 'undone', seat: 1, to: ply - 1 } as const
  const steps = [{ ply, at: 0, what, events: [] }]
  game.receive({ t: 'update', game: 'g', steps, view: { ...view, ply: ply + 1 } })
  game.receive({ t: 'own', game: 'g', own: { ...own, ply: ply + 1 } })
  flushSync()
  expect(held()).toBe(0)
})
