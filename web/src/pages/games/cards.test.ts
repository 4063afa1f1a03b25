import { describe, expect, it } from 'vitest'

import type { GameCard, SeatView } from '../../lib/protocol'
import {
  addPage,
  agoOf,
  currentGames,
  freeSeats,
  groupGames,
  leftOf,
  othersFirst,
  outcomeOf,
  waitsForMe,
} from './cards'

function seat(number: number, kind: SeatView['kind'] = 'human'): SeatView {
  return {
    seat: number,
    kind,
    name: kind === 'human' ? `Player ${number}` : null,
    guest: true,
    level: kind === 'bot' ? 'tiler' : null,
    taken_over: null,
    can_win: true,
    person: kind === 'human' ? number : null,
  }
}

function card(change: Partial<GameCard> = {}): GameCard {
  return {
    id: 'one',
    status: 'running',
    settings: {
      wall: 'coloured',
      clock: { kind: 'none' },
      undo: 'free',
      public: false,
      start: null,
    },
    seats: [seat(1), seat(2, 'bot')],
    scores: [3, 5],
    round: 2,
    waits_for: [1],
    mine: [1],
    winners: [],
    changed: 0,
    deadline: null,
    ...change,
  }
}

describe('outcomeOf', () => {
  it('is null while the game is running', () => {
    expect(outcomeOf(card())).toBeNull()
    expect(outcomeOf(card({ status: 'waiting' }))).toBeNull()
  })

  it('distinguishes victory, shared victory and defeat', () => {
    const ended = (winners: number[]) => outcomeOf(card({ status: 'finished', winners }))
    expect(ended([1])).toBe('won')
    expect(ended([1, 2])).toBe('shared')
    expect(ended([2])).toBe('lost')
    expect(ended([])).toBe('none')
  })

  it('is neutral for viewers with several seats or none', () => {
    expect(outcomeOf(card({ status: 'finished', winners: [1], mine: [1, 2] }))).toBe('over')
    expect(outcomeOf(card({ status: 'finished', winners: [1], mine: [] }))).toBe('over')
  })

  it('recognises a cancelled game', () => {
    expect(outcomeOf(card({ status: 'cancelled' }))).toBe('cancelled')
  })
})

describe('lists of games', () => {
  it('know whose move it is', () => {
    expect(waitsForMe(card())).toBe(true)
    expect(waitsForMe(card({ waits_for: [2] }))).toBe(false)
    expect(waitsForMe(card({ status: 'finished' }))).toBe(false)
  })

  it('are grouped in order', () => {
    const games = [
      card({ id: 'a', waits_for: [2] }),
      card({ id: 'b' }),
      card({ id: 'c', status: 'finished' }),
      card({ id: 'd', status: 'waiting', waits_for: [] }),
      card({ id: 'e', status: 'cancelled' }),
    ]
    const { waiting, running, finished } = groupGames(games)
    expect(waiting.map((one) => one.id)).toEqual(['b'])
    expect(running.map((one) => one.id)).toEqual(['a', 'd'])
    expect(finished.map((one) => one.id)).toEqual(['c', 'e'])
  })

  it('append a page without duplicates', () => {
    const ids = addPage(
      [card({ id: 'a' }), card({ id: 'b' })],
      [card({ id: 'b' }), card({ id: 'c' })],
    )
    expect(ids.map((one) => one.id)).toEqual(['a', 'b', 'c'])
  })

  it('put opponents first and count free seats', () => {
    const game = card({ seats: [seat(1), seat(2, 'open'), seat(3, 'invited')] })
    expect(othersFirst(game).map((one) => one.seat)).toEqual([2, 3, 1])
    expect(freeSeats(game)).toBe(2)
  })
})

describe('agoOf', () => {
  const now = 1_800_000_000_000
  it('uses the largest whole unit', () => {
    expect(agoOf(now - 59_999, now)).toEqual({ unit: 'now', count: 0 })
    expect(agoOf(now - 60_000, now)).toEqual({ unit: 'minutes', count: 1 })
    expect(agoOf(now - 3_600_000 * 5, now)).toEqual({ unit: 'hours', count: 5 })
    expect(agoOf(now - 86_400_000 * 3 - 1, now)).toEqual({ unit: 'days', count: 3 })
  })

  it('is “now” for the future', () => {
    expect(agoOf(now + 5_000_000, now)).toEqual({ unit: 'now', count: 0 })
  })
})

describe('leftOf', () => {
  it('counts down in the largest whole unit', () => {
    expect(leftOf(86_400_000 * 2 + 5, 0)).toEqual({ unit: 'days', count: 2 })
    expect(leftOf(86_400_000 - 1, 0)).toEqual({ unit: 'hours', count: 23 })
    expect(leftOf(59_000, 0)).toEqual({ unit: 'now', count: 0 })
    expect(leftOf(0, 5_000)).toEqual({ unit: 'now', count: 0 })
  })
})

describe('currentGames', () => {
  it('lists unfinished games, those that wait for the viewer and wait longest first', () => {
    const games = [
      card({ id: 'finished', status: 'finished', changed: 1 }),
      card({ id: 'table', status: 'waiting', waits_for: [], changed: 0 }),
      card({ id: 'theirs', waits_for: [2], changed: 3 }),
      card({ id: 'mine-later', changed: 9 }),
      card({ id: 'mine', changed: 5 }),
    ]
    expect(currentGames(games).map(({ id }) => id)).toEqual([
      'mine',
      'mine-later',
      'theirs',
      'table',
    ])
  })
})
