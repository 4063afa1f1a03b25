// @vitest-environment node
import { readFileSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { LEGEND_NODES } from './messages'
import { EngineModule } from './module'

interface Behaviour {
  signature: number
  games: { bots: string; grey: boolean; seed: string; record: string }[]
  requests: { request: unknown; responses: unknown[] }[]
  /** Requests about records, with the text of their responses. */
  records: { request: { id: number }; responses: string[] }[]
}

const crates = new URL('../../../crates/', import.meta.url)
const NETWORKS = ['c2', 'c3', 'c4', 'g2', 'g3', 'g4']

/** The native behaviour; crates/azulejo-wasm/tests/it/behaviour.rs writes and checks it. */
const native = JSON.parse(
  readFileSync(new URL('azulejo-wasm/tests/data/behaviour.json', crates), 'utf8'),
) as Behaviour

const bytes = readFileSync(new URL('./azulejo.wasm', import.meta.url))

describe('the engine module behaves like the native engine', () => {
  let engine: EngineModule
  beforeAll(async () => {
    engine = new EngineModule(await WebAssembly.compile(bytes))
    for (const setting of NETWORKS) {
      engine.addNetwork(readFileSync(new URL(`azulejo-ai/src/eval/nets/${setting}.net`, crates)))
    }
  })

  it('has the same bench signature', () => {
    expect(engine.signature()).toBe(BigInt(native.signature))
  })

  it.each(native.games)('plays the same game: $bots, seed $seed', (game) => {
    expect(engine.simulate(game.bots, game.grey, BigInt(game.seed))).toBe(game.record)
  })

  it.each(native.requests)('gives the same responses: $request', ({ request, responses }) => {
    const found: unknown[] = []
    engine.request(JSON.stringify(request), (text) => found.push(JSON.parse(text)))
    expect(found).toEqual(responses)
  })

  it.each(native.records)('gives the same ledgers: request $request.id', (record) => {
    const found: string[] = []
    engine.request(JSON.stringify(record.request), (text) => found.push(text))
    expect(found).toEqual(record.responses)
  })

  it.each(['c2', 'g2'])('finds the move of the strongest bot by an analysis: %s', (setting) => {
    const requests = native.requests.map(({ request }) => request as { position?: string })
    const position = requests.find((request) => request.position?.startsWith(setting))?.position
    const last = (fields: object) => {
      let found = ''
      engine.request(JSON.stringify({ id: 1, position, ...fields }), (text) => (found = text))
      return JSON.parse(found) as { move: string; moves: { move: string }[] }
    }
    const { moves } = last({ limit: `${LEGEND_NODES}n`, progress: true })
    expect(moves[0]?.move).toBe(last({ bot: 'legend' }).move)
  })

  it('measures time limits with the page’s clock', () => {
    const [{ request } = { request: {} }] = native.requests
    const found: { depth: number }[] = []
    engine.request(JSON.stringify({ ...(request as object), limit: '1ms' }), (text) =>
      found.push(JSON.parse(text) as { depth: number }),
    )
    expect(found).toHaveLength(1)
    expect(found[0]?.depth).toBeGreaterThan(0)
  })
})

describe('the engine module', () => {
  it('reports a damaged network and goes on without it', async () => {
    const engine = new EngineModule(await WebAssembly.compile(bytes))
    expect(() => engine.addNetwork(new Uint8Array(100))).toThrow('byte 0')
    const found: string[] = []
    engine.request(JSON.stringify(native.requests[0]?.request), (text) => found.push(text))
    expect(found).toEqual([
      '{"id":1,"error":{"field":"position","message":"the network c2 is not loaded"}}',
    ])
  })

  it('contains no paths of the machine it was built on', () => {
    expect(bytes.includes('/home/')).toBe(false)
    expect(bytes.includes('/root/')).toBe(false)
  })
})
