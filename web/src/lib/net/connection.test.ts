import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { ClientFrame, ServerFrame } from '../protocol'
import { backOff, Connection, type SocketLike } from './connection.svelte'
import type { Follower } from './game-host'

class FakeSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null
  onmessage: SocketLike['onmessage'] = null
  onclose: SocketLike['onclose'] = null
  sent: ClientFrame[] = []
  closed = false

  send(data: string): void {
    this.sent.push(JSON.parse(data) as ClientFrame)
  }

  close(): void {
    this.closed = true
  }

  deliver(frame: ServerFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }

  hello(now = 5000): void {
    this.deliver({ t: 'hello', version: 1, now })
  }
}

let sockets: FakeSocket[]
let connection: Connection
let session: () => Promise<unknown>

const latest = () => {
  const socket = sockets.at(-1)
  if (!socket) throw new Error('no socket was opened')
  return socket
}

/** Lets promises settle without moving the clock. */
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  session = () => Promise.resolve()
  connection = new Connection({
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
    session: () => session(),
    random: () => 1,
    now: () => 1000,
  })
})

afterEach(() => {
  vi.useRealTimers()
})

function follower(known: ReturnType<Follower['known']> = null) {
  const frames: ServerFrame[] = []
  return { frames, known: () => known, receive: (frame: ServerFrame) => void frames.push(frame) }
}

const MOVE = { t: 'move', game: 'g', id: 'a1', ply: 3, seat: 1, move: '2B3' } as const

describe('Connection', () => {
  it('creates a session, connects and watches the game', async () => {
    connection.follow('g', follower())
    expect(connection.status).toBe('connecting')
    await settle()
    latest().hello(5000)
    expect(connection.status).toBe('open')
    expect(connection.offset).toBe(4000)
    expect(latest().sent).toEqual([{ t: 'watch', game: 'g' }])
  })

  it('resumes from the last known state after a reconnect', async () => {
    connection.follow('g', follower({ from: 12, hash: 'ff' }))
    await settle()
    latest().hello()
    latest().onclose?.()
    expect(connection.status).toBe('broken')
    await vi.advanceTimersByTimeAsync(backOff(0, 1))
    expect(sockets).toHaveLength(2)
    latest().hello()
    expect(latest().sent).toEqual([{ t: 'watch', game: 'g', from: 12, hash: 'ff' }])
    expect(connection.status).toBe('open')
  })

  it('resends an unanswered command unchanged', async () => {
    connection.follow('g', follower())
    await settle()
    latest().hello()
    connection.command(MOVE)
    latest().onclose?.()
    await vi.advanceTimersByTimeAsync(backOff(0, 1))
    latest().hello()
    expect(latest().sent).toEqual([{ t: 'watch', game: 'g' }, MOVE])
    latest().deliver({ t: 'ack', game: 'g', id: 'a1', ply: 4 })
    latest().onclose?.()
    await vi.advanceTimersByTimeAsync(backOff(0, 1))
    latest().hello()
    expect(latest().sent).toEqual([{ t: 'watch', game: 'g' }])
  })

  it('sends a command made offline once connected, and drops a refused one', async () => {
    const one = follower()
    connection.follow('g', one)
    connection.command(MOVE)
    await settle()
    latest().hello()
    expect(latest().sent).toContainEqual(MOVE)
    const refused: ServerFrame = {
      t: 'refused',
      game: 'g',
      id: 'a1',
      error: { code: 'stale', field: null, detail: null },
    }
    latest().deliver(refused)
    expect(one.frames).toEqual([refused])
    latest().onclose?.()
    await vi.advanceTimersByTimeAsync(backOff(0, 1))
    latest().hello()
    expect(latest().sent).not.toContainEqual(MOVE)
  })

  it('does not send a withdrawn command', async () => {
    connection.follow('g', follower())
    connection.command(MOVE)
    connection.withdraw('a1')
    await settle()
    latest().hello()
    expect(latest().sent).toEqual([{ t: 'watch', game: 'g' }])
  })

  it('pings after silence, and reconnects without an answer', async () => {
    connection.follow('g', follower())
    await settle()
    latest().hello()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(latest().sent.at(-1)).toEqual({ t: 'ping' })
    latest().deliver({ t: 'pong' })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(sockets).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(connection.status).toBe('broken')
    expect(latest().closed).toBe(true)
  })

  it('retries if no session can be created', async () => {
    session = () => Promise.reject(new Error('offline'))
    connection.follow('g', follower())
    await settle()
    expect(connection.status).toBe('broken')
    expect(sockets).toHaveLength(0)
    session = () => Promise.resolve()
    await vi.advanceTimersByTimeAsync(backOff(0, 1))
    expect(sockets).toHaveLength(1)
  })

  it('reconnects at once when the network is back', async () => {
    connection.follow('g', follower())
    await settle()
    latest().hello()
    latest().onclose?.()
    connection.wake()
    await settle()
    expect(sockets).toHaveLength(2)
  })

  it('closes without subscribers', async () => {
    const stop = connection.follow('g', follower())
    await settle()
    latest().hello()
    stop()
    expect(latest().sent.at(-1)).toEqual({ t: 'unwatch', game: 'g' })
    expect(latest().closed).toBe(true)
    expect(connection.status).toBe('idle')
  })

  it('reconnects after an invalid frame', async () => {
    connection.follow('g', follower())
    await settle()
    latest().onmessage?.({ data: '<html>' })
    expect(connection.status).toBe('broken')
  })

  it('subscribes to the lobby', async () => {
    const seen: unknown[] = []
    const stop = connection.followLobby((lobby) => seen.push(lobby))
    await settle()
    latest().hello()
    latest().deliver({ t: 'lobby', lobby: { open: [], live: [] } })
    expect(seen).toEqual([{ open: [], live: [] }])
    stop()
    expect(latest().sent).toEqual([
      { t: 'lobby', on: true },
      { t: 'lobby', on: false },
    ])
  })
})

describe('backOff', () => {
  it('doubles up to a limit, with jitter', () => {
    expect(backOff(0, 1)).toBe(500)
    expect(backOff(0, 0)).toBe(250)
    expect(backOff(3, 1)).toBe(4000)
    expect(backOff(50, 1)).toBe(8_000)
  })
})
