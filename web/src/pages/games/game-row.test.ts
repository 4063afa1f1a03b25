import { flushSync, mount, unmount } from 'svelte'
import { beforeEach, describe, expect, it } from 'vitest'

import type { Language } from '../../lib/text/languages'
import type { GameCard } from '../../lib/protocol'
import { useTestLanguage } from '../../testing/language'
import { fixture } from '../../testing/fixtures'
import GameRow from './GameRow.svelte'

beforeEach(() => useTestLanguage('en'))

const { view } = fixture('over')

/** The facts shown about a game. */
function facts(change: Partial<GameCard>): string[] {
  const card: GameCard = {
    id: 'one',
    status: 'finished',
    settings: view.settings,
    seats: view.seats,
    scores: [61, 74, 90],
    round: 5,
    waits_for: [],
    mine: [1],
    winners: [3],
    changed: 0,
    deadline: null,
    ...change,
  }
  const target = document.createElement('ul')
  const props = {
    card,
    now: 0,
    action: 'open' as const,
    saysTurn: false,
    compact: false,
    ondiscard: undefined,
  }
  const component = mount(GameRow, { target, props })
  flushSync()
  const texts = [...target.querySelectorAll('.facts > li')].map((fact) => fact.textContent.trim())
  void unmount(component)
  return texts
}

describe('a game in a list', () => {
  it('shows the current round while it is running', () => {
    expect(facts({ status: 'running', winners: [] })[0]).toBe('Round 5')
  })

  it('shows the number of rounds once it is over', () => {
    expect(facts({})[0]).toBe('5 rounds')
    expect(facts({ round: 1 })[0]).toBe('1 round')
  })

  it('shows no round before the first', () => {
    for (const status of ['waiting', 'cancelled'] as const) {
      const texts = facts({ status, winners: [], round: 0, scores: [] })
      expect(texts.join(' ')).not.toMatch(/round/i)
    }
  })

  it.each([
    ['de', '1 Runde', '5 Runden'],
    ['is', '1 umferð', '5 umferðir'],
    ['it', '1 round', '5 round'],
    ['nb', '1 runde', '5 runder'],
    ['nl', '1 ronde', '5 rondes'],
  ] as [Language, string, string][])('counts rounds in %s', (language, one, many) => {
    useTestLanguage(language)
    expect([facts({ round: 1 })[0], facts({ round: 5 })[0]]).toEqual([one, many])
  })
})
