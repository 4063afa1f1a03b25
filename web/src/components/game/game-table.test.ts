import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { GameStore } from '../../lib/game/game-store.svelte'
import type { OwnView } from '../../lib/protocol'
import type { Connection } from '../../lib/net/connection.svelte'
import type { Command } from '../../lib/net/game-host'
import { stubSizes } from '../../testing/browser'
import { useTestLanguage } from '../../testing/language'
import { fixture, tableOf } from '../../testing/fixtures'
import GameTable from './GameTable.svelte'

const grey = fixture('grey-tiling')
const first = (() => {
  const options = grey.own.tiling[0]
  if (!options) throw new Error('the fixture has nothing to tile')
  return options.first
})()

let sent: Command[]
let close: () => void = () => undefined

beforeEach(() => {
  stubSizes()
  useTestLanguage('en')
})
afterEach(() => {
  close()
  vi.unstubAllGlobals()
})

/** A game on the grey wall with both seats at this device, while columns are chosen. */
function sameScreen() {
  sent = []
  const connection = {
    status: 'open',
    offset: 0,
    command: (frame: Command) => sent.push(frame),
    withdraw: () => undefined,
    resync: () => undefined,
  } as unknown as Connection
  const game = new GameStore('g', connection)
  game.receive({ t: 'game', game: 'g', log: grey.log, view: grey.view })
  const own = (choosing: number[]): OwnView => ({
    ...grey.own,
    seats: [1, 2],
    tiling: choosing.map((seat) => ({ seat, first })),
  })
  game.receive({ t: 'own', game: 'g', own: own([1, 2]) })
  const target = document.createElement('div')
  document.body.append(target)
  const component = mount(GameTable, { target, props: { game, table: tableOf(grey) } })
  flushSync()
  close = () => {
    void unmount(component)
    target.remove()
  }
  return { game, target, own }
}

/** The buttons of the columns that can be chosen. */
const columns = (target: HTMLElement) => [
  ...target.querySelectorAll<HTMLButtonElement>('[data-spot] > button'),
]

/** The seats that can choose columns. */
function asked(target: HTMLElement): string[] {
  const seats = columns(target).map((button) => button.parentElement?.dataset.spot?.split(':')[0])
  return [...new Set(seats)].map(String)
}

const large = (target: HTMLElement) =>
  target.querySelector<HTMLElement>('.mine [data-seat]')?.dataset.seat

describe('the grey wall on the same screen', () => {
  it('asks one seat after another for columns', () => {
    const { game, target, own } = sameScreen()
    expect(asked(target)).toEqual(['s1'])
    expect(large(target)).toBe('1')
    while (columns(target).length > 0) {
      columns(target)[0]?.click()
      flushSync()
    }
    expect(sent, 'nothing is sent before all columns are confirmed').toEqual([])
    const confirm = [...target.querySelectorAll('button')].find(
      (button) => button.textContent.trim() === 'Confirm',
    )
    confirm?.click()
    flushSync()
    expect(sent).toMatchObject([{ t: 'choose', seat: 1 }])
    // No seat can choose until the command is acknowledged.
    expect(asked(target)).toEqual([])

    // The update: the first seat has chosen, the second has not.
    const ply = grey.view.ply + 1
    game.receive({ t: 'game', game: 'g', log: [], view: { ...grey.view, ply, choosing: [2] } })
    game.receive({ t: 'own', game: 'g', own: { ...own([2]), ply } })
    const [choice] = sent
    if (choice?.t === 'choose') game.receive({ t: 'ack', game: 'g', id: choice.id, ply })
    flushSync()
    expect(asked(target)).toEqual(['s2'])
    expect(large(target)).toBe('2')
  })
})
