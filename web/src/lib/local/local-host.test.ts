import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { AnalysisOptions, Engine } from '../../engine/engine'
import type { BotDecision, PositionAnalysis } from '../../engine/messages'
import type { ServerFrame } from '../protocol'
import type { HostRequest, HostResponse, SavedRow } from './messages'
import { LocalHost, type GameStorage } from './local-host.svelte'
import type { Saved } from './saved-games'

const ID = 'abcdefgh'
const BOT = { seat: 2, ply: 3, bot: 'master', seed: 7, position: 'c2 …', tiles: false }

const row = (plies: number): SavedRow => ({
  card: { id: ID } as SavedRow['card'],
  saved: { events: Array.from({ length: plies }) },
})

let requests: HostRequest[]
let answers: (request: HostRequest) => HostResponse
let stored: { ply: number; saved: unknown } | null
let saving: Saved
/** The versions that saves expected in the storage. */
let expected: (number | null)[]
let setAside: string[]
let decisions: { bot: string; resolve: (found: BotDecision) => void; stop: () => void }[]
/** The search of the strongest bot, which reports each depth and can be stopped. */
let search: { deepen: (nodes: number, move: string) => void; stopped: boolean } | null
let closed: string[]

function startHost(): { host: LocalHost; received: ServerFrame[] } {
  const storage: GameStorage = {
    load: () =>
      Promise.resolve(stored && { ...row(stored.ply), ...stored, id: ID, volatile: false }),
    save: (_row, _ply, before) => {
      expected.push(before)
      return Promise.resolve(saving)
    },
    setAside: (id) => {
      setAside.push(id)
      return Promise.resolve()
    },
  }
  const engine = {
    decide: (_position: string, bot: string) => {
      let stop: () => void = () => undefined
      const result = new Promise<BotDecision>((resolve, reject) => {
        stop = () => reject(new Error('stopped'))
        decisions.push({ bot, resolve, stop })
      })
      return { result, stop }
    },
    analyse: (_position: string, { onDepth }: AnalysisOptions) => {
      let found: PositionAnalysis | null = null
      const current = {
        deepen: (nodes: number, move: string) => {
          found = { nodes, moves: [{ move }] } as PositionAnalysis
          onDepth?.(found)
        },
        stopped: false,
      }
      search = current
      let stop: () => void = () => undefined
      const result = new Promise<PositionAnalysis>((resolve, reject) => {
        stop = () => {
          current.stopped = true
          if (found) resolve(found)
          else reject(new Error('stopped'))
        }
      })
      return { result, stop }
    },
    close: () => closed.push('engine'),
  } as unknown as Engine
  const host = new LocalHost(ID, {
    client: {
      ask: (request) => {
        requests.push(request)
        return Promise.resolve(answers(request))
      },
      close: () => closed.push('client'),
    },
    storage,
    engine: () => Promise.resolve(engine),
  })
  const received: ServerFrame[] = []
  host.follow(ID, { known: () => null, receive: (frame) => received.push(frame) })
  return { host, received }
}

const settle = () => vi.waitFor(() => Promise.resolve())
const ops = () => requests.map(({ op }) => op)

beforeEach(() => {
  requests = []
  decisions = []
  search = null
  setAside = []
  closed = []
  expected = []
  saving = 'saved'
  stored = { ply: 3, saved: {} }
  answers = ({ op }) => (op === 'open' ? { bots: [BOT] } : { frames: [{ t: 'pong' }] })
})

describe('LocalHost', () => {
  it('opens the saved game, and feeds back the decision of a bot', async () => {
    startHost()
    await vi.waitFor(() => expect(decisions).toHaveLength(1))
    expect(decisions[0]?.bot).toBe('master')
    decisions[0]?.resolve({ kind: 'bot', move: '1B1' })
    await vi.waitFor(() => expect(ops()).toContain('decided'))
    expect(requests.at(-1)).toMatchObject({ seat: 2, ply: 3, move: '1B1' })
  })

  it('hurries the strongest bot, which plays the best move found so far', async () => {
    answers = () => ({ bots: [{ ...BOT, bot: 'legend' }] })
    const { host } = startHost()
    await vi.waitFor(() => expect(search).not.toBeNull())
    search?.deepen(1000, '2R3')
    search?.deepen(9000, '1B1')
    host.playNow()
    await vi.waitFor(() => expect(ops()).toContain('decided'))
    expect(requests.at(-1)).toMatchObject({ seat: 2, ply: 3, move: '1B1' })
    expect(decisions, 'no other search').toEqual([])
  })

  it('hurries a bot that has found nothing with a small search', async () => {
    answers = () => ({ bots: [{ ...BOT, bot: 'legend' }] })
    const { host } = startHost()
    await vi.waitFor(() => expect(search).not.toBeNull())
    host.playNow()
    await vi.waitFor(() => expect(decisions).toHaveLength(1))
    expect(decisions[0]?.bot).toMatch(/^legend@\d+n$/)
    expect(host.engineFailed).toBe(false)
  })

  it('shows the progress of a slow bot until it has moved', async () => {
    vi.useFakeTimers()
    try {
      answers = ({ op }) => (op === 'open' ? { bots: [{ ...BOT, bot: 'legend' }] } : {})
      const { host } = startHost()
      await vi.advanceTimersByTimeAsync(1000)
      search?.deepen(100_000, '1B1')
      expect(host.slow).toBeNull()
      await vi.advanceTimersByTimeAsync(2000)
      expect(host.slow).toBe(2)
      const early = host.progress ?? 0
      expect(early).toBeGreaterThan(0)
      await vi.advanceTimersByTimeAsync(500)
      expect(host.progress).toBeGreaterThan(early)
      host.playNow()
      await vi.advanceTimersByTimeAsync(1000)
      expect(host.slow).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  it('discards the decision of a bot whose turn was undone', async () => {
    const { host } = startHost()
    await vi.waitFor(() => expect(decisions).toHaveLength(1))
    answers = () => ({ frames: [], save: row(4), bots: [] })
    host.command({ t: 'undo', game: ID, id: '1', seat: 1, to: 2 })
    await vi.waitFor(() => expect(ops()).toContain('frame'))
    decisions[0]?.resolve({ kind: 'bot', move: '1B1' })
    await settle()
    expect(ops()).not.toContain('decided')
    expect(host.engineFailed).toBe(false)
  })

  it('sets a damaged game aside', async () => {
    answers = () => ({ error: { code: 'malformed', field: 'saved', detail: 'damaged' } })
    const { host } = startHost()
    await vi.waitFor(() => expect(host.failure).toBe('damaged'))
    expect(setAside).toEqual([ID])
  })

  it('reports a game that is not on this device', async () => {
    stored = null
    const { received } = startHost()
    await vi.waitFor(() => expect(received).toHaveLength(1))
    expect(received[0]).toMatchObject({ t: 'refused', error: { code: 'not_found' } })
  })

  it('plays on if the game cannot be saved, and says so', async () => {
    saving = 'failed'
    answers = ({ op }) =>
      op === 'open' ? { bots: [] } : { frames: [{ t: 'pong' }], save: row(4), bots: [] }
    const { host, received } = startHost()
    host.command({ t: 'resign', game: ID, id: '1', seat: 1 })
    await vi.waitFor(() => expect(received).toHaveLength(2))
    expect(host.unsaved).toBe(true)
    saving = 'saved'
    host.command({ t: 'resign', game: ID, id: '2', seat: 1 })
    await vi.waitFor(() => expect(host.unsaved).toBe(false))
    expect(expected, 'the storage still has the version that was opened').toEqual([3, 3, 3])
  })

  it('shows the version of another tab after a conflict', async () => {
    answers = ({ op }) => (op === 'open' ? { bots: [] } : { frames: [{ t: 'pong' }] })
    const { host, received } = startHost()
    await vi.waitFor(() => expect(received).toHaveLength(1))
    saving = 'conflict'
    stored = { ply: 9, saved: {} }
    let asked = 0
    answers = ({ op }) => {
      if (op === 'open') return { bots: [] }
      asked += 1
      return asked === 1 ? { frames: [], save: row(4) } : { frames: [{ t: 'pong' }] }
    }
    host.command({ t: 'resign', game: ID, id: '1', seat: 1 })
    await vi.waitFor(() => expect(received).toHaveLength(3))
    expect(received[2]).toMatchObject({ t: 'refused', id: '1', error: { code: 'stale' } })
  })

  it('frees its workers', async () => {
    const { host } = startHost()
    await vi.waitFor(() => expect(decisions).toHaveLength(1))
    host.close()
    await vi.waitFor(() => expect(closed.toSorted()).toEqual(['client', 'engine']))
  })
})
