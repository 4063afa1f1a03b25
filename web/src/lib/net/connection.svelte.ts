import { api } from './api'
import type { ClientFrame, LobbyView, ServerFrame } from '../protocol'

/** A frame that carries out something once, however often it is sent: it has an id. */
export type Command = Extract<ClientFrame, { id: string }>

/** What of a socket is used; tests bring their own. */
export type SocketLike = Pick<WebSocket, 'send' | 'close'> & {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
}

export interface Outside {
  open: () => SocketLike
  /** Makes sure that the browser has an identity before the socket asks for it. */
  session: () => Promise<unknown>
  /** From 0 to 1, for the jitter of the back-off. */
  random: () => number
  now: () => number
}

/** One game as its follower knows it. */
export interface Follower {
  /** What the follower has, so that only the rest need be sent; nothing to start over. */
  known: () => { from: number; hash: string } | null
  receive: (frame: ServerFrame) => void
}

export type Status = 'idle' | 'connecting' | 'open' | 'broken'

/** Silence after which the server is asked whether it is there, and after which it is given up. */
const PING_AFTER = 20_000
const GIVE_UP_AFTER = 10_000
const FIRST_DELAY = 500
const LONGEST_DELAY = 20_000

/** How long to wait before attempt `n` (from 0): doubling, with jitter so that clients spread out. */
export function backOff(n: number, random: number): number {
  const full = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** n)
  return full / 2 + (full / 2) * random
}

/**
 * The one connection of this tab. It reconnects by itself, follows games from where they were, and
 * keeps commands until the server has answered them, so that a move made offline is sent later.
 */
export class Connection {
  status = $state<Status>('idle')
  /** The server's clock minus ours, in milliseconds. */
  offset = $state(0)

  // What decides is kept apart from what is shown: effects that call methods must not depend on it.
  #mode: Status = 'idle'
  #socket: SocketLike | null = null
  #attempt = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #watchdog: ReturnType<typeof setTimeout> | undefined
  #greeted = false
  #followers = new Map<string, Set<Follower>>()
  #lobby = new Set<(lobby: LobbyView) => void>()
  #outbox = new Map<string, Command>()
  readonly #outside: Outside

  constructor(outside: Outside) {
    this.#outside = outside
  }

  /** Whether frames reach the server now. */
  get ready(): boolean {
    return this.status === 'open'
  }

  /** Follows a game until the returned function is called. */
  follow(game: string, follower: Follower): () => void {
    const all = this.#followers.get(game) ?? new Set()
    all.add(follower)
    this.#followers.set(game, all)
    if (this.#greeted) this.#watch(game, follower)
    else this.#start()
    return () => {
      all.delete(follower)
      if (all.size > 0) return
      this.#followers.delete(game)
      if (this.#greeted) this.#send({ t: 'unwatch', game })
      this.#stopIfUnused()
    }
  }

  /** Asks for a whole game again, when what came does not fit what is known. */
  resync(game: string): void {
    if (this.#greeted) this.#send({ t: 'watch', game })
  }

  /** Follows the lobby until the returned function is called. */
  followLobby(receive: (lobby: LobbyView) => void): () => void {
    this.#lobby.add(receive)
    if (this.#greeted) this.#send({ t: 'lobby', on: true })
    else this.#start()
    return () => {
      this.#lobby.delete(receive)
      if (this.#lobby.size > 0) return
      if (this.#greeted) this.#send({ t: 'lobby', on: false })
      this.#stopIfUnused()
    }
  }

  /** Sends a command, now or when the connection is back; it is kept until it is answered. */
  command(frame: Command): void {
    this.#outbox.set(frame.id, frame)
    if (this.#greeted) this.#send(frame)
    else this.#start()
  }

  /** Forgets a command that was not answered yet. */
  withdraw(id: string): void {
    this.#outbox.delete(id)
  }

  /** Sends a frame that is not worth keeping; gives whether it went. */
  say(frame: ClientFrame): boolean {
    if (!this.#greeted) return false
    this.#send(frame)
    return true
  }

  /** Tries again at once: the network is back, or the page is looked at again. */
  wake(): void {
    if (this.#mode === 'broken') {
      this.#attempt = 0
      clearTimeout(this.#retry)
      this.#start(true)
    } else if (this.#greeted) this.#ping()
  }

  #become(status: Status): void {
    this.#mode = status
    this.status = status
  }

  #start(again = false): void {
    if (!again && this.#mode !== 'idle') return
    this.#become(this.#attempt === 0 && !again ? 'connecting' : 'broken')
    this.#outside.session().then(
      () => this.#open(),
      () => this.#broken(),
    )
  }

  #open(): void {
    if (this.#socket || this.#unused()) {
      if (!this.#socket) this.#become('idle')
      return
    }
    const socket = this.#outside.open()
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket && typeof data === 'string') this.#receive(data)
    }
    socket.onclose = () => {
      if (socket === this.#socket) this.#broken()
    }
    this.#expect(GIVE_UP_AFTER)
  }

  #broken(): void {
    const socket = this.#socket
    this.#socket = null
    this.#greeted = false
    clearTimeout(this.#watchdog)
    if (socket) {
      socket.onmessage = socket.onclose = null
      socket.close()
    }
    if (this.#unused()) {
      this.#become('idle')
      return
    }
    this.#become('broken')
    clearTimeout(this.#retry)
    const delay = backOff(this.#attempt++, this.#outside.random())
    this.#retry = setTimeout(() => this.#start(true), delay)
  }

  #unused(): boolean {
    return this.#followers.size === 0 && this.#lobby.size === 0 && this.#outbox.size === 0
  }

  #stopIfUnused(): void {
    if (!this.#unused()) return
    const socket = this.#socket
    this.#socket = null
    this.#greeted = false
    clearTimeout(this.#watchdog)
    clearTimeout(this.#retry)
    if (socket) {
      socket.onmessage = socket.onclose = null
      socket.close()
    }
    this.#attempt = 0
    this.#become('idle')
  }

  #receive(data: string): void {
    let frame: ServerFrame
    try {
      frame = JSON.parse(data) as ServerFrame
    } catch {
      // Not our protocol: a proxy in between. A new connection is the only remedy.
      this.#broken()
      return
    }
    this.#expect(PING_AFTER)
    switch (frame.t) {
      case 'hello':
        this.#greet(frame.now)
        break
      case 'pong':
        break
      case 'closing':
        this.#broken()
        break
      case 'lobby':
        for (const receive of this.#lobby) receive(frame.lobby)
        break
      case 'ack':
        this.#outbox.delete(frame.id)
        this.#pass(frame.game, frame)
        break
      case 'refused':
        if (frame.id !== null) this.#outbox.delete(frame.id)
        if (frame.game !== null) this.#pass(frame.game, frame)
        break
      default:
        this.#pass(frame.game, frame)
    }
  }

  #pass(game: string, frame: ServerFrame): void {
    for (const follower of this.#followers.get(game) ?? []) follower.receive(frame)
  }

  #greet(now: number): void {
    this.#greeted = true
    this.#attempt = 0
    this.offset = now - this.#outside.now()
    this.#become('open')
    if (this.#lobby.size > 0) this.#send({ t: 'lobby', on: true })
    for (const [game, followers] of this.#followers) {
      const [first] = followers
      if (first) this.#watch(game, first)
    }
    for (const command of this.#outbox.values()) this.#send(command)
  }

  #watch(game: string, follower: Follower): void {
    const known = follower.known()
    this.#send(known ? { t: 'watch', game, ...known } : { t: 'watch', game })
  }

  #send(frame: ClientFrame): void {
    try {
      this.#socket?.send(JSON.stringify(frame))
    } catch {
      // The socket is closing; its close event follows and with it the next attempt.
    }
  }

  /** Expects a frame: after silence asks, and without an answer connects anew. */
  #expect(within: number): void {
    clearTimeout(this.#watchdog)
    this.#watchdog = setTimeout(() => {
      if (within === PING_AFTER) this.#ping()
      else this.#broken()
    }, within)
  }

  #ping(): void {
    this.#send({ t: 'ping' })
    this.#expect(GIVE_UP_AFTER)
  }
}

function openSocket(): SocketLike {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(`${scheme}//${location.host}/api/v1/socket`) as unknown as SocketLike
}

/** The connection of this tab. */
export const connection = new Connection({
  open: openSocket,
  session: () => api.me(),
  random: Math.random,
  now: Date.now,
})

if (typeof window !== 'undefined') {
  addEventListener('online', () => connection.wake())
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) connection.wake()
  })
}
