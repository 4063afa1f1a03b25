import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { GameStore } from '../../lib/game/game-store.svelte'
import { LANGUAGE_TAGS } from '../../lib/text/languages'
import type { ProvenRecord } from '../../lib/game/draw-proof'
import type { GameHost } from '../../lib/net/game-host'
import type { PlayerResult, ResultView } from '../../lib/protocol'
import { nameAt } from '../../lib/text/sentences'
import { ownPlace, placeText, tieTexts } from '../../lib/text/standings'
import { stubSizes } from '../../testing/browser'
import { useTestLanguage } from '../../testing/language'
import { fixture } from '../../testing/fixtures'
import { provenRecord } from '../../testing/draws'
import Result from './Result.svelte'

beforeEach(() => {
  stubSizes()
  useTestLanguage('en')
})

afterEach(() => vi.unstubAllGlobals())

/** A host with this record. */
function hostOf(record: ProvenRecord, scheme: 'server' | 'device' = 'server'): GameHost {
  const host: Partial<GameHost> = {
    record: () => Promise.resolve(JSON.stringify(record)),
    recordUrl: (game) => (scheme === 'server' ? `/records/${game}` : null),
    path: (game) => `/g/${game}`,
  }
  return host as GameHost
}

const over = fixture('over')

/** The result page of a game with this record. */
async function page(record: ProvenRecord): Promise<HTMLElement> {
  const game = new GameStore('g', hostOf(record))
  const { view } = over
  const { result } = view
  if (!result) throw new Error('the fixture has no result')
  game.receive({ t: 'game', game: 'g', log: [], view })
  game.receive({ t: 'own', game: 'g', own: over.own })
  const viewer = { mine: over.own.seats, name: (seat: number) => nameAt(view.seats, seat) }
  const target = document.createElement('div')
  const component = mount(Result, { target, props: { game, result, viewer } })
  await vi.waitFor(() => {
    flushSync()
    expect(target.querySelector('.proof')).not.toBeNull()
  })
  const shown = target.cloneNode(true) as HTMLElement
  void unmount(component)
  return shown
}

/** The terms of the proof and their values. */
async function proof(record: ProvenRecord): Promise<[string, string][]> {
  const terms = (await page(record)).querySelectorAll('.proof dt')
  return [...terms].map((term): [string, string] => [
    term.textContent.trim(),
    term.nextElementSibling?.textContent.trim() ?? '',
  ])
}

describe('the proof of the draws', () => {
  it('shows the nonce of every player, or that there is none', async () => {
    const third = nameAt(over.view.seats, 3)
    const values = await proof(provenRecord())
    expect(values.filter(([term]) => term.startsWith('Random number'))).toEqual([
      ['Random number: Ana', '01'.repeat(32)],
      ['Random number: Björk', 'none'],
      [`Random number: ${third}`, '03'.repeat(32)],
    ])
  })

  it('is absent from a game on this device, whose record is a file', async () => {
    const { draw, ...record } = provenRecord()
    const game = new GameStore('g', hostOf(record as ProvenRecord, 'device'))
    const { view } = over
    if (!view.result) throw new Error('the fixture has no result')
    const local = { ...view, draw: { ...view.draw, scheme: 'device' } }
    game.receive({ t: 'game', game: 'g', log: [], view: local })
    const viewer = { mine: [1], name: (seat: number) => nameAt(view.seats, seat) }
    const target = document.createElement('div')
    const props = { game, result: view.result, viewer }
    const component = mount(Result, { target, props })
    await vi.waitFor(() => {
      flushSync()
      expect(target.textContent).toContain('Copy link')
    })
    expect(draw).toBeDefined()
    expect(target.querySelector('.proof')).toBeNull()
    void unmount(component)
  })

  it('says what was checked', async () => {
    const summary = async (record: ProvenRecord) =>
      (await page(record)).querySelector('summary')?.textContent
    expect(await summary(provenRecord())).toMatch(/this device stored nothing at the start/)
    const { draw, ...record } = provenRecord()
    const swapped = { ...record, draw: { ...draw, secret: '00'.repeat(32) } }
    expect(await summary(swapped)).toBe('The draws don’t follow from the proof in the record')
  })

  it('says who withheld a nonce and what that could gain', async () => {
    const record = provenRecord({ contributions: ['withheld', 'bot', 'revealed'] })
    const text = (await page(record)).querySelector('.proof')?.textContent
    expect(text).toMatch(/Ana sealed a number but didn’t open it/)
    expect(text).toMatch(/sealed, but not opened/)
  })

  it('distinguishes players who never committed or sent a nonce in the open', async () => {
    const record = provenRecord({ contributions: ['open', 'bot', 'uncommitted'] })
    const values = (await proof(record)).map(([, value]) => value)
    expect(values).toContain(`${'01'.repeat(32)} (not sealed)`)
    expect(values).toContain('not sealed in time')
  })

  it.each(LANGUAGE_TAGS)('has a word for a missing nonce in %s', async (language) => {
    useTestLanguage(language)
    const values = await proof(provenRecord({ scheme: 'azulejo-draw-1' }))
    expect(values.at(-2)?.[1]).toMatch(/^\p{L}+$/u)
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
    expect(ownPlace(result, viewer)).toBe('Your place: 2 of 3.')
  })

  it('are shared if the rows are equal too', () => {
    const result = resultOf([1, 61, 2], [1, 61, 2], [3, 40, 0])
    expect(tieTexts(result, viewer)).toEqual([
      'Tie at 61 points: Ana and Ben. They also have the same number of complete rows, so they share the place.',
    ])
    const [ana] = result.players
    expect(ana && placeText(result, ana)).toBe('Place 1, shared')
    expect(ownPlace(result, viewer)).toBe('Your place: 1 of 3, shared.')
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
    const game = new GameStore('g', hostOf(provenRecord()))
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
