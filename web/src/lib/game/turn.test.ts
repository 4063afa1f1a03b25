import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { fixture, someMove, type Fixture } from '../../testing/fixtures'
import { GameStore } from './game-store.svelte'
import { handleKey, type KeyTargets } from './keyboard'
import { fullOwn } from './options'
import type { Settings } from '../protocol'
import type { Confirm } from '../ui/settings.svelte'
import type { Connection } from '../net/connection.svelte'
import type { Command } from '../net/game-host'
import { confirmMode, COUNTDOWN, staging, Turn, walkTiling } from './turn.svelte'

let sent: Command[]
let confirm: Confirm

function start(from: Fixture, settings: Partial<Settings> = {}) {
  sent = []
  const connection = {
    command: (frame: Command) => sent.push(frame),
    withdraw: () => undefined,
    resync: () => undefined,
  } as unknown as Connection
  const game = new GameStore('g', connection)
  const view = { ...from.view, settings: { ...from.view.settings, ...settings } }
  game.receive({ t: 'game', game: 'g', log: from.log, view })
  game.receive({ t: 'own', game: 'g', own: from.own })
  return new Turn(game, () => ({ confirm, warnCostly: false }))
}

beforeEach(() => {
  vi.useFakeTimers()
  confirm = 'off'
})
afterEach(() => {
  vi.useRealTimers()
})

const three = fixture('table-3')

describe('Turn', () => {
  it('plays a move in two steps: tiles, line', () => {
    const turn = start(three)
    expect(turn.pick({ factory: 7, colour: 'Y' })).toBe(true)
    expect(turn.optionAt(2)?.move).toBe('7Y2')
    expect(turn.place(2)).toBe(true)
    expect(sent).toMatchObject([{ t: 'move', move: '7Y2', seat: 1 }])
    expect(turn.picked).toBeNull()
  })

  it('offers nothing while a move is in flight', () => {
    const turn = start(three)
    turn.pick({ factory: 7, colour: 'Y' })
    turn.place(2)
    expect(turn.offer).toBeNull()
    expect(turn.pick({ factory: 7, colour: 'Y' })).toBe(false)
    expect(sent).toHaveLength(1)
  })

  it('refuses an illegal line with the server’s reason and keeps the tiles in hand', () => {
    const turn = start(three)
    turn.pick({ factory: 7, colour: 'Y' })
    expect(turn.place(3)).toBe(false)
    expect(turn.refusalAt(3)?.reason).toBe('line_holds')
    expect(turn.picked).toEqual({ factory: 7, colour: 'Y' })
    expect(sent).toHaveLength(0)
  })

  it('undoes one step at a time', () => {
    confirm = 'explicit'
    const turn = start(three)
    turn.pick({ factory: 7, colour: 'Y' })
    turn.place(2)
    expect(turn.staged?.option.move).toBe('7Y2')
    expect(turn.back()).toBe(true)
    expect(turn.staged).toBeNull()
    expect(turn.picked).not.toBeNull()
    expect(turn.back()).toBe(true)
    expect(turn.picked).toBeNull()
    expect(turn.back()).toBe(false)
  })

  it('waits for an explicit confirmation', () => {
    confirm = 'explicit'
    const turn = start(three)
    turn.pick({ factory: 7, colour: 'Y' })
    turn.place(2)
    vi.advanceTimersByTime(60_000)
    expect(sent).toHaveLength(0)
    turn.confirm()
    expect(sent).toHaveLength(1)
  })

  it('plays after the countdown, unless cancelled', () => {
    confirm = 'countdown'
    const turn = start(three)
    turn.pick({ factory: 7, colour: 'Y' })
    turn.place(2)
    turn.back()
    vi.advanceTimersByTime(COUNTDOWN)
    expect(sent).toHaveLength(0)
    turn.place(2)
    vi.advanceTimersByTime(COUNTDOWN)
    expect(sent).toMatchObject([{ move: '7Y2' }])
  })

  it('drops tiles in hand that are gone', () => {
    const turn = start(three)
    turn.pick({ factory: 7, colour: 'Y' })
    turn.refresh({ ...three.own, offer: null })
    expect(turn.picked).toBeNull()
  })
})

describe('confirmation', () => {
  const rules = (settings: Partial<Settings>) => ({ ...three.view.settings, ...settings })

  it('depends on undo and clock by default', () => {
    expect(confirmMode('auto', rules({ undo: 'free' }))).toBe('off')
    expect(confirmMode('auto', rules({ undo: 'ask' }))).toBe('countdown')
    expect(confirmMode('auto', rules({ undo: 'ask', clock: { kind: 'days', days: 3 } }))).toBe(
      'explicit',
    )
    expect(confirmMode('off', rules({ undo: 'ask' }))).toBe('off')
  })

  it('is required before a move that cannot be undone', () => {
    const move = { ...someMove(three, () => true), ends_round: true }
    expect(staging(move, [move], rules({ undo: 'free' }), 'off', false)).toEqual({
      mode: 'explicit',
      reason: 'ends-round',
    })
    expect(staging(move, [move], rules({ undo: 'off' }), 'off', false)).toBeNull()
  })

  it.each(['off', 'countdown', 'explicit'] as const)(
    'is required before the last move of a round in mode %s',
    (mode) => {
      const move = { ...someMove(three, () => true), ends_round: true }
      for (const undo of ['free', 'ask'] as const) {
        expect(staging(move, [move], rules({ undo }), mode, false)).toEqual({
          mode: 'explicit',
          reason: 'ends-round',
        })
      }
      // If undo is off, the last move of a round is like any other.
      const wait = mode === 'off' ? null : { mode, reason: 'setting' }
      expect(staging(move, [move], rules({ undo: 'off' }), mode, false)).toEqual(wait)
    },
  )

  it('of the last move of a round never times out', () => {
    confirm = 'auto'
    const last = { ...someMove(three, () => true), ends_round: true }
    const offer = three.own.offer && {
      ...three.own.offer,
      moves: three.own.offer.moves.map((move) => ({ ...move, ends_round: true })),
    }
    const turn = start({ ...three, own: { ...three.own, offer } }, { undo: 'ask' })
    expect(turn.play(last)).toBe(true)
    vi.advanceTimersByTime(100 * COUNTDOWN)
    expect(sent).toHaveLength(0)
    expect(turn.staged?.reason).toBe('ends-round')
    turn.confirm()
    expect(sent).toMatchObject([{ t: 'move', move: last.move }])
  })

  it('is required before a costly move if a cheaper one takes the same tiles', () => {
    const cheap = someMove(three, ({ spilled, line }) => spilled === 0 && line !== null)
    const dear = { ...cheap, floor_after: cheap.floor_after + 4 }
    expect(staging(dear, [cheap, dear], rules({}), 'off', true)?.reason).toBe('costly')
    expect(staging(dear, [dear], rules({}), 'off', true)).toBeNull()
    expect(staging(dear, [cheap, dear], rules({}), 'off', false)).toBeNull()
  })
})

describe('handleKey', () => {
  function targets(turn: Turn): KeyTargets & { calls: string[] } {
    const calls: string[] = []
    return {
      turn,
      tiling: null,
      place: (target) => void turn.place(target),
      undo: () => void calls.push('undo'),
      hint: () => void calls.push('hint'),
      help: () => void calls.push('help'),
      skip: () => void calls.push('skip'),
      commands: () => void calls.push('commands'),
      calls,
    }
  }

  const press = (keys: string, to: KeyTargets) => [...keys].map((key) => handleKey(key, to))

  it('plays factory, colour, line', () => {
    const turn = start(three)
    press('7y2', targets(turn))
    expect(sent).toMatchObject([{ move: '7Y2' }])
  })

  it('plays from the centre to the floor', () => {
    const turn = start(three)
    press('CRF', targets(turn))
    expect(sent).toMatchObject([{ move: 'CRF' }])
  })

  it('changes the colour at the same source', () => {
    const turn = start(three)
    press('5r', targets(turn))
    press('y4', targets(turn))
    expect(sent).toMatchObject([{ move: '5Y4' }])
  })

  it('ignores an empty factory and unknown keys', () => {
    const turn = start(three)
    expect(press('1', targets(turn))).toEqual([false])
    expect(press('q', targets(turn))).toEqual([false])
    expect(press('f', targets(turn))).toEqual([false])
  })

  it('undoes a step of the turn before a move of the game', () => {
    const turn = start(three)
    const to = targets(turn)
    press('7yu', to)
    expect(turn.picked).toBeNull()
    expect(to.calls).toEqual([])
    press('u', to)
    expect(to.calls).toEqual(['undo'])
  })

  it('confirms with Enter and steps back with Escape', () => {
    confirm = 'explicit'
    const turn = start(three)
    const to = targets(turn)
    press('7y2', to)
    handleKey('Escape', to)
    expect(turn.staged).toBeNull()
    press('2', to)
    handleKey('Enter', to)
    expect(sent).toMatchObject([{ move: '7Y2' }])
  })
})

describe('the grey wall', () => {
  const grey = fixture('grey-tiling')
  const first = (() => {
    const options = grey.own.tiling[0]
    if (!options) throw new Error('nothing to tile')
    return options.first
  })()

  it('is tiled line by line down the tree, then confirmed', () => {
    const turn = start(grey)
    let state = turn.tiling(1)
    expect(state?.next?.line).toBe(first.line)
    for (let guard = 0; state?.next && guard < 5; guard++) {
      turn.chooseColumn(1, state.next.choices[0]?.placement ?? '')
      state = turn.tiling(1)
    }
    expect(turn.confirmColumns(1)).toBe(true)
    expect(sent[0]).toMatchObject({ t: 'choose', seat: 1 })
    expect(turn.tiling(1)).toBeNull()
  })

  it('makes forced choices itself and undoes free ones', () => {
    const turn = start(grey)
    const choice = first.choices[0]?.placement ?? ''
    turn.chooseColumn(1, choice)
    expect(turn.columns[1]).toEqual([choice])
    expect(turn.undoColumn(1)).toBe(true)
    expect(turn.undoColumn(1)).toBe(false)
    expect(turn.confirmColumns(1)).toBe(false)
    const only = {
      line: 2,
      colour: 'B' as const,
      choices: [{ placement: '2:F', column: null, points: null, next: null }],
    }
    expect(walkTiling(only, [])).toMatchObject({ path: [{ forced: true }], next: null })
  })

  it('keeps chosen columns when another player’s choice arrives', () => {
    const turn = start(grey)
    const choice = first.choices[0]?.placement ?? ''
    turn.chooseColumn(1, choice)
    // The view with the other player's choice has arrived, the options for it have not.
    turn.refresh(null)
    expect(turn.columns[1]).toEqual([choice])
    turn.refresh({ ...fullOwn(grey.own), tiling: [] })
    expect(turn.columns[1]).toBeUndefined()
  })

  it('rejects a column that is not offered', () => {
    const turn = start(grey)
    expect(turn.chooseColumn(1, '9:9')).toBe(false)
  })
})
