import { describe, expect, it } from 'vitest'

import {
  CLOCKS,
  presetSetup,
  problemsOf,
  quickGame,
  readLevel,
  toNewGame,
  undoOf,
  usedSeats,
  type Setup,
} from './setup'

const request = (setup: Setup) => toNewGame(setup, (seat) => `Seat ${seat}`)

describe('presets', () => {
  it('seat the person first and two players', () => {
    for (const preset of ['bots', 'friends', 'screen'] as const) {
      const seats = usedSeats(presetSetup(preset, 'tiler'))
      expect(seats.map((seat) => seat.kind)[0]).toBe('me')
      expect(seats).toHaveLength(2)
    }
  })

  it('make the one-click game', () => {
    expect(quickGame('tiler')).toEqual({
      seats: [{ kind: 'me' }, { kind: 'bot', level: 'tiler' }],
      wall: 'coloured',
      clock: { kind: 'none' },
      public: false,
      undo: 'free',
    })
  })
})

describe('toNewGame', () => {
  it('names people at the same device apart', () => {
    const setup = presetSetup('screen', 'tiler')
    setup.players = 3
    setup.seats[1].name = '  Björk '
    expect(request(setup).seats).toEqual([
      { kind: 'me' },
      { kind: 'me', name: 'Björk' },
      { kind: 'me', name: 'Seat 3' },
    ])
  })

  it('asks before taking back where others play, unless told otherwise', () => {
    const setup = presetSetup('friends', 'tiler')
    expect(request(setup).undo).toBe('ask')
    setup.undo = 'off'
    expect(request(setup).undo).toBe('off')
    expect(undoOf(presetSetup('bots', 'tiler'))).toBe('free')
  })

  it('lists a game with a seat for anyone', () => {
    const setup = presetSetup('friends', 'tiler')
    expect(request(setup).public).toBe(false)
    setup.seats[1].kind = 'open'
    expect(request(setup).public).toBe(true)
    // Not when that seat is not used.
    setup.seats[1].kind = 'bot'
    setup.seats[3].kind = 'open'
    expect(request(setup).public).toBe(false)
  })

  it('passes on clock and start, and forgets a start seat that is not there', () => {
    const setup = presetSetup('bots', 'tiler')
    setup.clock = CLOCKS.findIndex((clock) => clock.kind === 'days' && clock.days === 3)
    setup.start = 2
    expect(request(setup)).toMatchObject({ clock: { kind: 'days', days: 3 }, start: 2 })
    setup.start = 4
    expect(request(setup)).not.toHaveProperty('start')
  })
})

describe('problemsOf', () => {
  it('wants a seat for the person', () => {
    const setup = presetSetup('bots', 'tiler')
    expect(problemsOf(setup)).toEqual([])
    setup.seats[0].kind = 'bot'
    expect(problemsOf(setup)).toEqual(['needs-me'])
  })

  it('counts characters, not code units', () => {
    const setup = presetSetup('screen', 'tiler')
    setup.seats[1].name = '🙂'.repeat(24)
    expect(problemsOf(setup)).toEqual([])
    setup.seats[1].name = '🙂'.repeat(25)
    expect(problemsOf(setup)).toEqual(['name'])
  })
})

it('readLevel falls back to the suggestion', () => {
  expect(readLevel('master')).toBe('master')
  expect(readLevel('grandmaster')).toBe('apprentice')
  expect(readLevel(undefined)).toBe('apprentice')
})
