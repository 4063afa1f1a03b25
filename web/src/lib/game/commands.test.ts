import { beforeEach, describe, expect, it } from 'vitest'

import { useTestLanguage } from '../../testing/language'
import { fixture } from '../../testing/fixtures'
import { runCommand, type CommandContext } from './run-command'
import { readColour, readCommand } from './commands'
import { GameStore } from './game-store.svelte'
import type { Connection } from '../net/connection.svelte'
import type { Command } from '../net/game-host'
import { Turn } from './turn.svelte'

describe('readCommand', () => {
  it.each([
    [' 2b3 ', { kind: 'move', text: '2B3' }],
    ['c r f', { kind: 'move', text: 'CRF' }],
    ['4:2', { kind: 'choose', placement: '4:2' }],
    ['F', { kind: 'factories' }],
    ['f 2', { kind: 'factory', factory: 2 }],
    ['f2', { kind: 'factory', factory: 2 }],
    ['C', { kind: 'centre' }],
    ['me', { kind: 'board', seat: 'me' }],
    ['P2', { kind: 'board', seat: 2 }],
    ['floor', { kind: 'floor' }],
    ['legal', { kind: 'legal', colour: null }],
    ['legal  blue', { kind: 'legal', colour: 'B' }],
    ['legal svört', { kind: 'legal', colour: 'K' }],
    ['why 3', { kind: 'why', line: 3 }],
    ['bag', { kind: 'bag' }],
    ['last', { kind: 'last' }],
    ['clock', { kind: 'clock' }],
    ['?', { kind: 'help' }],
    ['why 9', { kind: 'unknown', text: 'why 9' }],
    ['legal pink', { kind: 'unknown', text: 'legal pink' }],
    ['6B7', { kind: 'unknown', text: '6B7' }],
  ])('%s', (input, wanted) => {
    expect(readCommand(input)).toEqual(wanted)
  })

  it('accepts colours in every language, with and without accents', () => {
    expect(['weiß', 'weiss', 'hvít', 'bianche', 'turkis', 'W'].map(readColour)).toEqual(
      Array<string>(6).fill('W'),
    )
    expect(['blå', 'bla', 'blár', 'blauwe'].map(readColour)).toEqual(Array<string>(4).fill('B'))
    expect(['rød', 'rauð', 'rosse'].map(readColour)).toEqual(Array<string>(3).fill('R'))
  })
})

describe('runCommand', () => {
  let sent: Command[]
  let context: CommandContext

  beforeEach(() => {
    useTestLanguage('en')
    sent = []
    const from = fixture('table-3')
    const connection = {
      command: (frame: Command) => sent.push(frame),
      offset: 0,
    } as unknown as Connection
    const game = new GameStore('g', connection)
    game.receive({ t: 'game', game: 'g', log: from.log, view: from.view })
    game.receive({ t: 'own', game: 'g', own: from.own })
    const names = ['Ana', 'Björk', 'Olívia']
    context = {
      game,
      turn: new Turn(game, () => ({ confirm: 'off', warnCostly: false })),
      viewer: { mine: [1], name: (seat) => names[seat - 1] ?? '?' },
      seat: 1,
      undo: () => 'undone',
      hint: () => 'hint',
      help: () => 'help',
    }
  })

  const ask = (text: string) => runCommand(readCommand(text), context)

  it('plays moves', () => {
    expect(ask('7y2')).toBe('7Y2: done.')
    expect(sent).toMatchObject([{ t: 'move', move: '7Y2' }])
  })

  it('explains why a move is illegal', () => {
    expect(ask('7y3')).toBe('Line 3 only takes red tiles.')
    expect(ask('1b1')).toBe('1B1: there are no such tiles.')
    expect(ask('9b1')).toBe('There’s no factory 9 at this table.')
    expect(sent).toEqual([])
  })

  it('describes the table', () => {
    expect(ask('f 6')).toBe('Factory 6: 1 red, 2 black and 1 white.')
    expect(ask('f')).toContain('Factory 1 is empty.')
    expect(ask('c')).toMatch(/^Centre: 4 blue/)
    expect(ask('me')).toMatch(/^Ana: 9 points\. Line 1/)
    expect(ask('p2')).toMatch(/^Björk: 12 points\./)
    expect(ask('p4')).toBe('There’s no player 4.')
    expect(ask('bag')).toMatch(/^Bag: .+\. Lid: .+\.$/)
    expect(ask('last')).toMatch(/^Olívia takes/)
    expect(ask('clock')).toMatch(/^Ana: .+ Björk: /)
  })

  it('lists legal moves and reasons', () => {
    expect(ask('legal yellow')).toMatch(/^\d+ moves: 5Y2, 5Y4, 5YF/)
    expect(ask('why 1')).toContain('Line 1')
    expect(ask('nonsense')).toContain('“nonsense” isn’t a command.')
  })
})
