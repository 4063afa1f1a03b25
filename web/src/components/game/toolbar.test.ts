import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { GameStore } from '../../lib/game/game-store.svelte'
import type { Connection } from '../../lib/net/connection.svelte'
import type { Step } from '../../lib/protocol'
import { defaults, settings } from '../../lib/ui/settings.svelte'
import { nameAt } from '../../lib/text/sentences'
import { useTestLanguage } from '../../testing/language'
import { fixture } from '../../testing/fixtures'
import Toolbar from './Toolbar.svelte'

const three = fixture('table-3')
const seats = three.view.seats.map((seat) => ({
  ...seat,
  kind: 'human' as const,
  name: `P${seat.seat}`,
}))
let close: () => void = () => undefined

beforeEach(() => useTestLanguage('en'))
afterEach(() => {
  close()
  localStorage.clear()
  Object.assign(settings, defaults())
})

/** The toolbar of a game of three people, some of them at this device. */
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

describe('phrases', () => {
  it('can be muted per player, with labelled checkboxes', () => {
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

  it('can be muted but not said by spectators', () => {
    const { target } = bar([])
    expect(target.querySelectorAll('li')).toHaveLength(0)
    expect(names(target)).toHaveLength(3)
  })

  it('link to the setting if switched off', () => {
    settings.phrases = false
    const { target } = bar([1])
    expect(boxes(target)).toHaveLength(0)
    const link = target.querySelector<HTMLAnchorElement>('a[href="/settings"]')
    expect(link?.textContent).toBe('Phrases are turned off in the settings.')
  })

  it('close on Escape without undoing a step', () => {
    const { target } = bar([1])
    const details = target.querySelector('details')
    if (!details) throw new Error('no phrases')
    details.open = true
    let presses = 0
    const listen = () => (presses += 1)
    addEventListener('keydown', listen)
    const press = () =>
      boxes(target)[0]?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
      )
    press()
    expect(details.open).toBe(false)
    expect(presses).toBe(0)
    press()
    expect(presses, 'the next one reaches the table').toBe(1)
    removeEventListener('keydown', listen)
  })
})

describe('the switch for sounds', () => {
  const switchOf = (target: HTMLElement) =>
    target.querySelector<HTMLButtonElement>('[aria-label="Sounds"]')
  const question = (target: HTMLElement) => target.querySelector('.question')

  it('turns sounds on and off', () => {
    const { target } = bar([1])
    expect(switchOf(target)?.getAttribute('aria-pressed')).toBe('false')
    switchOf(target)?.click()
    flushSync()
    expect(settings.sounds).toBe(true)
    expect(switchOf(target)?.getAttribute('aria-pressed')).toBe('true')
    switchOf(target)?.click()
    expect(settings.sounds).toBe(false)
  })

  it('asks once, after the first move', () => {
    const { game, target } = bar([1])
    expect(question(target)).toBeNull()
    const moved: Step = { ply: 1, at: 0, what: { kind: 'moved', seat: 1, move: '1B1' }, events: [] }
    game.receive({ t: 'game', game: 'g', log: [moved], view: { ...three.view, seats } })
    flushSync()
    expect(question(target)?.textContent).toMatch(/Play with sound\?/)
    target.querySelectorAll<HTMLButtonElement>('.question button')[1]?.click()
    flushSync()
    expect(question(target)).toBeNull()
    expect(settings.sounds).toBe(false)
    expect(settings.soundsAsked).toBe(true)
  })
})
