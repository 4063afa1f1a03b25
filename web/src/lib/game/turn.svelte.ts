import { groupCount, moveTo, movesOf, refusalOf, refusalsOf, sameGroup, type Group } from './groups'
import type { MoveOption, OfferOptions, Refusal } from './options'
import type {
  ChosenView,
  Colour,
  Settings,
  TableView,
  TilingChoice,
  TilingLine,
  TilingOptions,
} from '../protocol'
import type { Confirm } from '../ui/settings.svelte'

/** The game settings that decide when a move is confirmed. */
export type UndoRules = Pick<Settings, 'undo' | 'clock'>

/** The legal moves and choices of this player. */
export interface TurnOptions {
  offer: OfferOptions | null
  tiling: readonly TilingOptions[]
}

/** The game that a turn is part of: the options it offers and the commands it accepts. */
export interface TurnGame extends TurnOptions {
  readonly table: TableView | null
  readonly rules: UndoRules | null
  /** Columns that are confirmed but not yet revealed to the other players. */
  readonly chosen: readonly ChosenView[]
  /** Whether a move is in flight. */
  readonly moving: boolean
  /** Whether the columns of a seat are in flight. */
  sendsColumns: (seat: number) => boolean
  move: (seat: number, move: string) => void
  choose: (seat: number, placements: string[]) => void
}

/** How moves are confirmed. */
export type ConfirmMode = 'off' | 'countdown' | 'explicit'

/** The target of a move: a 1-based line, or the floor line. */
export type Target = number | 'floor'

/** A move that is waiting for its confirmation. */
export interface Staged {
  seat: number
  option: MoveOption
  mode: 'countdown' | 'explicit'
  /** The reason why it has to be confirmed. */
  reason: 'setting' | 'ends-round' | 'costly'
}

export const COUNTDOWN = 3000
/** The extra cost, compared with another move of the same tiles, from which a move is confirmed. */
const COSTLY = 4

/** The confirmation mode of a setting in a game. */
export function confirmMode(setting: Confirm, rules: UndoRules): ConfirmMode {
  if (setting !== 'auto') return setting
  if (rules.undo === 'free') return 'off'
  return rules.clock.kind === 'days' ? 'explicit' : 'countdown'
}

/** How and why a move is staged; null if it is played at once. */
export function staging(
  option: MoveOption,
  moves: readonly MoveOption[],
  rules: UndoRules,
  mode: ConfirmMode,
  warnCostly: boolean,
): Pick<Staged, 'mode' | 'reason'> | null {
  // A finished round cannot be undone. If earlier moves can, this one is always confirmed.
  if (option.ends_round && rules.undo !== 'off') {
    return { mode: 'explicit', reason: 'ends-round' }
  }
  if (mode !== 'off') return { mode, reason: 'setting' }
  const cost = (move: MoveOption) => move.floor_after - move.floor_before
  const cheapest = Math.min(...moves.map(cost))
  if (warnCostly && cost(option) - cheapest >= COSTLY) return { mode: 'explicit', reason: 'costly' }
  return null
}

/** A column chosen for one line. */
export interface Chosen {
  line: TilingLine
  choice: TilingChoice
  /** Whether it was the only choice. */
  forced: boolean
}

/** The columns chosen so far, and the line to choose for next; null when all are chosen. */
export interface TilingState {
  path: Chosen[]
  next: TilingLine | null
}

/** Follows the tree of choices from `first`; a line with a single choice needs none of `free`. */
export function walkTiling(first: TilingLine, free: readonly string[]): TilingState {
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

/** What a board shows and accepts during its player's turn. */
export interface BoardOptions {
  /** The legal moves of the tiles in hand. */
  moves: readonly MoveOption[]
  /** The lines that do not accept the tiles in hand. */
  refused: readonly Refusal[]
  /** The move whose effect is previewed. */
  preview: MoveOption | null
  /** The highlighted target. */
  aimed: Target | null
  tiling: TilingState | null
  /** Placements that are confirmed but not yet revealed to the other players. */
  sealed: readonly string[]
}

/**
 * The turn of a player at this device: look, take, choose a line, confirm. Each step can be undone
 * on its own. It contains no rules: every legal move comes from the options of the game.
 */
export class Turn {
  /** The group under the pointer or with the focus. */
  looked = $state.raw<Group | null>(null)
  picked = $state.raw<Group | null>(null)
  aimed = $state.raw<Target | null>(null)
  staged = $state.raw<Staged | null>(null)
  /** The source selected by key, until a colour is selected. */
  source = $state.raw<{ factory: number | null } | null>(null)
  /** The chosen columns by seat, without forced ones. */
  columns = $state.raw<Readonly<Record<number, readonly string[]>>>({})
  /** Whether the turn waits for a scene on the table. */
  paused = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly game: TurnGame,
    readonly preferences: () => { confirm: Confirm; warnCostly: boolean },
  ) {}

  /** The legal moves; null while a move is in flight or a scene is shown. */
  get offer() {
    return this.game.moving || this.paused ? null : this.game.offer
  }

  /** The options to show on the board of a seat. */
  optionsOn(seat: number): BoardOptions {
    const acts = this.offer?.seat === seat
    const { picked, staged } = this
    const sealed = this.game.chosen.find((one) => one.seat === seat)
    return {
      moves: acts ? movesOf(this.offer, picked) : [],
      refused: acts && picked ? refusalsOf(this.offer, picked.colour) : [],
      preview: acts ? this.preview : null,
      aimed: !acts ? null : staged ? (staged.option.line ?? 'floor') : this.aimed,
      tiling: this.tiling(seat),
      sealed: sealed?.placements ?? [],
    }
  }

  /** The group in hand, or else the one that is looked at. */
  get group(): Group | null {
    return this.staged?.option ?? this.picked ?? this.looked
  }

  /** The move that is described and previewed. */
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

  /** Stops aiming at a target, unless the aim has moved on. */
  unaim(target: Target): void {
    if (this.aimed === target) this.aimed = null
  }

  /** Takes a group in hand, or puts it back if it is already there. */
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

  /** Selects a source by key, and its colour if it has only one. */
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

  /** Selects a colour by key, at the selected source or that of the tiles in hand. */
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

  /** Places the tiles in hand; returns whether that is a legal move. */
  place(target: Target): boolean {
    const option = this.optionAt(target)
    return option !== undefined && this.play(option)
  }

  /** Plays a move, or stages it if it has to be confirmed. */
  play(option: MoveOption): boolean {
    const { rules } = this.game
    const offer = this.offer
    if (!rules || !offer) return false
    this.unstage()
    const { confirm, warnCostly } = this.preferences()
    const moves = movesOf(offer, option)
    const wait = staging(option, moves, rules, confirmMode(confirm, rules), warnCostly)
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

  /** Undoes one step of the turn; returns whether there was one. */
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

  /** Clears the selection. */
  clear(): void {
    this.unstage()
    this.picked = null
    this.source = null
    this.aimed = null
    this.looked = null
  }

  /**
   * Drops what is no longer possible after a change. Null if the options for the new state have
   * not arrived: the selection is kept until they do.
   */
  refresh(options: TurnOptions | null): void {
    const table = this.game.table
    if (this.looked && table && groupCount(table, this.looked) === 0) this.looked = null
    if (options === null) return
    const { offer } = options
    if (this.staged && moveTo(offer, this.staged.option, this.staged.option.line) === undefined) {
      this.unstage()
    }
    if (this.picked && movesOf(offer, this.picked).length === 0) {
      this.picked = null
      this.aimed = null
    }
    if (this.source && offer === null) this.source = null
    const open = new Set(options.tiling.map(({ seat }) => seat))
    const kept = Object.entries(this.columns).filter(([seat]) => open.has(Number(seat)))
    if (kept.length !== Object.keys(this.columns).length) this.columns = Object.fromEntries(kept)
  }

  // Columns of the grey wall.

  /** The columns chosen for a seat; null if it has nothing to choose. */
  tiling(seat: number): TilingState | null {
    const options = this.game.tiling.find((one) => one.seat === seat)
    if (!options || this.game.sendsColumns(seat)) return null
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
