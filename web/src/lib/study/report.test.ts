import { describe, expect, it, vi } from 'vitest'

import type { EngineJob } from '../../engine/engine'
import type { KeptWork, WorkStore } from './keep'
import { Report, type Effort, type ReportEngine, type ReportParts } from './report.svelte'

/** Two positions of the game, the last one first, and two other deals. */
const JOBS = [{ round: 1, moves: 1 }, { round: 1, moves: 0 }, { round: 1 }, { round: 1 }]

interface Fields {
  effort: Effort
  job?: number | 'list'
  results?: (string | null)[]
}

class MemoryStore implements WorkStore {
  readonly works = new Map<string, KeptWork>()
  get(key: string) {
    return Promise.resolve(this.works.get(key) ?? null)
  }
  put(work: KeptWork) {
    this.works.set(work.key, work)
    return Promise.resolve()
  }
}

function setUp(parts: Partial<ReportParts> = {}, fails: (fields: Fields) => boolean = () => false) {
  const run: string[] = []
  const store = new MemoryStore()
  let engines = 0
  let closed = 0
  const answer = (fields: Fields): object => {
    if (fields.job === 'list') return { kind: 'jobs', jobs: JOBS }
    if (fields.results) return { kind: 'record', made: fields.results }
    run.push(`${fields.effort} ${String(fields.job)}`)
    if (fails(fields)) throw new Error('unreachable')
    return { win: [Number(fields.job), 0], result: `${fields.effort} ${String(fields.job)}` }
  }
  const start = (): ReportEngine => {
    engines += 1
    return {
      ask: <T extends object>(_: string, fields: object): EngineJob<T> => ({
        result: new Promise((resolve) => resolve(answer(fields as Fields) as T)),
        stop: () => undefined,
      }),
      close: () => (closed += 1),
    }
  }
  const all: ReportParts = {
    start,
    store,
    version: 'v1',
    workers: 1,
    visible: () => Promise.resolve(),
    ...parts,
  }
  const open = (effort: Effort = 'standard') => new Report('record', 'c2', effort, all)
  return { open, run, store, counts: () => ({ engines, closed }) }
}

describe('Report', () => {
  it('runs rough values, then moves from the last, then deals, and makes the ledger', async () => {
    const { open, run, counts } = setUp()
    const report = open()
    await report.run()
    expect(run).toEqual(['quick 0', 'quick 1', ...[0, 1, 2, 3].map((job) => `standard ${job}`)])
    expect(report.pass).toBeNull()
    expect(report.rough?.map(({ moves }) => moves)).toEqual([0, 1])
    expect(report.ledger).toMatchObject({
      made: [0, 1, 2, 3].map((job) => `standard ${job}`),
    })
    expect(report.otherDeals).toEqual([
      [
        [2, 0],
        [3, 0],
      ],
    ])
    expect(counts()).toEqual({ engines: 1, closed: 1 })
  })

  it('reopens without a search, and uses the first pass for a quick report', async () => {
    const { open, run } = setUp()
    await open('quick').run()
    expect(run).toEqual(['quick 0', 'quick 1', 'quick 2', 'quick 3'])
    run.length = 0
    const again = open('quick')
    await again.run()
    expect(run).toEqual([])
    expect(again.ledger).not.toBeNull()
  })

  it('resumes from the finished searches', async () => {
    let broken = true
    const { open, run, store } = setUp({}, ({ job }) => broken && job === 3)
    const first = open('quick')
    await first.run()
    expect(first.failure).toBe('unreachable')
    expect(first.ledger).toBeNull()
    for (const work of store.works.values()) {
      work.results = work.results.map((result, index) => (index < 2 ? result : null))
    }
    broken = false
    run.length = 0
    const second = open('quick')
    await second.run()
    expect(run).toEqual(['quick 2', 'quick 3'])
    expect(second.ledger).not.toBeNull()
  })

  it('retries after one failure and reports the second', async () => {
    let failures = 1
    const { open, run } = setUp({}, () => failures-- > 0)
    const report = open('quick')
    await report.run()
    expect(report.failure).toBeNull()
    expect(run.slice(0, 2)).toEqual(['quick 0', 'quick 0'])
    failures = 2
    const other = new MemoryStore()
    const { open: openOther } = setUp({ store: other }, () => failures-- > 0)
    const second = openOther('quick')
    await second.run()
    expect(second.failure).toBe('unreachable')
    await second.run()
    expect(second.failure).toBeNull()
    expect(second.ledger).not.toBeNull()
  })

  it('starts no search while the page is hidden', async () => {
    let show: () => void = () => undefined
    const hidden = new Promise<void>((resolve) => (show = resolve))
    const { open, run } = setUp({ visible: () => hidden })
    const report = open('quick')
    const whole = report.run()
    await vi.waitFor(() => expect(report.of).toBe(2))
    expect(run).toEqual([])
    show()
    await whole
    expect(run).toHaveLength(4)
  })

  it('stops when it is closed', async () => {
    const { open, run } = setUp({ visible: () => new Promise(() => undefined) })
    const report = open()
    void report.run()
    await vi.waitFor(() => expect(report.of).toBe(2))
    report.close()
    expect(run).toEqual([])
    expect(report.failure).toBeNull()
  })
})
