import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { GameStore } from '../../lib/game/game-store.svelte'
import { LANGUAGE_TAGS } from '../../lib/text/languages'
import type { DrawView } from '../../lib/protocol'
import type { Connection } from '../../lib/net/connection.svelte'
import type { PlayerResult, ResultView } from '../../lib/protocol'
import { nameAt } from '../../lib/text/sentences'
import { ownPlace, placeText, tieTexts } from '../../lib/text/standings'
import { stubSizes } from '../../testing/browser'
import { useTestLanguage } from '../../testing/language'
import { fixture } from '../../testing/fixtures'
import Result from './Result.svelte'

beforeEach(() => {
  stubSizes()
  useTestLanguage('en')
})

afterEach(() => vi.unstubAllGlobals())

const over = fixture('over')

/** The terms of the proof and their values. */
function proof(draw: Partial<DrawView>): [string, string][] {
  const game = new GameStore('g', {} as Connection)
  const view = { ...over.view, draw: { ...over.view.draw, ...draw } }
  const { result } = view
  if (!result) throw new Error('the fixture has no result')
  game.receive({ t: 'game', game: 'g', log: [], view })
  game.receive({ t: 'own', game: 'g', own: over.own })
  const viewer = { mine: over.own.seats, name: (seat: number) => nameAt(view.seats, seat) }
  const target = document.createElement('div')
  const component = mount(Result, { target, props: { game, result, viewer } })
  flushSync()
  const texts = [...target.querySelectorAll('.proof dt')].map((term): [string, string] => [
    term.textContent.trim(),
    term.nextElementSibling?.textContent.trim() ?? '',
  ])
  void unmount(component)
  return texts
}

describe('the proof of the draws', () => {
  const nonces = ['5e'.repeat(32), null, null]

  it('shows the nonce of every player, or that there is none', () => {
    expect(proof({ nonces }).slice(-3)).toEqual([
      ['Random number: Ana', '5e'.repeat(32)],
      ['Random number: Björk', 'none'],
      [`Random number: ${nameAt(over.view.seats, 3)}`, 'none'],
    ])
  })

  it.each(LANGUAGE_TAGS)('has a word for a missing nonce in %s', (language) => {
    useTestLanguage(language)
    const word = proof({ nonces }).at(-1)?.[1]
    expect(word).toMatch(/^\p{L}+$/u)
  })
})

describe('places and ties', () => {
  const viewer = { mine: [1], name: (seat: number) => ['Ana', 'Ben', 'Eva'][seat - 1] ?? '' }

  /** A result of players given by place, score and rows. */
  function resultOf(...players: [place: number, score: number, rows: number][]): ResultView {
    const [first] = over.view.result?.players ?? []
    if (!first) throw new Error('the fixture has no result')
    return {
      by: 'score',
      seat: null,
      winners: players.flatMap(([place], index) => (place === 1 ? [index + 1] : [])),
      players: players.map(([place, score, rows], index): PlayerResult => {
        const bonuses = { ...first.bonuses, rows }
        return { ...first, seat: index + 1, place, score, bonuses }
      }),
    }
  }

  it('tell how complete rows broke a tie', () => {
    const result = resultOf([2, 61, 1], [1, 61, 3], [3, 40, 0])
    expect(tieTexts(result, viewer)).toEqual([
      'Tie at 61 points: Ben and Ana. Complete rows decide: Ben 3, Ana 1.',
    ])
    expect(ownPlace(result, viewer)).toBe('You’re in place 2 of 3.')
  })

  it('are shared if the rows are equal too', () => {
    const result = resultOf([1, 61, 2], [1, 61, 2], [3, 40, 0])
    expect(tieTexts(result, viewer)).toEqual([
      'Tie at 61 points: Ana and Ben. Complete rows are equal too, so they share the place.',
    ])
    const [ana] = result.players
    expect(ana && placeText(result, ana)).toBe('Place 1, shared')
    expect(ownPlace(result, viewer)).toBe('You share place 1 of 3.')
  })

  it('need no words without a tie, between two players, or after a resignation', () => {
    const result = resultOf([1, 61, 2], [2, 50, 2])
    expect(tieTexts(result, viewer)).toEqual([])
    expect(ownPlace(result, viewer)).toBeNull()
    const resigned = resultOf([1, 61, 2], [2, 61, 2])
    expect(tieTexts({ ...resigned, by: 'resigned' }, viewer)).toEqual([])
  })

  it.each(LANGUAGE_TAGS)('are worded in %s', (language) => {
    useTestLanguage(language)
    const [text] = tieTexts(resultOf([2, 61, 1], [1, 61, 3]), viewer)
    expect(text).toMatch(/61 .*Ben .* Ana\. .*: Ben 3, Ana 1\.$/)
  })
})

describe('the buttons after a game', () => {
  function buttons(won: boolean, level: 'tiler' | 'legend' = 'tiler') {
    const onlevel = vi.fn()
    const [ana, , bot] = over.view.seats
    if (!ana || !bot || !over.view.result) throw new Error('the fixture has no bot')
    const seats = [ana, { ...bot, seat: 2, level }]
    const players = over.view.result.players.slice(0, 2)
    const result = { ...over.view.result, winners: [won ? 1 : 2], players }
    const game = new GameStore('g', {} as Connection)
    game.receive({ t: 'game', game: 'g', log: [], view: { ...over.view, seats, result } })
    game.receive({ t: 'own', game: 'g', own: { ...over.own, seats: [1] } })
    const viewer = { mine: [1], name: (seat: number) => nameAt(seats, seat) }
    const target = document.createElement('div')
    const component = mount(Result, {
      target,
      props: { game, result, viewer, fresh: true, onlevel },
    })
    flushSync()
    const all = [...target.querySelectorAll<HTMLElement>('.buttons .button')]
    const celebrates = target.querySelector('.rain') !== null
    const find = (text: string) => all.find((button) => button.textContent.trim() === text)
    return { onlevel, celebrates, find, close: () => unmount(component) }
  }

  it('offer the next level after a win against a bot', () => {
    const { onlevel, celebrates, find } = buttons(true)
    find('Try Bento next')?.click()
    expect(onlevel).toHaveBeenCalledExactlyOnceWith('artisan', over.view.settings.wall)
    expect(find('Rematch')?.classList.contains('primary')).toBe(false)
    expect(celebrates).toBe(true)
  })

  it('offer a rematch after a defeat, and after a win against the highest level', () => {
    const lost = buttons(false)
    expect(lost.find('Rematch')?.classList.contains('primary')).toBe(true)
    expect(lost.find('Try Bento next')).toBeUndefined()
    expect(lost.celebrates).toBe(false)
    expect(buttons(true, 'legend').find('Rematch')?.classList.contains('primary')).toBe(true)
  })
})
