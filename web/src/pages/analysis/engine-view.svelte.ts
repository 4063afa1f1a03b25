import type { Engine, EngineJob } from '../../engine/engine'
import type { PositionAnalysis } from '../../engine/messages'

/** The number of lines that the engine shows. */
const LINES = 5
/** The time of a search in milliseconds, and of a longer one on request. */
const TIME = { usual: 2000, more: 20_000 }
/** The grace period after the limit, in milliseconds; then a silent worker counts as broken. */
const PATIENCE = 15_000
/** The delay before a search, in milliseconds, so that stepping through a game starts none. */
const DELAY = 150

/** The value of the move that was played, if it is not among the best. */
export interface PlayedValue {
  move: string
  win: number
}

/** The engine's view of the position shown. */
export class EngineView {
  on = $state(false)
  analysis = $state.raw<PositionAnalysis | null>(null)
  /** The position of the analysis. */
  position = $state('')
  searching = $state(false)
  failed = $state(false)
  /** The value of the next move of the game, from a short search of its own. */
  played = $state.raw<PlayedValue | null>(null)
  /** The duration of the search in milliseconds. */
  took = $state(0)

  #load: () => Promise<Engine>
  #engine: Engine | null = null
  #job: EngineJob<PositionAnalysis> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Counts requests; the answer to an older one is dropped. */
  #current = 0
  #replaced = false
  #done: (analysis: PositionAnalysis) => void

  constructor(load: () => Promise<Engine>, done: (analysis: PositionAnalysis) => void) {
    this.#load = load
    this.#done = done
  }

  /** Searches a position; `next` is the move that follows in the study, with its position. */
  look(position: string | null, next: { move: string; position: string } | null): void {
    this.stop()
    if (this.position !== position) {
      this.analysis = null
      this.played = null
      this.position = position ?? ''
    }
    if (position === null || !this.on) return
    this.searching = true
    const own = this.#current
    this.#timer = setTimeout(() => void this.#search(own, position, TIME.usual, next), DELAY)
  }

  /** Searches the same position for longer. */
  more(): void {
    const { position } = this
    this.stop()
    this.searching = true
    void this.#search(this.#current, position, TIME.more, null)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#current += 1
    this.searching = false
    this.#job?.stop()
    this.#job = null
  }

  close(): void {
    this.stop()
    this.#engine?.close()
    this.#engine = null
  }

  async #search(
    own: number,
    position: string,
    time: number,
    next: { move: string; position: string } | null,
  ): Promise<void> {
    const current = () => own === this.#current
    const started = performance.now()
    const show = (found: PositionAnalysis) => {
      if (!current()) return
      this.analysis = found
      this.took = performance.now() - started
    }
    try {
      this.#engine ??= await this.#load()
      if (!current()) return
      const job = this.#engine.analyse(position, { limit: `${time}ms`, best: LINES, onDepth: show })
      this.#job = job
      const found = await patiently(job, time + PATIENCE)
      if (!current()) return
      show(found)
      if (next && !found.moves.some(({ move }) => move === next.move)) {
        this.#job = this.#engine.analyse(next.position, { limit: '400ms' })
        const after = await this.#job.result
        const win = after.moves[0]?.win[found.seat - 1]
        if (current() && win !== undefined) this.played = { move: next.move, win }
      }
      if (!current()) return
      this.searching = false
      this.failed = false
      this.#replaced = false
      this.#done(found)
    } catch {
      if (!current()) return
      this.#engine?.close()
      this.#engine = null
      if (this.#replaced) {
        this.searching = false
        this.failed = true
        this.on = false
        return
      }
      // A broken worker is replaced once.
      this.#replaced = true
      void this.#search(own, position, time, next)
    }
  }
}

/** The result of a job, which is stopped if it takes too long. */
async function patiently<T>(job: EngineJob<T>, time: number): Promise<T> {
  const timer = setTimeout(() => job.stop(), time)
  try {
    return await job.result
  } finally {
    clearTimeout(timer)
  }
}
