import { GameStore } from '../../lib/game.svelte'
import type { ClientFrame, OwnView, ServerFrame, Step } from '../../lib/protocol'
import { Connection, type SocketLike } from '../../lib/socket.svelte'
import { Turn } from '../../lib/turn.svelte'
import { sceneSeat, sceneView } from '../parts/scene'
import { sceneOf, stagesOf, type Scene, type Script, type Stage } from './script'

const ID = 'first-round'

/** What the opponent is called, in every language. */
export const OPPONENT = 'Ana'

/**
 * The first lesson. To the table it is a game like any other: the script sits where the server
 * would, speaks its frames, and accepts one move at a time. Nothing here knows the rules.
 */
export class Lesson {
  readonly stages: readonly Stage[]
  readonly game: GameStore
  readonly turn: Turn
  at = $state(0)
  /** Whether the learner has just tried another move than the one that is asked for. */
  strayed = $state(false)

  readonly #script: Script
  readonly #connection: Connection
  #socket: ScriptedSocket | null = null
  #ply = 0
  #scene: Scene

  constructor(script: Script, you: () => string) {
    this.#script = script
    this.stages = stagesOf(script)
    this.#scene = this.#sceneAt(0)
    this.#you = you
    this.#connection = new Connection({
      open: () => {
        this.#socket = new ScriptedSocket((frame) => this.#receive(frame))
        return this.#socket
      },
      session: () => Promise.resolve(),
      random: () => 0,
      now: () => 0,
    })
    this.game = new GameStore(ID, this.#connection)
    // A lesson has nothing to lose: no confirmation, no warning.
    this.turn = new Turn(this.game, () => ({ confirm: 'off', warnCostly: false }))
  }

  readonly #you: () => string

  get stage(): Stage {
    return this.stages[this.at] ?? { kind: 'end' }
  }

  /** The notation of the move that is awaited. */
  get expected(): string | null {
    return this.stage.kind === 'task'
      ? (this.#script.turns[this.stage.turn]?.expected ?? null)
      : null
  }

  /** What has just happened on the table. */
  get shown(): Scene {
    return this.#scene
  }

  /** Lays the table. Gives the function that clears it. */
  start(): () => void {
    return this.#connection.follow(ID, this.game)
  }

  /** To the next stage. */
  next(): void {
    if (this.at + 1 >= this.stages.length) return
    this.at += 1
    this.strayed = false
    const scene = sceneOf(this.#script, this.stage)
    if (scene) this.#show(scene)
  }

  /** From the beginning. */
  restart(): void {
    this.at = 0
    this.strayed = false
    this.turn.clear()
    this.#scene = this.#sceneAt(0)
    this.#ply = 0
    this.#sendWhole()
  }

  #sceneAt(index: number): Scene {
    const scene = sceneOf(this.#script, this.stages[index] ?? { kind: 'welcome' })
    if (!scene) throw new Error('the lesson begins with a table')
    return scene
  }

  #show(scene: Scene): void {
    this.#scene = scene
    this.#ply += 1
    const step: Step = { ply: this.#ply - 1, at: 0, what: scene.what, events: scene.events }
    this.#send({ t: 'update', game: ID, steps: [step], view: this.#view() })
    this.#send({ t: 'own', game: ID, own: this.#own() })
  }

  #view() {
    const seats = [sceneSeat(1, this.#you()), sceneSeat(2, OPPONENT)]
    return sceneView(ID, this.#scene.table, seats, this.#ply)
  }

  #own(): OwnView {
    return {
      ply: this.#ply,
      seats: [1],
      host: true,
      invitation: null,
      offer: this.#scene.offer,
      tiling: [],
      chosen: [],
      undo_to: [],
      hints: false,
    }
  }

  #sendWhole(): void {
    this.#send({ t: 'game', game: ID, log: [], view: this.#view() })
    this.#send({ t: 'own', game: ID, own: this.#own() })
  }

  #send(frame: ServerFrame): void {
    this.#socket?.deliver(frame)
  }

  #receive(frame: ClientFrame): void {
    switch (frame.t) {
      case 'watch':
        this.#sendWhole()
        break
      case 'ping':
        this.#send({ t: 'pong' })
        break
      case 'move':
        if (frame.move === this.expected) {
          this.#send({ t: 'ack', game: ID, id: frame.id, ply: this.#ply })
          this.next()
        } else {
          this.strayed = true
          const error = { code: 'illegal', field: 'move', detail: null } as const
          this.#send({ t: 'refused', game: ID, id: frame.id, error })
        }
        break
      default:
        break
    }
  }
}

/** A socket with the script at its other end; frames arrive as from a network, one after the other. */
class ScriptedSocket implements SocketLike {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  readonly #receive: (frame: ClientFrame) => void
  #open = true

  constructor(receive: (frame: ClientFrame) => void) {
    this.#receive = receive
    queueMicrotask(() => this.deliver({ t: 'hello', version: 1, now: 0 }))
  }

  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    const frame = JSON.parse(String(data)) as ClientFrame
    queueMicrotask(() => {
      if (this.#open) this.#receive(frame)
    })
  }

  deliver(frame: ServerFrame): void {
    if (this.#open) this.onmessage?.({ data: JSON.stringify(frame) })
  }

  close(): void {
    this.#open = false
  }
}
