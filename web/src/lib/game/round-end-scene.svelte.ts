import { tick } from 'svelte'

import type { Stage } from '../motion/stage.svelte'
import type { Step, TableView } from '../protocol'
import { closedTable, endsRound, roundScores, scoredTable, type RoundScores } from './round-end'

/** What the table shows while a round ends. */
export interface Scene {
  table: TableView
  scores: RoundScores
  /** The last step that the log shows. */
  ply: number
}

/**
 * The end of a round as a scene of its own: the last move lands, the walls and floors are scored,
 * and a card with the points stays until it is dismissed. Until then the table shows the old round,
 * and later steps wait.
 */
export class RoundEndScene {
  scene = $state.raw<Scene | null>(null)
  /** Whether the scoring is over and the points are shown. */
  scored = $state(false)
  #waiting: Step[] = []
  #skipped = false
  #played: Promise<void> = Promise.resolve()

  constructor(
    readonly stage: Stage,
    /** Called with the steps that waited, once the table shows the newest state. */
    readonly onend: (waited: readonly Step[]) => void,
  ) {}

  /** Whether the card is shown: the scoring is over or was skipped. */
  get card(): boolean {
    return this.scene !== null && this.scored
  }

  /**
   * Starts the scene with an update that ends a round. `before` is the table before the update.
   * Returns the steps that belong to the scene; an empty list if there is none.
   */
  start(steps: readonly Step[], before: TableView): readonly Step[] {
    const end = steps.findIndex(({ events }) => endsRound(events))
    const tiling = steps[end]
    if (!tiling) return []
    const moves = steps.slice(0, end)
    const closed = closedTable(
      before,
      moves.flatMap(({ events }) => events),
    )
    const scores = roundScores(closed, tiling.events)
    this.#waiting = steps.slice(end + 1)
    this.#skipped = false
    this.scored = false
    this.scene = { table: closed, scores, ply: tiling.ply - 1 }
    this.#played = this.#play(moves, tiling, before, closed, scores)
    return steps.slice(0, end + 1)
  }

  async #play(
    moves: readonly Step[],
    tiling: Step,
    before: TableView,
    closed: TableView,
    scores: RoundScores,
  ): Promise<void> {
    await tick()
    this.stage.play(moves, before)
    await this.stage.idle()
    if (!this.#shows(scores)) return
    if (!this.#skipped) this.stage.capture([tiling])
    this.scene = { table: scoredTable(closed, tiling.events), scores, ply: tiling.ply }
    await tick()
    this.stage.play([tiling], closed)
    await this.stage.scoringEnd()
    if (this.#shows(scores)) this.scored = true
  }

  /** Resolves when the scoring has been shown or skipped. */
  scoringEnd(): Promise<void> {
    return this.#played
  }

  #shows(scores: RoundScores): boolean {
    return this.scene?.scores === scores
  }

  /** Keeps steps until the scene ends. */
  wait(steps: readonly Step[]): void {
    this.#waiting.push(...steps)
  }

  /** Jumps to the card. */
  skip(): void {
    this.#skipped = true
    this.stage.skip()
  }

  /** Shows the newest state. */
  end(): void {
    if (!this.scene) return
    this.stage.skip()
    // A round that ended behind the card is not animated.
    if (!this.#waiting.some(({ events }) => endsRound(events))) this.stage.capture(this.#waiting)
    this.scene = null
    this.scored = false
    const waited = this.#waiting
    this.#waiting = []
    this.onend(waited)
  }
}
