import { groupCount, moveTo, movesOf, refusalOf, sameGroup, type Group } from './groups'
import type { GameStore } from './game.svelte'
import type { MoveOption, OwnView } from './options'
import type { Colour, GameView, TilingChoice, TilingLine } from './protocol'
import type { Confirm } from './settings.svelte'

/** When a move is final. */
export type ConfirmMode = 'off' | 'countdown' | 'explicit'

/** Where tiles go: a line from 1, or the floor. */
export type Target = number | 'floor'

/** A move that waits for its confirmation. */
export interface Staged {
  seat: number
  option: MoveOption
  mode: 'countdown' | 'explicit'
  /** Why it waits although moves usually do not. */
  reason: 'setting' | 'ends-round' | 'costly'
}

export const COUNTDOWN = 3000
/** A move that costs at least so much more than another with the same tiles is asked about. */
const COSTLY = 4

/** What the setting means in a game. */
export function confirmMode(setting: Confirm, view: GameView): ConfirmMode {
  if (setting !== 'auto') return setting
  if (view.settings.undo === 'free') return 'off'
  return view.settings.clock.kind === 'days' ? 'explicit' : 'countdown'
}

/** Whether, and why, a move is staged rather than played at once. */
export function staging(
  option: MoveOption,
  moves: readonly MoveOption[],
  view: GameView,
  mode: ConfirmMode,
  warnCostly: boolean,
): Pick<Staged, 'mode' | 'reason'> | null {
  // After the last tiles of a round nothing can be taken back; before that it can. So this move
  // never plays itself, whatever the setting.
  if (option.ends_round && view.settings.undo !== 'off') {
    return { mode: 'explicit', reason: 'ends-round' }
  }
  if (mode !== 'off') return { mode, reason: 'setting' }
  const cost = (move: MoveOption) => move.floor_after - move.floor_before
  const cheapest = Math.min(...moves.map(cost))
  if (warnCostly && cost(option) - cheapest >= COSTLY) return { mode: 'explicit', reason: 'costly' }
  return null
}

/** A choice of columns on the way down the tree. */
export interface Chosen {
  line: TilingLine
  choice: TilingChoice
  /** It was the only one. */
  forced: boolean
}

/** The path through the tree after some free choices; only choices are taken without asking. */
export function walkTiling(
  first: TilingLine,
  free: readonly string[],
): {
  path: Chosen[]
  next: TilingLine | null
} {
  const path: Chosen[] = []
  let next: TilingLine | null = first
  let used = 0
  while (next) {
    const line: TilingLine = next
    const forced = line.choices.length === 1
    const wanted = free[used]
    const choice = forced
      ? line.choices[0]
      : line.choices.find(({ placement }) => placement === wanted)
    if (!choice) break
    if (!forced) used += 1
    path.push({ line, choice, forced })
    next = choice.next
  }
  return { path, next }
}

/**
 * The turn of a person at this screen: look, take, choose a line, confirm. Each step can be taken
 * back by one. It knows no rules: everything comes from the options that the server sent.
 */
export class Turn {
  /** What the pointer or the focus is on. */
  looked = $state.raw<Group | null>(null)
  picked = $state.raw<Group | null>(null)
  aimed = $state.raw<Target | null>(null)
  staged = $state.raw<Staged | null>(null)
  /** A source named by a key, while its colour is awaited. */
  source = $state.raw<{ factory: number | null } | null>(null)
  /** The free choices of columns by seat. */
  columns = $state.raw<Readonly<Record<number, readonly string[]>>>({})
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly game: GameStore,
    readonly preferences: () => { confirm: Confirm; warnCostly: boolean },
  ) {}

  /** Nothing can be chosen while a move is on its way. */
  get busy(): boolean {
    return this.game.waiting('move') !== null
  }

  get offer() {
    return this.busy ? null : this.game.offer
  }

  /** What is held, or else what is looked at. */
  get group(): Group | null {
    return this.staged?.option ?? this.picked ?? this.looked
  }

  /** The move that the sentence and the ghosts speak of. */
  get preview(): MoveOption | null {
    if (this.staged) return this.staged.option
    if (!this.picked || this.aimed === null) return null
    return this.optionAt(this.aimed) ?? null
  }

  optionAt(target: Target): MoveOption | undefined {
    return moveTo(this.offer, this.picked, target === 'floor' ? null : target)
  }

  refusalAt(line: number) {
    return this.picked ? refusalOf(this.offer, this.picked.colour, line) : undefined
  }

  canTake(group: Group): boolean {
    return movesOf(this.offer, group).length > 0
  }

  look(group: Group | null): void {
    this.looked = group
  }

  aim(target: Target | null): void {
    this.aimed = target
  }

  /** Takes a group in hand, or puts it back when it is in hand already. */
  pick(group: Group): boolean {
    if (!this.canTake(group)) return false
    this.unstage()
    this.source = null
    this.aimed = null
    this.picked = sameGroup(this.picked, group)
      ? null
      : { factory: group.factory, colour: group.colour }
    return true
  }

  /** Names a source by key; its only colour is taken at once. */
  pickSource(factory: number | null): boolean {
    const groups = this.groupsAt(factory)
    const [only] = groups
    if (!only) return false
    this.unstage()
    this.picked = null
    this.source = { factory }
    if (groups.length === 1) this.pick(only)
    return true
  }

  /** Names a colour by key: at the source that was named, or of what is held. */
  pickColour(colour: Colour): boolean {
    const factory = this.source ? this.source.factory : this.picked?.factory
    if (factory === undefined) return false
    const group = { factory, colour }
    return sameGroup(this.picked, group) || this.pick(group)
  }

  groupsAt(factory: number | null): Group[] {
    const found: Group[] = []
    for (const move of this.offer?.moves ?? []) {
      if (move.factory === factory && !found.some((group) => sameGroup(group, move))) {
        found.push({ factory, colour: move.colour })
      }
    }
    return found
  }

  /** Puts what is held on a line or the floor; gives whether that is a move. */
  place(target: Target): boolean {
    const { offer, picked } = this
    const view = this.game.view
    const option = this.optionAt(target)
    if (!offer || !picked || !view || !option) return false
    return this.play(option)
  }

  /** Plays a move, or stages it where it must be confirmed. */
  play(option: MoveOption): boolean {
    const view = this.game.view
    const offer = this.offer
    if (!view || !offer) return false
    this.unstage()
    const { confirm, warnCostly } = this.preferences()
    const moves = movesOf(offer, option)
    const wait = staging(option, moves, view, confirmMode(confirm, view), warnCostly)
    if (!wait) {
      this.#commit(offer.seat, option)
      return true
    }
    this.picked = { factory: option.factory, colour: option.colour }
    this.source = null
    this.staged = { seat: offer.seat, option, ...wait }
    if (wait.mode === 'countdown') this.#timer = setTimeout(() => this.confirm(), COUNTDOWN)
    return true
  }

  confirm(): boolean {
    const staged = this.staged
    if (!staged) return false
    this.#commit(staged.seat, staged.option)
    return true
  }

  #commit(seat: number, option: MoveOption): void {
    this.clear()
    this.game.move(seat, option.move)
  }

  unstage(): void {
    clearTimeout(this.#timer)
    this.staged = null
  }

  /** One step back; gives whether there was one. */
  back(): boolean {
    if (this.staged) {
      this.unstage()
      return true
    }
    if (this.picked || this.source) {
      this.picked = null
      this.source = null
      this.aimed = null
      return true
    }
    return false
  }

  /** Nothing in hand. */
  clear(): void {
    this.unstage()
    this.picked = null
    this.source = null
    this.aimed = null
    this.looked = null
  }

  /** What is held stays only while it can still be played. */
  refresh(own: OwnView | null): void {
    const table = this.game.table
    if (this.looked && table && groupCount(table, this.looked) === 0) this.looked = null
    // The view came, what may be done in it follows: until then nothing is known to be lost.
    if (own === null) return
    const { offer } = own
    if (this.staged && moveTo(offer, this.staged.option, this.staged.option.line) === undefined) {
      this.unstage()
    }
    if (this.picked && movesOf(offer, this.picked).length === 0) {
      this.picked = null
      this.aimed = null
    }
    if (this.source && offer === null) this.source = null
    const open = new Set(own.tiling.map(({ seat }) => seat))
    const kept = Object.entries(this.columns).filter(([seat]) => open.has(Number(seat)))
    if (kept.length !== Object.keys(this.columns).length) this.columns = Object.fromEntries(kept)
  }

  // Columns of the grey wall.

  /** Where the choice of a seat's columns stands. */
  tiling(seat: number): { path: Chosen[]; next: TilingLine | null } | null {
    const options = this.game.tiling.find((one) => one.seat === seat)
    if (!options || this.game.waiting('choose')?.seat === seat) return null
    return walkTiling(options.first, this.columns[seat] ?? [])
  }

  chooseColumn(seat: number, placement: string): boolean {
    const next = this.tiling(seat)?.next
    if (!next?.choices.some((choice) => choice.placement === placement)) return false
    this.columns = { ...this.columns, [seat]: [...(this.columns[seat] ?? []), placement] }
    return true
  }

  undoColumn(seat: number): boolean {
    const chosen = this.columns[seat] ?? []
    if (chosen.length === 0) return false
    this.columns = { ...this.columns, [seat]: chosen.slice(0, -1) }
    return true
  }

  confirmColumns(seat: number): boolean {
    const state = this.tiling(seat)
    if (!state || state.next) return false
    this.game.choose(
      seat,
      state.path.map(({ choice }) => choice.placement),
    )
    return true
  }
}
