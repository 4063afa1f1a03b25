import { describe, expect, it, vi } from 'vitest'

import { Engine, EngineStopped, type EngineParts, type EngineWorker } from './engine'
import type { PositionAnalysis, WorkerRequest } from './messages'

class FakeWorker implements EngineWorker {
  received: WorkerRequest[] = []
  terminated = false
  onmessage: EngineWorker['onmessage'] = null
  onerror: EngineWorker['onerror'] = null

  postMessage(request: WorkerRequest): void {
    this.received.push(request)
  }

  terminate(): void {
    this.terminated = true
  }

  respond(response: object): void {
    this.onmessage?.({ data: { text: JSON.stringify({ id: 1, ...response }) } })
  }
}

const MODULE = {} as WebAssembly.Module

function setUp(parts: Partial<EngineParts> = {}) {
  const workers: FakeWorker[] = []
  const engine = new Engine({
    spawn: () => {
      const worker = new FakeWorker()
      workers.push(worker)
      return worker
    },
    module: () => Promise.resolve(MODULE),
    network: (setting) => Promise.resolve(new TextEncoder().encode(setting)),
    ...parts,
  })
  const worker = async (index: number) => {
    await vi.waitFor(() => expect(workers[index]).toBeDefined())
    return workers[index] as FakeWorker
  }
  return { engine, workers, worker }
}

const analysis = (depth: number) => ({ kind: 'position', depth }) as unknown as PositionAnalysis

describe('Engine', () => {
  it('loads nothing until the first request', () => {
    const load = vi.fn()
    const { workers } = setUp({ module: load, network: load })
    expect(load).not.toHaveBeenCalled()
    expect(workers).toHaveLength(0)
  })

  it('sends the module once and each network once', async () => {
    const { engine, worker } = setUp()
    const jobs = ['c2 a', 'c2 b', 'g3 c'].map((position) => engine.analyse(position))
    const first = await worker(0)
    for (const [index, job] of jobs.entries()) {
      await vi.waitFor(() => expect(first.received).toHaveLength(index + 1))
      first.respond(analysis(index))
      expect(await job.result).toEqual(analysis(index))
    }
    const sent = first.received.map(({ module, network }) => [
      module === MODULE,
      network && new TextDecoder().decode(network),
    ])
    expect(sent).toEqual([
      [true, 'c2'],
      [false, undefined],
      [false, 'g3'],
    ])
  })

  it('reports each completed depth', async () => {
    const { engine, worker } = setUp()
    const depths: number[] = []
    const onDepth = ({ depth }: PositionAnalysis) => depths.push(depth)
    const job = engine.analyse('c2', { limit: 'd3', best: 2, onDepth })
    const first = await worker(0)
    expect(JSON.parse(first.received[0]?.text ?? '')).toEqual({
      id: 1,
      position: 'c2',
      limit: 'd3',
      best: 2,
      progress: true,
    })
    first.respond({ ...analysis(1), partial: true })
    first.respond({ ...analysis(2), partial: true })
    first.respond(analysis(3))
    expect(await job.result).toEqual(analysis(3))
    expect(depths).toEqual([1, 2])
  })

  it('stops with the result of the last depth and goes on in another worker', async () => {
    const { engine, workers, worker } = setUp()
    const job = engine.analyse('c2')
    const next = engine.decide('c2', 'artisan', 7)
    const first = await worker(0)
    first.respond({ ...analysis(4), partial: true })
    job.stop()
    expect(first.terminated).toBe(true)
    expect(await job.result).toEqual(analysis(4))
    const second = await worker(1)
    expect(second.received[0]).toMatchObject({ module: MODULE })
    first.respond({ kind: 'bot', move: 'late' })
    second.respond({ kind: 'bot', move: '1B2' })
    expect(await next.result).toEqual({ kind: 'bot', move: '1B2' })
    job.stop()
    expect(workers).toHaveLength(2)
    expect(second.terminated).toBe(false)
  })

  it('rejects a request that is stopped without a result', async () => {
    const { engine, workers } = setUp({ module: () => new Promise(() => undefined) })
    const loading = engine.analyse('c2')
    const waiting = engine.analyse('c2')
    waiting.stop()
    loading.stop()
    await expect(waiting.result).rejects.toThrow(EngineStopped)
    await expect(loading.result).rejects.toThrow(EngineStopped)
    expect(workers).toHaveLength(0)
  })

  it('replaces a worker that fails', async () => {
    const { engine, worker } = setUp()
    const job = engine.analyse('c2')
    const first = await worker(0)
    first.onmessage?.({ data: { failure: 'unreachable' } })
    await expect(job.result).rejects.toThrow('unreachable')
    expect(first.terminated).toBe(true)
    const again = engine.analyse('c2')
    const second = await worker(1)
    second.respond(analysis(1))
    expect(await again.result).toEqual(analysis(1))
  })

  it('rejects a request if a part cannot be loaded, and tries again for the next one', async () => {
    let fails = true
    const { engine, worker } = setUp({
      network: () =>
        fails ? Promise.reject(new Error('offline')) : Promise.resolve(new Uint8Array()),
    })
    await expect(engine.analyse('c2').result).rejects.toThrow('offline')
    fails = false
    const job = engine.analyse('c2')
    const first = await worker(0)
    first.respond({ error: { field: 'position', message: 'not a position' } })
    await expect(job.result).rejects.toThrow('not a position')
  })

  it('frees its worker and rejects all requests when closed', async () => {
    const { engine, worker } = setUp()
    const jobs = [engine.analyse('c2'), engine.analyse('c2')]
    const first = await worker(0)
    engine.close()
    expect(first.terminated).toBe(true)
    for (const job of jobs) await expect(job.result).rejects.toThrow(EngineStopped)
    await expect(engine.analyse('c2').result).rejects.toThrow(EngineStopped)
  })
})
