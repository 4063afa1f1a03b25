import { fullOffer, type OfferOptions } from '../../lib/game/options'
import type { Step, TableView } from '../../lib/protocol'
import { Turn, type TurnGame } from '../../lib/game/turn.svelte'
import { sceneOf, stagesOf, type Scene, type Script, type Stage } from './script'

/** The opponent's name in every language. */
export const OPPONENT = 'Ana'

/** Callbacks around a change of the table. */
export interface LessonListener {
  /** Called while the page still shows the old table. */
  before: (steps: readonly Step[]) => void
  after: (steps: readonly Step[], before: TableView) => void
}

/**
 * The first lesson: a scripted round that accepts one move at a time. It contains no rules; the
 * engine wrote the script.
 */
export class Lesson implements TurnGame {
  readonly stages: readonly Stage[]
  readonly turn: Turn
  stageIndex = $state(0)
  /** Whether the learner has just tried a different move. */
  wrongMove = $state(false)
  listener: LessonListener | null = null

  readonly rules = { undo: 'off', clock: { kind: 'none' } } as const
  readonly tiling = []
  readonly chosen = []
  readonly moving = false

  readonly #script: Script
  #scene: Scene
  #ply = 0

  constructor(script: Script) {
    this.#script = script
    this.stages = stagesOf(script)
    this.#scene = $state.raw(this.#firstScene())
    // Nothing is at stake in a lesson: no confirmation, no warning.
    this.turn = new Turn(this, () => ({ confirm: 'off', warnCostly: false }))
  }

  get stage(): Stage {
    return this.stages[this.stageIndex] ?? { kind: 'end' }
  }

  /** The notation of the move that the lesson asks for. */
  get expected(): string | null {
    return this.stage.kind === 'task'
      ? (this.#script.turns[this.stage.turn]?.expected ?? null)
      : null
  }

  /** The table and the events that led to it. */
  get scene(): Scene {
    return this.#scene
  }

  get table(): TableView {
    return this.#scene.table
  }

  readonly #offer = $derived.by(() => this.#scene.offer && fullOffer(this.#scene.offer))
  get offer(): OfferOptions | null {
    return this.#offer
  }

  /** Advances to the next stage. */
  next(): void {
    if (this.stageIndex + 1 >= this.stages.length) return
    this.stageIndex += 1
    this.wrongMove = false
    const scene = sceneOf(this.#script, this.stage)
    if (scene) this.#show(scene)
  }

  restart(): void {
    this.stageIndex = 0
    this.wrongMove = false
    this.turn.clear()
    this.#scene = this.#firstScene()
    this.#ply = 0
  }

  move(_seat: number, move: string): void {
    if (move === this.expected) this.next()
    else this.wrongMove = true
  }

  choose(): void {
    // The lesson is played on a wall with a printed pattern: there are no columns to choose.
  }

  sendsColumns(): boolean {
    return false
  }

  #firstScene(): Scene {
    const scene = sceneOf(this.#script, this.stages[0] ?? { kind: 'welcome' })
    if (!scene) throw new Error('the lesson must start with a table')
    return scene
  }

  #show(scene: Scene): void {
    const step: Step = { ply: this.#ply, at: 0, what: scene.what, events: scene.events }
    const before = this.table
    this.#ply += 1
    this.listener?.before([step])
    this.#scene = scene
    this.listener?.after([step], before)
  }
}
