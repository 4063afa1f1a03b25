import type { BoardRules, Played } from '../../engine/board-rules'
import type { EngineJob } from '../../engine/engine'
import type { PositionAnalysis } from '../../engine/messages'
import { fullOffer } from '../../lib/game/options'
import type { TurnGame } from '../../lib/game/turn.svelte'
import type { TableEvent, TableView } from '../../lib/protocol'
import type { ErrorSet, GameError } from '../../lib/study/errors'
import { canonical, firstEqual } from './equal'

/** An error of a game with its position. */
export interface Task {
  id: string
  set: ErrorSet
  error: GameError
  position: string
  names: readonly string[]
}

/** The engine, as far as an exercise needs it. */
export interface ExerciseEngine {
  analyse: (
    position: string,
    options: { limit: string; best: number },
  ) => EngineJob<PositionAnalysis>
}

/** The answer to a try. */
export type Verdict =
  | { kind: 'right'; gain: Gain | null }
  /** Better than the move of the game, but not good enough. */
  | { kind: 'better'; gain: Gain }
  | { kind: 'wrong' }
  /** The move of the game. */
  | { kind: 'same' }

/** The difference to the move of the game. */
export interface Gain {
  unit: 'win' | 'points'
  amount: number
}

/** `open` until it is solved or the solution is shown. */
export type Progress = 'open' | 'checking' | 'solved' | 'missed'

/** The number of tries. */
const TRIES = 2
/** The search that evaluates all moves: its values differ little from those of the report. */
const LIMIT = '2000000n'
/** More than any position has. */
const ALL_MOVES = 1000
/** The distance from the best move within which a move is right. */
const TOLERANCE = { win: 0.02, points: 0.5 } as const
/** Below this loss, an error costs points, not the game. */
const HOLLOW = 0.03

/** The position of an error, to find something better in. */
export class Exercise implements TurnGame {
  progress = $state<Progress>('open')
  verdict = $state.raw<Verdict | null>(null)
  /** The number of tries that were not right. */
  misses = $state(0)
  /** The number of hints: the source, then the line. */
  hints = $state(0)
  /** The number of moves of the solution that are shown on the board. */
  shown = $state(0)
  /** The steps of the solution, once it is known. */
  solution = $state.raw<readonly Played[]>([])

  /** The table of the task. */
  readonly firstTable: TableView | null
  /** The events of the game's move. */
  readonly playedEvents: readonly TableEvent[]

  readonly #rules: BoardRules
  readonly #analyse: (position: string) => Promise<PositionAnalysis>
  #analysis: Promise<PositionAnalysis | null> | null = null

  readonly position: string = $derived.by(
    () => this.solution[this.shown - 1]?.position ?? this.task.position,
  )
  readonly #view = $derived.by(() => this.#rules.show(this.position))
  readonly table: TableView | null = $derived(this.#view.kind === 'shown' ? this.#view.table : null)
  readonly #accepts: boolean = $derived(this.progress === 'open')
  readonly offer = $derived(
    this.#accepts && this.#view.kind === 'shown' && this.#view.offer
      ? fullOffer(this.#view.offer)
      : null,
  )
  readonly tiling = $derived(
    this.#accepts && this.#view.kind === 'shown' && this.#view.tiling ? [this.#view.tiling] : [],
  )

  readonly rules = { undo: 'off', clock: { kind: 'none' } } as const
  readonly chosen = []
  readonly moving = false

  constructor(
    readonly task: Task,
    rules: BoardRules,
    engine: () => Promise<ExerciseEngine>,
    /** Called once, with whether it was solved. */
    readonly ondone: (solved: boolean) => void,
  ) {
    this.#rules = rules
    const first = rules.show(task.position)
    this.firstTable = first.kind === 'shown' ? first.table : null
    this.playedEvents = this.#play(task.error.played)?.events ?? []
    this.#analyse = async (position) =>
      (await engine()).analyse(position, { limit: LIMIT, best: ALL_MOVES }).result
  }

  get isTiling(): boolean {
    return this.task.error.best.startsWith('=')
  }

  get triesLeft(): number {
    return TRIES - this.misses
  }

  sendsColumns(): boolean {
    return false
  }

  move(_seat: number, move: string): void {
    void this.attempt(move)
  }

  choose(_seat: number, placements: string[]): void {
    void this.attempt(`=${placements.join(',')}`)
  }

  /** Starts the search, so that tries are answered at once. */
  prepare(): void {
    // Choices of columns are compared with the report: the engine searches offers only.
    if (this.isTiling) return
    this.#analysis ??= this.#analyse(this.task.position).catch(() => {
      this.#analysis = null
      return null
    })
  }

  /** Tries a step; returns the verdict, or null if it cannot be tried. */
  async attempt(step: string): Promise<Verdict | null> {
    if (this.progress !== 'open' || !this.#play(step)) return null
    this.progress = 'checking'
    const verdict = await this.#judge(step)
    this.verdict = verdict
    this.progress = 'open'
    if (verdict.kind === 'right') this.#finish('solved', step)
    else if (verdict.kind !== 'same') {
      this.misses += 1
      if (this.misses >= TRIES) this.#finish('missed', this.task.error.best)
    }
    return verdict
  }

  /** Gives the next hint, if there is one. */
  hint(): void {
    if (this.progress === 'open') this.hints = Math.min(2, this.hints + 1)
  }

  /** Gives up and shows the solution. */
  reveal(): void {
    if (this.progress === 'open') this.#finish('missed', this.task.error.best)
  }

  /** Starts again. The result stays the first one. */
  again(): void {
    this.progress = 'open'
    this.verdict = null
    this.misses = 0
    this.hints = 0
    this.shown = 0
    this.solution = []
  }

  /** Shows the position after a number of steps of the solution. */
  show(steps: number): void {
    this.shown = Math.max(0, Math.min(steps, this.solution.length))
  }

  async #judge(step: string): Promise<Verdict> {
    const { error } = this.task
    if (this.#reaches(step, error.played)) return { kind: 'same' }
    this.prepare()
    const analysis = await this.#analysis
    const gain = analysis && this.#gain(analysis, step)
    if (this.#reaches(step, error.best)) return { kind: 'right', gain: gain?.over ?? null }
    // Without the engine, only the move of the report is known to be right.
    if (!gain) return { kind: 'wrong' }
    if (gain.behind <= TOLERANCE[gain.over.unit]) return { kind: 'right', gain: gain.over }
    const least = gain.over.unit === 'win' ? 0.01 : 0.5
    return gain.over.amount >= least ? { kind: 'better', gain: gain.over } : { kind: 'wrong' }
  }

  /** The difference of a move to that of the game, and to the best one. */
  #gain(analysis: PositionAnalysis, step: string): { over: Gain; behind: number } | null {
    const unit = this.task.error.loss < HOLLOW ? 'points' : 'win'
    const value = (move: string) => {
      const found = analysis.moves.find((one) => one.move === firstEqual(move, this.firstTable))
      if (!found) return null
      return unit === 'win' ? (found.win[analysis.seat - 1] ?? 0) : found.margin
    }
    const own = value(step)
    const old = value(this.task.error.played)
    const values = analysis.moves.map(({ move }) => value(move) ?? -Infinity)
    if (own === null || old === null) return null
    return { over: { unit, amount: own - old }, behind: Math.max(...values) - own }
  }

  #play(step: string): Played | null {
    const found = this.#rules.play(this.task.position, [step])
    return found.kind === 'played' ? (found.steps[0] ?? null) : null
  }

  /** Whether two steps reach the same position. */
  #reaches(step: string, other: string): boolean {
    if (step === other) return true
    const [one, two] = [this.#play(step), this.#play(other)]
    return one !== null && two !== null && canonical(one.position) === canonical(two.position)
  }

  #finish(progress: 'solved' | 'missed', step: string): void {
    this.progress = progress
    this.shown = 0
    void this.#showSolution(step)
    this.ondone(progress === 'solved')
  }

  /** The solution is the step, with the engine's continuation if it is known. */
  async #showSolution(step: string): Promise<void> {
    const set = (line: readonly string[]) => {
      const found = this.#rules.play(this.task.position, line)
      if (found.kind === 'played') this.solution = found.steps
      this.shown = Math.min(1, this.solution.length)
    }
    set([step])
    this.prepare()
    const analysis = await this.#analysis
    const equal = firstEqual(step, this.firstTable)
    const line = analysis?.moves.find(({ move }) => move === equal)?.line
    const over = this.progress === 'open' || this.progress === 'checking'
    if (line && !over && this.shown <= 1) set([step, ...line.slice(1)])
  }
}
