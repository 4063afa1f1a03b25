import type { BadPosition, BoardRules, Played, Shown } from '../../engine/board-rules'
import { fullOffer } from '../../lib/game/options'
import type { TurnGame } from '../../lib/game/turn.svelte'
import type { Step, TableView } from '../../lib/protocol'
import { writeStudy, type WrittenMoment, type WrittenStudy } from './address'
import * as tree from './tree'
import type { Moment, Path } from './tree'

/** A tree with the moment shown. */
interface State {
  first: string
  root: Moment
  path: Path
}

/** The first step of a study that is not possible. */
export interface RejectedStep {
  number: number
  step: string
}

/** A longer history would hold on to many trees. */
const MAX_UNDO = 200

/** A position with a tree of variations: the game that the analysis board plays. */
export class Study implements TurnGame {
  readonly #rules: BoardRules
  #state = $state.raw<State>({ first: '', root: tree.EMPTY, path: [] })
  #undo = $state.raw<readonly State[]>([])
  #redo = $state.raw<readonly State[]>([])
  names = $state.raw<readonly string[]>([])

  readonly shown: Shown | BadPosition = $derived.by(() => this.#rules.show(this.position))
  readonly table: TableView | null = $derived(this.shown.kind === 'shown' ? this.shown.table : null)
  readonly offer = $derived(
    this.shown.kind === 'shown' && this.shown.offer ? fullOffer(this.shown.offer) : null,
  )
  readonly tiling = $derived(
    this.shown.kind === 'shown' && this.shown.tiling ? [this.shown.tiling] : [],
  )

  // Every move can be taken back, so none is confirmed.
  readonly rules = { undo: 'off', clock: { kind: 'none' } } as const
  readonly chosen = []
  readonly moving = false

  constructor(rules: BoardRules) {
    this.#rules = rules
  }

  get first(): string {
    return this.#state.first
  }

  get root(): Moment {
    return this.#state.root
  }

  get path(): Path {
    return this.#state.path
  }

  get here(): Moment {
    return tree.momentAt(this.root, this.path)
  }

  get position(): string {
    return this.here.played?.position ?? this.first
  }

  /** The steps up to the moment shown. */
  get log(): Step[] {
    return tree
      .line(this.root, this.path)
      .flatMap(({ played }, ply) =>
        played ? [{ ply, at: 0, what: played.what, events: played.events }] : [],
      )
  }

  get canUndo(): boolean {
    return this.#undo.length > 0
  }

  get canRedo(): boolean {
    return this.#redo.length > 0
  }

  sendsColumns(): boolean {
    return false
  }

  // Opening.

  /** Starts with a position; returns its faults if the rules reject it, otherwise null. */
  start(position: string, names: readonly string[] = []): BadPosition | null {
    const found = this.#rules.show(position)
    if (found.kind !== 'shown') return found
    this.names = names
    this.#replace({ first: position, root: tree.EMPTY, path: [] })
    return null
  }

  /** Opens a study; steps that are not possible, and those after them, are left out. */
  open(study: WrittenStudy): { bad: BadPosition | null; rejected: RejectedStep | null } {
    const bad = this.start(study.position, study.names)
    if (bad) return { bad, rejected: null }
    const reader = new StudyReader(this.#rules)
    const next = reader.read(study.position, study.next)
    const root: Moment = { ...tree.EMPTY, comment: study.comment, next }
    const { rejected } = reader
    const path = rejected ? tree.lastPath(root, []) : tree.pathOf(root, study.at)
    this.#replace({ first: study.position, root, path })
    this.#undo = []
    this.#redo = []
    return { bad: null, rejected }
  }

  /** The study as it is kept. */
  get written(): WrittenStudy {
    return {
      position: this.first,
      comment: this.root.comment,
      next: this.root.next,
      at: tree.numberOf(this.root, this.path),
      names: this.names,
    }
  }

  /** The text of the study. */
  get text(): string {
    return writeStudy(this.written)
  }

  /** The record of the line to the moment shown; null if it does not start with a new game. */
  record(names: string[]): string | null {
    const path = tree.isMain(this.path) ? tree.lastPath(this.root, this.path) : this.path
    const steps = tree.line(this.root, path).map(({ step }) => step)
    return this.#rules.writeRecord(this.first, steps, names)
  }

  // Steps.

  go(path: Path): void {
    this.#state = { ...this.#state, path }
  }

  back(): boolean {
    if (this.path.length === 0) return false
    this.go(this.path.slice(0, -1))
    return true
  }

  /** Shows the main continuation. */
  forward(): boolean {
    if (this.here.next.length === 0) return false
    this.go([...this.path, 0])
    return true
  }

  /** Shows the next or previous variation at this moment. */
  branch(by: 1 | -1): boolean {
    const before = this.path.slice(0, -1)
    const index = (this.path.at(-1) ?? 0) + by
    if (this.path.length === 0 || !tree.momentAt(this.root, before).next[index]) return false
    this.go([...before, index])
    return true
  }

  toStart(): void {
    this.go([])
  }

  toEnd(): void {
    this.go(tree.lastPath(this.root, this.path))
  }

  /** Shows the start of the next or previous round on this line, or its end. */
  round(by: 1 | -1): void {
    const full = tree.lastPath(this.root, this.path)
    const starts = tree
      .line(this.root, full)
      .flatMap(({ played }, index) => (played?.what.kind === 'dealt' ? [index + 1] : []))
    const here = this.path.length
    const to =
      by > 0
        ? (starts.find((start) => start > here) ?? full.length)
        : (starts.findLast((start) => start < here) ?? 0)
    this.go(full.slice(0, to))
  }

  // Edits.

  move(_seat: number, move: string): void {
    this.play(move)
  }

  choose(_seat: number, placements: string[]): void {
    this.play(`=${placements.join(',')}`)
  }

  /** Plays a step and the forced tiling after it; returns whether it is possible. */
  play(step: string): boolean {
    const found = this.#rules.play(this.position, [step])
    const [played] = found.kind === 'played' ? found.steps : []
    if (!played) return false
    const steps: Played[] = [played]
    if (played.forced) {
      const tiled = this.#rules.play(played.position, ['='])
      if (tiled.kind === 'played') steps.push(...tiled.steps)
    }
    const [root, path] = tree.add(this.root, this.path, steps)
    if (root === this.root) this.go(path)
    else this.#edit(root, path)
    return true
  }

  /** Plays several steps; returns the number of those that are possible. */
  playAll(steps: readonly string[]): number {
    const found = this.#rules.play(this.position, steps)
    if (found.kind !== 'played' || found.steps.length === 0) return 0
    const [root, path] = tree.add(this.root, this.path, found.steps)
    this.#edit(root, path)
    return found.steps.length
  }

  randomDeal(): boolean {
    const deal = this.#rules.randomDeal(this.position)
    return deal !== null && this.play(deal)
  }

  /** Whether a step is possible in the position shown. */
  accepts(step: string): boolean {
    const found = this.#rules.play(this.position, [step])
    return found.kind === 'played' && found.rejected === null
  }

  /** Removes the moment shown and everything after it. */
  remove(): void {
    if (this.path.length > 0) this.#edit(...tree.remove(this.root, this.path))
  }

  /** Makes the variation shown the main line at its branch. */
  promote(): void {
    this.#edit(...tree.promote(this.root, this.path))
  }

  comment(text: string): void {
    if (text === this.here.comment) return
    this.#edit(tree.setComment(this.root, this.path, text), this.path)
  }

  undo(): void {
    const last = this.#undo.at(-1)
    if (!last) return
    this.#redo = [...this.#redo, this.#state]
    this.#undo = this.#undo.slice(0, -1)
    this.#state = last
  }

  redo(): void {
    const next = this.#redo.at(-1)
    if (!next) return
    this.#undo = [...this.#undo, this.#state]
    this.#redo = this.#redo.slice(0, -1)
    this.#state = next
  }

  #edit(root: Moment, path: Path): void {
    this.#replace({ first: this.first, root, path })
  }

  #replace(state: State): void {
    if (this.first !== '') this.#undo = [...this.#undo, this.#state].slice(-MAX_UNDO)
    this.#redo = []
    this.#state = state
  }
}

/** Plays the steps of a written study. */
class StudyReader {
  rejected: RejectedStep | null = null
  #number = 0

  constructor(readonly rules: BoardRules) {}

  /** The moments that follow a position. Recurses into variations, but not along a line. */
  read(position: string, moments: readonly WrittenMoment[]): Moment[] {
    const levels: { main: WrittenMoment; played: Played; variations: Moment[] }[] = []
    let from = position
    let next = moments
    while (next[0]) {
      const [main, ...others] = next
      const played = this.#play(from, main)
      const variations: Moment[] = others.flatMap((other) => this.read(from, [other]))
      if (!played) {
        return this.#join(levels, variations)
      }
      levels.push({ main, played, variations })
      from = played.position
      next = main.next
    }
    return this.#join(levels, [])
  }

  #join(
    levels: readonly { main: WrittenMoment; played: Played; variations: Moment[] }[],
    last: Moment[],
  ): Moment[] {
    return levels.reduceRight<Moment[]>(
      (next, { main, played, variations }) => [
        { step: played.step, played, comment: main.comment, next },
        ...variations,
      ],
      last,
    )
  }

  #play(position: string, { step }: WrittenMoment): Played | null {
    this.#number += 1
    const found = this.rules.play(position, [step])
    const played = found.kind === 'played' ? found.steps[0] : undefined
    if (!played) this.rejected ??= { number: this.#number, step }
    return played ?? null
  }
}
