import { afterEach, describe, expect, it, vi } from 'vitest'

import { fixture, roundEnd } from '../../testing/fixtures'
import { GameStore } from './game-store.svelte'
import { defaults, settings } from '../ui/settings.svelte'
import type { Connection } from '../net/connection.svelte'
import type { Command } from '../net/game-host'

function table() {
  const commands: Command[] = []
  const connection = {
    command: (frame: Command) => commands.push(frame),
    withdraw: vi.fn(),
    resync: vi.fn(),
    trySend: vi.fn(),
  }
  const game = new GameStore('g', connection as unknown as Connection)
  const start = fixture('table-3')
  game.receive({ t: 'game', game: 'g', log: start.log, view: start.view })
  game.receive({ t: 'own', game: 'g', own: start.own })
  return { game, connection, commands, start }
}

describe('GameStore', () => {
  it('knows whose turn it is and the legal moves', () => {
    const { game, start } = table()
    expect(game.myTurn).toBe(true)
    expect(game.offer?.moves).toHaveLength(start.own.offer?.moves.length ?? 0)
    expect(game.known()).toEqual({ from: start.view.ply, hash: start.view.hash })
  })

  it('fills in omitted fields of the options', () => {
    const { game, start } = table()
    const floor = start.own.offer?.moves.find(({ line }) => line === undefined)
    expect(floor).toBeDefined()
    const full = game.offer?.moves.find(({ move }) => move === floor?.move)
    expect(full).toMatchObject({ line: null, placed: 0, completes: false, columns: [] })
  })

  it('ignores options of an older view', () => {
    const { game, start } = table()
    game.receive({ t: 'own', game: 'g', own: { ...start.own, ply: start.own.ply - 1 } })
    expect(game.offer).toBeNull()
    expect(game.myTurn).toBe(false)
  })

  it('keeps the options when the position stays the same', () => {
    const { game, start } = table()
    const { ply } = start.view
    const resumed = { ply, at: 0, what: { kind: 'resumed', down: 1200 } } as const
    const view = { ...start.view, ply: ply + 1 }
    game.receive({ t: 'update', game: 'g', steps: [{ ...resumed, events: [] }], view })
    expect(game.offer?.moves).toHaveLength(start.own.offer?.moves.length ?? 0)
    const moved = { ply: ply + 1, at: 0, what: { kind: 'moved', seat: 1, move: '7Y2' } } as const
    const after = { ...start.view, ply: ply + 2 }
    game.receive({ t: 'update', game: 'g', steps: [{ ...moved, events: [] }], view: after })
    expect(game.offer).toBeNull()
  })

  it('applies updates and appends to the log', () => {
    const { game } = table()
    const { before, updates } = roundEnd()
    game.receive({ t: 'game', game: 'g', log: before.log, view: before.view })
    const announced: number[] = []
    game.audience = { before: (steps) => announced.push(steps.length) }
    for (const update of updates) {
      game.receive({ t: 'update', game: 'g', steps: update.steps, view: update.view })
    }
    expect(game.view).toEqual(updates.at(-1)?.view)
    expect(game.log).toHaveLength(before.log.length + 3)
    expect(announced).toEqual([1, 1, 1])
  })

  it('resyncs after an update that does not follow', () => {
    const { game, connection } = table()
    const { updates } = roundEnd()
    const last = updates.at(-1)
    if (!last) throw new Error('no update')
    const before = game.view
    game.receive({ t: 'update', game: 'g', steps: last.steps, view: { ...last.view, ply: 999 } })
    expect(connection.resync).toHaveBeenCalledWith('g')
    expect(game.view).toBe(before)
  })

  it('accepts a view without steps', () => {
    const { game, connection, start } = table()
    game.receive({ t: 'update', game: 'g', steps: [], view: { ...start.view, hash: 'new' } })
    expect(game.view?.hash).toBe('new')
    expect(connection.resync).not.toHaveBeenCalled()
  })

  it('keeps a move pending until it is acknowledged', () => {
    const { game, commands, start } = table()
    game.move(1, '7Y2')
    expect(commands[0]).toMatchObject({
      t: 'move',
      game: 'g',
      ply: start.view.ply,
      seat: 1,
      move: '7Y2',
    })
    expect(commands[0]?.id).toMatch(/^[0-9a-f]{32}$/)
    expect(game.waiting('move')?.move).toBe('7Y2')
    game.receive({ t: 'ack', game: 'g', id: commands[0]?.id ?? '', ply: start.view.ply + 1 })
    expect(game.waiting('move')).toBeNull()
  })

  it('reports a refusal with its command', () => {
    const { game, commands } = table()
    const refused = vi.fn()
    game.audience = { refused }
    game.move(1, '7Y2')
    const error = { code: 'stale', field: null, detail: null } as const
    game.receive({ t: 'refused', game: 'g', id: commands[0]?.id ?? '', error })
    expect(refused).toHaveBeenCalledWith(error, commands[0])
    expect(game.waiting('move')).toBeNull()
    expect(game.problem).toBeNull()
  })

  it('retries a refused contribution before the game starts', () => {
    vi.useFakeTimers()
    const { game, start } = table()
    const refused = vi.fn()
    game.audience = { refused }
    const refuse = (code: 'too_fast' | 'malformed') => {
      const error = { code, field: null, detail: null } as const
      game.receive({ t: 'refused', game: 'g', id: null, error })
      vi.runAllTimers()
    }
    refuse('too_fast')
    expect(game.contributionAttempt).toBe(0)
    game.receive({ t: 'game', game: 'g', log: [], view: { ...start.view, status: 'waiting' } })
    refuse('malformed')
    expect(game.contributionAttempt).toBe(0)
    refused.mockClear()
    refuse('too_fast')
    expect(game.contributionAttempt).toBe(1)
    expect(refused, 'the player is not bothered').not.toHaveBeenCalled()
    vi.useRealTimers()
  })

  it('has a problem if the game is refused', () => {
    const { connection } = table()
    const game = new GameStore('x', connection as unknown as Connection)
    game.receive({
      t: 'refused',
      game: 'x',
      id: null,
      error: { code: 'not_found', field: null, detail: null },
    })
    expect(game.problem?.code).toBe('not_found')
  })

  it('requests undo back to the player’s last move', () => {
    const { game, commands, start } = table()
    game.undo()
    expect(commands[0]).toMatchObject({ t: 'undo', seat: 1, to: start.own.undo_to[0] })
  })
})

describe('phrases', () => {
  afterEach(() => {
    localStorage.clear()
    Object.assign(settings, defaults())
  })

  /** Lets every seat say something; returns the seats shown and the seats announced. */
  function said(game: GameStore): { shown: number[]; announced: number[] } {
    const announced: number[] = []
    game.audience = { said: (seat) => announced.push(seat) }
    for (const seat of [1, 2, 3]) {
      game.receive({ t: 'said', game: 'g', seat, phrase: 'hello' })
    }
    return { shown: game.remarks.map(({ seat }) => seat), announced }
  }

  it('are shown and announced by default', () => {
    expect(said(table().game)).toEqual({ shown: [1, 2, 3], announced: [1, 2, 3] })
  })

  it('can be muted per seat and game', () => {
    const { game } = table()
    expect(said(game).shown).toEqual([1, 2, 3])
    game.mute(2, true)
    expect(game.remarks.map(({ seat }) => seat)).toEqual([1, 3])
    expect(said(game)).toEqual({ shown: [1, 3], announced: [1, 3] })
    // Muting survives a reload but does not affect other games.
    expect(said(table().game)).toEqual({ shown: [1, 3], announced: [1, 3] })
    expect(new GameStore('other', {} as Connection).muted).toEqual([])
    game.mute(2, false)
    expect(said(table().game)).toEqual({ shown: [1, 2, 3], announced: [1, 2, 3] })
  })

  it('can be switched off, except for the player’s own', () => {
    const { game } = table()
    expect(game.mine).toEqual([1])
    settings.phrases = false
    expect(said(game)).toEqual({ shown: [1], announced: [1] })
    settings.phrases = true
    expect(said(game).shown).toEqual([1, 2, 3])
  })
})

describe('held updates', () => {
  function held() {
    const { game } = table()
    const { before, updates } = roundEnd()
    game.receive({ t: 'game', game: 'g', log: before.log, view: before.view })
    let release = (): void => undefined
    const shown: number[] = []
    game.audience = {
      hold: () => new Promise((resolve) => (release = resolve)),
      after: (_, __, now) => shown.push(now.ply),
    }
    const plies = updates.map(({ view }) => view.ply)
    for (const { steps, view } of updates) game.receive({ t: 'update', game: 'g', steps, view })
    return { game, before, plies, shown, release: () => release() }
  }
  const settle = () => new Promise((resolve) => setTimeout(resolve))

  it('are shown one after another, each after its own pause', async () => {
    const { plies, shown, release } = held()
    expect(shown).toEqual([])
    for (const count of [1, 2, 3]) {
      release()
      await settle()
      expect(shown).toEqual(plies.slice(0, count))
    }
  })

  it('keep options behind them, but not phrases', () => {
    const { game, before } = held()
    const own = fixture('table-3').own
    game.receive({ t: 'own', game: 'g', own: { ...own, ply: before.view.ply } })
    expect(game.own?.ply).not.toBe(before.view.ply)
    game.receive({ t: 'said', game: 'g', seat: 2, phrase: 'hello' })
    expect(game.remarks).toHaveLength(1)
  })

  it('are shown at once before a command or a reconnection', () => {
    const first = held()
    first.game.resign(1)
    expect(first.shown).toEqual(first.plies)
    const second = held()
    expect(second.game.known()?.from).toBe(second.plies.at(-1))
    expect(second.shown).toEqual(second.plies)
  })

  it('are dropped when the whole game arrives', async () => {
    const { game, before, shown, release } = held()
    game.receive({ t: 'game', game: 'g', log: before.log, view: before.view })
    release()
    await settle()
    expect(shown).toEqual([])
    expect(game.view).toEqual(before.view)
  })
})
