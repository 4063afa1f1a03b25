import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { GameStore } from '../../lib/game/game-store.svelte'
import { LANGUAGE_TAGS } from '../../lib/text/languages'
import type { DrawView } from '../../lib/protocol'
import type { Connection } from '../../lib/net/connection.svelte'
import { nameAt } from '../../lib/text/sentences'
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
