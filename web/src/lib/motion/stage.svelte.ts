import { tick } from 'svelte'

import type { Step, TableEvent, TableView } from '../protocol'
import { endsRound } from '../game/round-end'
import type { Speed } from '../ui/settings.svelte'
import { MotionLayer, type Rects } from './layer'
import { showDeal, showMove, showRoundEnd } from './scenes'

/** The longest delay of an update behind running animations, in milliseconds. */
const BACKLOG = 1400
/** The pause after a scored round before the board's own scores are shown again. */
const AFTER_ROUND = 250

/**
 * The animation of a table. The page always shows the newest state at once and accepts input at any
 * time: copies fly above it, and the tiles they fly to stay hidden until they land.
 */
export class Stage {
  /** The scores that count up, by seat, while a round is scored. */
  scores = $state.raw<Readonly<Record<number, number>>>({})
  /** Whether the end of a round is being shown. */
  scoring = $state(false)

  #layer: MotionLayer | null = null
  #before: Rects = new Map()
  #freeAt = 0
  /** The requested frames in which animations start. */
  #frames = new Set<number>()
  #onStarted: (() => void)[] = []
  #onScored: (() => void)[] = []

  constructor(readonly speed: () => Speed) {}

  /** Starts animating the spots in `root`, with copies in `layer`; returns the clean-up. */
  attach(root: HTMLElement, layer: HTMLElement): () => void {
    const motion = new MotionLayer(root, layer)
    this.#layer = motion
    const follow = () => motion.follow()
    const resized = new ResizeObserver(follow)
    resized.observe(root)
    document.addEventListener('scroll', follow, { capture: true, passive: true })
    return () => {
      resized.disconnect()
      document.removeEventListener('scroll', follow, { capture: true })
      this.skip()
      this.#layer = null
    }
  }

  /** The factor by which animations are faster than normal; 0 for none at all. */
  #rate(): number {
    const still = document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches
    const speed = this.speed()
    if (still || speed === 'instant') return 0
    return speed === 'fast' ? 3 : 1
  }

  /** Records the position of everything that is about to move. */
  capture(steps: readonly Step[]): void {
    this.#before = new Map()
    if (!this.#layer || this.#rate() === 0) return
    if (!steps.some(({ events }) => events.length > 0)) return
    this.#before = this.#layer.rects()
    // Set before the page shows the new state, so that the result waits for the round before it.
    if (this.#before.size > 0 && steps.some(({ events }) => endsRound(events))) this.scoring = true
  }

  /**
   * Animates steps; to be called once the page shows the new state. They start with the next frame,
   * so that reading positions does not force a layout of its own.
   */
  play(steps: readonly Step[], before: TableView | null): void {
    const rate = this.#rate()
    const from = this.#before
    this.#before = new Map()
    if (!this.#layer || rate === 0 || from.size === 0) {
      // `capture` expected an animation that is not shown after all.
      if (!this.moving && !this.#layer?.busy) this.#endScoring()
      return
    }
    const layer = this.#layer
    const frame = requestAnimationFrame(() => {
      this.#frames.delete(frame)
      layer.follow()
      const now = performance.now()
      layer.batch(() => {
        let at = Math.min(Math.max(0, this.#freeAt - now), BACKLOG)
        for (const { events } of steps) at = this.#show(layer, from, events, before, at, rate)
        this.#freeAt = now + at
      })
      this.#resolveStarted()
    })
    this.#frames.add(frame)
  }

  #resolveStarted(): void {
    if (this.#frames.size > 0) return
    for (const resolve of this.#onStarted.splice(0)) resolve()
  }

  /** Whether tiles are moving or about to move. */
  get moving(): boolean {
    return this.#frames.size > 0 || (this.#layer?.moving ?? false)
  }

  /** Resolves when all tiles have landed. */
  async idle(): Promise<void> {
    if (this.#frames.size > 0) {
      await new Promise<void>((resolve) => this.#onStarted.push(resolve))
    }
    await this.#layer?.idle()
  }

  /** Resolves when the tiles of an update have landed; to be called before the page shows it. */
  async landed(): Promise<void> {
    // The animations start when the page shows the new state.
    await tick()
    await tick()
    await this.idle()
  }

  /** Resolves when the end of a round has been shown or skipped. */
  scoringEnd(): Promise<void> {
    if (!this.scoring) return Promise.resolve()
    return new Promise((resolve) => this.#onScored.push(resolve))
  }

  #endScoring(): void {
    this.scoring = false
    for (const resolve of this.#onScored.splice(0)) resolve()
  }

  /** Ends all running animations. */
  skip(): void {
    for (const frame of this.#frames) cancelAnimationFrame(frame)
    this.#frames.clear()
    this.#resolveStarted()
    this.#layer?.clear()
    this.scores = {}
    this.#endScoring()
    this.#freeAt = 0
  }

  /** Animates one step after `at` milliseconds; returns when the next one may start. */
  #show(
    layer: MotionLayer,
    from: Rects,
    events: readonly TableEvent[],
    before: TableView | null,
    at: number,
    rate: number,
  ): number {
    const taken = events.find((event) => event.event === 'taken')
    if (taken) return showMove(layer, from, events, taken, at, rate)
    if (endsRound(events)) return this.#showRoundEnd(layer, events, before, at, rate)
    if (events.some((event) => event.event === 'dealt')) return showDeal(layer, events, at, rate)
    return at
  }

  #showRoundEnd(
    layer: MotionLayer,
    events: readonly TableEvent[],
    before: TableView | null,
    at: number,
    rate: number,
  ): number {
    this.scoring = true
    const end = showRoundEnd(layer, events, before, at, rate, (seat, score) => {
      this.scores = { ...this.scores, [seat]: score }
    })
    layer.later(end + AFTER_ROUND / rate, () => {
      this.scores = {}
      this.#endScoring()
    })
    return end
  }
}
