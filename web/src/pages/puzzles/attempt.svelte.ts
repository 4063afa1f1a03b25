import type { BoardRules, Played } from '../../engine/board-rules'
import { fullOffer, type MoveOption, type OfferOptions } from '../../lib/game/options'
import type { TurnGame } from '../../lib/game/turn.svelte'
import type { Step, TableView, TilingOptions } from '../../lib/protocol'
import type { Puzzle } from './puzzle-set'

/** `shown` means that the solution was shown. */
export type Status = 'open' | 'solved' | 'shown'

/** A wrong step, with what is needed to explain it. */
export interface Wrong {
  step: string
  /** The position in which it was tried. */
  position: string
  /** The move and its effect; null for a choice of columns. */
  option: MoveOption | null
  after: Played
}

/** What happens during an attempt. */
export interface AttemptEvents {
  /** The first try is decided: the puzzle is solved without a wrong step and without a hint, or not. */
  onfirst: (solved: boolean) => void
  onsolved: () => void
  /** The solver's step was right; `replies` are the opponents' moves after it. */
  onright: (replies: readonly Played[]) => void
  onwrong: (wrong: Wrong) => void
}

/** The most hints: the tiles, then the whole move. */
const MAX_HINTS = 2

/** An attempt at a puzzle: the game that the puzzle's board plays. */
export class Attempt implements TurnGame {
  readonly puzzle: Puzzle
  /** The player who solves the puzzle. */
  readonly solver: number
  status = $state<Status>('open')
  hints = $state(0)
  wrong = $state.raw<Wrong | null>(null)
  /** Whether a step was wrong, or help was used. */
  missed = $state(false)
  /** The number of steps shown; null for all. */
  at = $state<number | null>(null)
  /** The solution, with the solver's choices among equal factories. */
  #solution = $state.raw<readonly string[]>([])
  #played = $state.raw<readonly Played[]>([])
  readonly #rules: BoardRules
  readonly #events: AttemptEvents

  readonly #shown = $derived.by(() => this.#rules.show(this.position))
  readonly table: TableView | null = $derived(
    this.#shown.kind === 'shown' ? this.#shown.table : null,
  )
  readonly offer: OfferOptions | null = $derived(
    this.status === 'open' && this.#shown.kind === 'shown' && this.#shown.offer
      ? fullOffer(this.#shown.offer)
      : null,
  )
  readonly tiling: TilingOptions[] = $derived(
    this.status === 'open' && this.#shown.kind === 'shown' && this.#shown.tiling
      ? [this.#shown.tiling]
      : [],
  )

  readonly rules = { undo: 'off', clock: { kind: 'none' } } as const
  readonly chosen = []
  readonly moving = false
  // For text commands: there is no clock.
  readonly view = null
  readonly host = { offset: 0 }

  constructor(puzzle: Puzzle, rules: BoardRules, events: AttemptEvents) {
    this.puzzle = puzzle
    this.#rules = rules
    this.#events = events
    this.#solution = puzzle.solution
    this.solver = this.tiling[0]?.seat ?? this.table?.to_move ?? 1
  }

  /** The steps shown. */
  get played(): readonly Played[] {
    return this.#played.slice(0, this.at ?? this.#played.length)
  }

  /** All steps played, with those after the moment shown. */
  get all(): readonly Played[] {
    return this.#played
  }

  get position(): string {
    return this.played.at(-1)?.position ?? this.puzzle.position
  }

  get log(): Step[] {
    return this.played.map(({ what, events }, ply) => ({ ply, at: 0, what, events }))
  }

  /** The right step in the position shown; null once the puzzle is over. */
  get right(): string | null {
    return this.status === 'open' ? (this.#solution[this.#played.length] ?? null) : null
  }

  /** Whether the puzzle was solved without a wrong step and without help. */
  get first(): boolean {
    return this.status === 'solved' && !this.missed
  }

  /** The number of different steps; those that reach equal positions count once. */
  get choices(): number {
    const moves = this.offer?.moves ?? []
    const keys = moves.map(({ factory, colour, line }) => {
      const plate = factory === null ? 'C' : (this.table?.factories[factory - 1] ?? []).join('')
      return `${plate} ${colour} ${line ?? 'F'}`
    })
    return new Set(keys).size
  }

  sendsColumns(): boolean {
    return false
  }

  move(_seat: number, move: string): void {
    this.#try(move)
  }

  choose(_seat: number, placements: string[]): void {
    this.#try(`=${placements.join(',')}`)
  }

  /** Reveals more of the right step. */
  hint(): void {
    if (this.status !== 'open' || this.hints === MAX_HINTS) return
    this.hints += 1
    this.#miss()
  }

  /** Plays the rest of the solution. */
  showSolution(): void {
    if (this.status !== 'open') return
    this.#miss()
    this.wrong = null
    const found = this.#rules.play(this.position, this.#solution.slice(this.#played.length))
    if (found.kind === 'played') this.#played = [...this.#played, ...found.steps]
    this.status = 'shown'
  }

  /** Starts again; the first try has been decided. */
  again(): void {
    this.missed = true
    this.status = 'open'
    this.hints = 0
    this.wrong = null
    this.at = null
    this.#played = []
    this.#solution = this.puzzle.solution
  }

  #try(step: string): void {
    const right = this.right
    const tried = this.#play(step)
    if (right === null || !tried) return
    const wanted = this.#play(right)
    if (!wanted || keyOf(tried.position) !== keyOf(wanted.position)) {
      const option = this.offer?.moves.find(({ move }) => move === step) ?? null
      this.wrong = { step, position: this.position, option, after: tried }
      this.#miss()
      this.#events.onwrong(this.wrong)
      return
    }
    if (step !== right) this.#solution = swapFactories(this.#solution, right, step)
    this.wrong = null
    this.hints = 0
    this.#played = [...this.#played, tried]
    const replies = this.#reply()
    if (this.#played.length < this.#solution.length) {
      this.#events.onright(replies)
      return
    }
    this.status = 'solved'
    if (!this.missed) this.#events.onfirst(true)
    this.#events.onsolved()
  }

  /** Plays the opponents' moves up to the solver's next step. */
  #reply(): readonly Played[] {
    const replies: Played[] = []
    for (;;) {
      const next = this.#solution[this.#played.length]
      const reply =
        next === undefined || this.table?.to_move === this.solver ? null : this.#play(next)
      if (!reply) return replies
      replies.push(reply)
      this.#played = [...this.#played, reply]
    }
  }

  #miss(): void {
    if (this.missed) return
    this.missed = true
    this.#events.onfirst(false)
  }

  #play(step: string): Played | null {
    const found = this.#rules.play(this.position, [step])
    return found.kind === 'played' ? (found.steps[0] ?? null) : null
  }
}

/** The position with its factories in order: equal factories are interchangeable. */
export function keyOf(position: string): string {
  const fields = position.split(' ')
  const factories = fields[3] ?? ''
  return fields.with(3, factories.split('/').sort().join('/')).join(' ')
}

/** Exchanges the factories of two moves in all steps of a solution. */
function swapFactories(solution: readonly string[], right: string, step: string): string[] {
  const [a = '', b = ''] = [right[0], step[0]]
  return solution.map((move) => {
    if (move.startsWith(a)) return b + move.slice(1)
    return move.startsWith(b) ? a + move.slice(1) : move
  })
}
