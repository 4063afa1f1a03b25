import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { GameStore } from '../../lib/game/game-store.svelte'
import { LANGUAGE_TAGS } from '../../lib/text/languages'
import type { ProvenRecord } from '../../lib/game/draw-proof'
import type { Connection } from '../../lib/net/connection.svelte'
import { nameAt } from '../../lib/text/sentences'
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

const over = fixture('over')

/** The result page of a game with this record. */
async function page(record: ProvenRecord): Promise<HTMLElement> {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(record))))
  const game = new GameStore('g', {} as Connection)
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
    expect(values).toContain('none in time')
  })

  it.each(LANGUAGE_TAGS)('has a word for a missing nonce in %s', async (language) => {
    useTestLanguage(language)
    const values = await proof(provenRecord({ scheme: 'azulejo-draw-1' }))
    expect(values.at(-2)?.[1]).toMatch(/^\p{L}+$/u)
  })
})
