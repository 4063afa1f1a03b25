// @vitest-environment node
import { readFileSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { EngineModule } from '../../engine/module'
import { accountOf, chainOf, type Ledger, type Measure } from './ledger'
import { ledgerTable } from './table'

const crates = new URL('../../../../crates/', import.meta.url)
const settings = ['c2', 'c3', 'c4', 'g2', 'g3', 'g4']

/** Games of all kinds: players, walls, and ways to end. The module plays and analyses like the
 * native engine, which src/engine/module.test.ts checks. */
const GAMES: [string, boolean, number, 'whole' | 'resigned' | 'unfinished'][] = [
  ['artisan,tiler', false, 1, 'whole'],
  ['tiler,artisan', false, 2, 'whole'],
  ['greedy,greedy', false, 3, 'whole'],
  ['random,random', false, 4, 'whole'],
  ['beginner,apprentice', false, 5, 'whole'],
  ['artisan,greedy', true, 6, 'whole'],
  ['random,random', true, 7, 'whole'],
  ['artisan,tiler', false, 8, 'resigned'],
  ['greedy,random', false, 9, 'unfinished'],
  ['greedy,greedy', true, 10, 'unfinished'],
  ['greedy,random', true, 11, 'resigned'],
  ['greedy,greedy,greedy', false, 12, 'whole'],
  ['random,greedy,apprentice', false, 13, 'whole'],
  ['greedy,beginner,random', true, 14, 'whole'],
  ['greedy,greedy,random', true, 15, 'unfinished'],
  ['greedy,greedy,random', false, 16, 'unfinished'],
  ['greedy,greedy,greedy,greedy', false, 17, 'whole'],
  ['random,random,random,random', false, 18, 'whole'],
  ['greedy,random,greedy,random', true, 19, 'whole'],
  ['greedy,greedy,random,random', true, 20, 'unfinished'],
]

const MEASURES: Measure[] = ['win', 'points']

interface RecordText {
  rounds: { moves: string[] }[]
  [key: string]: unknown
}

function without(object: object, keys: string[]): object {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
}

/** Cuts a record in the middle of its second round. */
function cut(text: string, end: 'resigned' | 'unfinished'): string {
  const record = JSON.parse(text) as RecordText
  const [first, second] = record.rounds
  if (!first || !second) throw new Error('the game has one round')
  const rest: RecordText = {
    ...without(record, ['bonuses', 'scores', 'winners', 'result']),
    rounds: [first, { ...without(second, ['tiling', 'scores']), moves: second.moves.slice(0, 4) }],
  }
  if (end === 'resigned') {
    rest.winners = [2]
    rest.result = { by: 'resigned', seat: 1 }
  }
  return JSON.stringify(rest)
}

describe('the printed ledger', () => {
  let engine: EngineModule
  beforeAll(async () => {
    const bytes = readFileSync(new URL('../../engine/azulejo.wasm', import.meta.url))
    engine = new EngineModule(await WebAssembly.compile(bytes))
    for (const setting of settings) {
      engine.addNetwork(readFileSync(new URL(`azulejo-ai/src/eval/nets/${setting}.net`, crates)))
    }
  })

  it.each(GAMES)('adds up: %s, grey %s, seed %i, %s', (bots, grey, seed, end) => {
    const whole = engine.simulate(bots, grey, BigInt(seed))
    const record = end === 'whole' ? whole : cut(whole, end)
    let text = ''
    engine.request(JSON.stringify({ id: 1, record, limit: '40n' }), (given) => (text = given))
    const ledger = JSON.parse(text) as Ledger
    expect(ledger.players, text.slice(0, 200)).toBeDefined()
    for (const measure of MEASURES) {
      const scale = measure === 'win' ? 100 : 1
      const chain = chainOf(ledger, measure)
      const printedLuck: number[] = []
      for (const { seat } of ledger.players) {
        const account = accountOf(ledger, measure, seat)
        const changes = chain.steps.reduce((sum, step) => sum + (step.change[seat - 1] ?? 0), 0)
        const value = account.result ?? account.value ?? NaN
        expect(account.start + changes, 'the steps lead to the result').toBeCloseTo(value, 5)

        const table = ledgerTable(ledger, measure, seat)
        const row = (kind: string) => table.rows.filter((one) => one.kind === kind)
        const exact = (kind: string) => row(kind).reduce((sum, one) => sum + one.exactTotal, 0)
        expect(exact('luck')).toBeCloseTo(scale * account.luck, 4)
        expect(exact('own')).toBeCloseTo(-scale * account.loss, 4)
        expect(exact('other')).toBeCloseTo(scale * account.gained, 4)
        expect(exact('revision')).toBeCloseTo(scale * account.revision, 4)
        expect(exact('given-up')).toBeCloseTo(scale * (account.given_up ?? 0), 4)

        for (const one of table.rows) {
          expect(sum(one.cells), 'a row').toBe(one.total)
          expect(Math.abs(one.total - one.exactTotal)).toBeLessThan(1.5)
          for (const [round, cell] of one.cells.entries()) {
            expect(Math.abs(cell - (one.exact[round] ?? 0)), 'a cell').toBeLessThan(2)
            if (one.kind === 'own') expect(cell).toBeLessThanOrEqual(0)
          }
        }
        let before = table.start
        for (const [round, after] of table.after.entries()) {
          const column = table.rows.map((one) => one.cells[round] ?? 0)
          expect(before + sum(column), 'a column').toBe(after)
          before = after
        }
        expect(before).toBe(table.end)
        expect(table.start + sum(table.rows.map((one) => one.total)), 'the bill').toBe(table.end)
        expect(table.end).toBe(Math.round(scale * value))
        printedLuck.push(row('luck')[0]?.total ?? NaN)
      }
      if (measure === 'win') expect(sum(printedLuck), 'luck is zero-sum').toBe(0)
    }
  })
})

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
