import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { GameStore } from '../../lib/game/game-store.svelte'
import type { Connection } from '../../lib/net/connection.svelte'
import { defaults, settings } from '../../lib/ui/settings.svelte'
import { nameAt } from '../../lib/text/sentences'
import { speak } from '../../testing/language'
import { fixture } from '../../testing/fixtures'
import Toolbar from './Toolbar.svelte'

const three = fixture('table-3')
const seats = three.view.seats.map((seat) => ({
  ...seat,
  kind: 'human' as const,
  name: `P${seat.seat}`,
}))
let close: () => void = () => undefined

beforeEach(() => speak('en'))
afterEach(() => {
  close()
  localStorage.clear()
  Object.assign(settings, defaults())
})

/** The bar of a table of three people, of whom some are at this screen. */
function bar(mine: number[]): { game: GameStore; target: HTMLElement } {
  const game = new GameStore('g', {} as Connection)
  game.receive({ t: 'game', game: 'g', log: [], view: { ...three.view, seats } })
  game.receive({ t: 'own', game: 'g', own: { ...three.own, seats: mine } })
  const target = document.createElement('div')
  document.body.append(target)
  const nothing = () => undefined
  const props = {
    game,
    onundo: nothing,
    onhint: nothing,
    onresign: nothing,
    oncommands: nothing,
    onhelp: nothing,
    commandsOpen: false,
  }
  const component = mount(Toolbar, { target, props })
  flushSync()
  close = () => {
    void unmount(component)
    target.remove()
  }
  return { game, target }
}

const boxes = (target: HTMLElement) => [...target.querySelectorAll<HTMLInputElement>('input')]
const names = (target: HTMLElement) =>
  boxes(target).map((box) => box.labels?.[0]?.textContent.trim())

describe('the phrases of a table', () => {
  it('are shown or not person by person, and every box has its name', () => {
    const { game, target } = bar([1])
    expect(names(target)).toEqual([nameAt(seats, 2), nameAt(seats, 3)])
    expect(boxes(target).map(({ checked }) => checked)).toEqual([true, true])
    boxes(target)[1]?.click()
    flushSync()
    expect(game.muted).toEqual([3])
    expect(boxes(target).map(({ checked }) => checked)).toEqual([true, false])
    boxes(target)[1]?.click()
    flushSync()
    expect(game.muted).toEqual([])
  })

  it('can be muted by whoever only watches, who says none', () => {
    const { target } = bar([])
    expect(target.querySelectorAll('li')).toHaveLength(0)
    expect(names(target)).toHaveLength(3)
  })

  it('say where they were switched off', () => {
    settings.phrases = false
    const { target } = bar([1])
    expect(boxes(target)).toHaveLength(0)
    const link = target.querySelector<HTMLAnchorElement>('a[href="/settings"]')
    expect(link?.textContent).toBe('Phrases are turned off in the settings.')
  })

  it('close on Escape, which then takes back nothing at the table', () => {
    const { target } = bar([1])
    const details = target.querySelector('details')
    if (!details) throw new Error('no phrases')
    details.open = true
    let heard = 0
    const listen = () => (heard += 1)
    addEventListener('keydown', listen)
    const press = () =>
      boxes(target)[0]?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
      )
    press()
    expect(details.open).toBe(false)
    expect(heard).toBe(0)
    press()
    expect(heard, 'the next one is the table’s').toBe(1)
    removeEventListener('keydown', listen)
  })
})
