import { describe, expect, it } from 'vitest'

import {
  botSeats,
  CLOCKS,
  onlyBots,
  presetSetup,
  problemsOf,
  quickGame,
  readLevel,
  toNewGame,
  undoOf,
  usedSeats,
  withoutServer,
  type Setup,
} from './setup'
import { fitsDevice } from './start'

const request = (setup: Setup) => toNewGame(setup, (seat) => `Seat ${seat}`)

describe('presets', () => {
  it('have two players, the user first', () => {
    for (const preset of ['bots', 'friends', 'screen'] as const) {
      const seats = usedSeats(presetSetup(preset, 'tiler'))
      expect(seats.map((seat) => seat.kind)[0]).toBe('me')
      expect(seats).toHaveLength(2)
    }
  })

  it('create the one-click game', () => {
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
  it('names the people at this device', () => {
    const setup = presetSetup('screen', 'tiler')
    setup.players = 3
    setup.seats[1].name = '  Björk '
    expect(request(setup).seats).toEqual([
      { kind: 'me' },
      { kind: 'me', name: 'Björk' },
      { kind: 'me', name: 'Seat 3' },
    ])
  })

  it('defaults to undo by consent if others play', () => {
    const setup = presetSetup('friends', 'tiler')
    expect(request(setup).undo).toBe('ask')
    setup.undo = 'off'
    expect(request(setup).undo).toBe('off')
    expect(undoOf(presetSetup('bots', 'tiler'))).toBe('free')
  })

  it('makes a game with an open seat public', () => {
    const setup = presetSetup('friends', 'tiler')
    expect(request(setup).public).toBe(false)
    setup.seats[1].kind = 'open'
    expect(request(setup).public).toBe(true)
    // Unused seats do not count.
    setup.seats[1].kind = 'bot'
    setup.seats[3].kind = 'open'
    expect(request(setup).public).toBe(false)
  })

  it('includes clock and start, but not a start seat that is unused', () => {
    const setup = presetSetup('bots', 'tiler')
    setup.clock = CLOCKS.findIndex((clock) => clock.kind === 'days' && clock.days === 3)
    setup.start = 2
    expect(request(setup)).toMatchObject({ clock: { kind: 'days', days: 3 }, start: 2 })
    setup.start = 4
    expect(request(setup)).not.toHaveProperty('start')
  })
})

describe('onlyBots', () => {
  it('holds for one person against bots in all other seats', () => {
    const setup = presetSetup('bots', 'tiler')
    expect(onlyBots(setup)).toBe(true)
    setup.players = 3
    expect(botSeats(setup)).toEqual([1, 2])
    expect(onlyBots(setup)).toBe(true)
    setup.seats[2].kind = 'here'
    expect(onlyBots(setup)).toBe(false)
    setup.seats[2].kind = 'open'
    expect(onlyBots(setup)).toBe(false)
  })
})

describe('problemsOf', () => {
  it('requires a seat for the user', () => {
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

it('readLevel falls back to the default', () => {
  expect(readLevel('master')).toBe('master')
  expect(readLevel('grandmaster')).toBe('apprentice')
  expect(readLevel(undefined)).toBe('apprentice')
})

describe('withoutServer', () => {
  it('makes every setup fit the device', () => {
    const setup = presetSetup('friends', 'tiler')
    setup.players = 4
    setup.clock = 2
    setup.seats[2].kind = 'open'
    setup.seats[3].kind = 'bot'
    expect(fitsDevice(request(setup))).toBe(false)
    const local = withoutServer(setup)
    expect(local.seats.map(({ kind }) => kind)).toEqual(['me', 'here', 'here', 'bot'])
    expect(fitsDevice(request(local))).toBe(true)
    expect(request(local).public).toBe(false)
  })
})
