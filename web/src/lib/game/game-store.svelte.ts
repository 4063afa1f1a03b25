import { readMuted, writeMuted } from './muted-seats'
import type { ContributionStep } from './draw-witness'
import { fullOwn, type OfferOptions, type OwnView } from './options'
import type {
  ChosenView,
  GameView,
  Phrase,
  PresenceView,
  Problem,
  SeatView,
  ServerFrame,
  Step,
  TilingOptions,
} from '../protocol'
import { randomHex } from '../net/random'
import { settings } from '../ui/settings.svelte'
import type { Command, Follower, GameHost } from '../net/game-host'
import type { TurnGame, UndoRules } from './turn.svelte'

/** A command in flight. */
export interface Pending {
  command: Command
}

/** Callbacks for updates. `before` is called while the page still shows the old state. */
export interface Audience {
  /** The time before an update is shown, e.g. while a bot seems to think; null for none. */
  hold: (steps: readonly Step[]) => Promise<void> | null
  before: (steps: readonly Step[]) => void
  after: (steps: readonly Step[], before: GameView | null, now: GameView) => void
  refused: (problem: Problem, command: Command | null) => void
  said: (seat: number, phrase: Phrase) => void
}

export interface Remark {
  id: number
  seat: number
  phrase: Phrase
}

/** The most steps kept in memory; games have fewer. */
const LOG_LIMIT = 5000
const REMARK_TIME = 5000
/** The steps that do not change the options of any player. */
const WITHOUT_EFFECT: ReadonlySet<Step['what']['kind']> = new Set([
  'resumed',
  'undo_asked',
  'undo_refused',
])
/** The delay before a refused step of the contribution to the draws is sent again. */
const CONTRIBUTION_RETRY_MS = 2000

type WithoutId<T> = T extends { id: string } ? Omit<T, 'id' | 'game'> : never

/** The state of a game in this tab, and the commands that are in flight. */
export class GameStore implements Follower, TurnGame {
  view = $state.raw<GameView | null>(null)
  own = $state.raw<OwnView | null>(null)
  presence = $state.raw<PresenceView | null>(null)
  log = $state.raw<readonly Step[]>([])
  /** The seats whose phrases are hidden. */
  muted = $state.raw<readonly number[]>([])
  pending = $state.raw<readonly Pending[]>([])
  /** The reason why the game cannot be shown. */
  problem = $state.raw<Problem | null>(null)
  audience: Partial<Audience> = {}

  /** The earliest ply whose options are still valid. */
  #optionsFrom = 0
  /** The updates and options that are not shown yet, in order. */
  #held: ServerFrame[] = []
  /** Incremented when a refused step of the contribution to the draws is due for a retry. */
  contributionAttempt = $state(0)
  #remarks = $state.raw<readonly Remark[]>([])
  #lastRemark = 0

  constructor(
    readonly id: string,
    readonly host: GameHost,
  ) {
    this.muted = readMuted(id)
  }

  known(): { from: number; hash: string } | null {
    this.flush()
    return this.view ? { from: this.view.ply, hash: this.view.hash } : null
  }

  /** The table; null before the game starts. */
  get table() {
    return this.view?.table ?? null
  }

  /** The player's options; null while they belong to another position. */
  get current(): OwnView | null {
    const { own, view } = this
    return own && view && own.ply >= this.#optionsFrom && own.ply <= view.ply ? own : null
  }

  get mine(): readonly number[] {
    return this.own?.seats ?? []
  }

  get offer(): OfferOptions | null {
    return this.current?.offer ?? null
  }

  get tiling(): readonly TilingOptions[] {
    return this.current?.tiling ?? []
  }

  get chosen(): readonly ChosenView[] {
    return this.current?.chosen ?? []
  }

  get rules(): UndoRules | null {
    return this.view?.settings ?? null
  }

  get moving(): boolean {
    return this.waiting('move') !== null
  }

  sendsColumns(seat: number): boolean {
    return this.waiting('choose')?.seat === seat
  }

  /** Whether the game waits for a player at this device. */
  get myTurn(): boolean {
    return this.offer !== null || this.tiling.length > 0
  }

  seat(number: number): SeatView | undefined {
    return this.view?.seats.find((seat) => seat.seat === number)
  }

  /** The phrases to show now, without those of muted seats. */
  get remarks(): readonly Remark[] {
    return this.#remarks.filter(({ seat }) => this.showsPhrasesOf(seat))
  }

  /** Whether phrases from a seat are shown. The player's own always are, as a confirmation. */
  showsPhrasesOf(seat: number): boolean {
    return this.mine.includes(seat) || (settings.phrases && !this.muted.includes(seat))
  }

  mute(seat: number, muted: boolean): void {
    const others = this.muted.filter((other) => other !== seat)
    this.muted = muted ? [...others, seat] : others
    writeMuted(this.id, this.muted)
  }

  receive(frame: ServerFrame): void {
    // The whole game supersedes what is held.
    if (frame.t === 'game') this.#held = []
    const inOrder = frame.t === 'update' || frame.t === 'own'
    if (inOrder && this.#held.length > 0) {
      this.#held.push(frame)
      return
    }
    const held = frame.t === 'update' ? this.audience.hold?.(frame.steps) : null
    if (held) void this.#hold(frame, held)
    else this.#show(frame)
  }

  async #hold(frame: ServerFrame, until: Promise<void>): Promise<void> {
    const held = [frame]
    this.#held = held
    await until
    // Shown or superseded in the meantime.
    if (this.#held !== held) return
    this.#held = []
    this.#show(frame)
    for (const later of held.slice(1)) this.receive(later)
  }

  /** Shows the newest state at once. */
  flush(): void {
    for (const frame of this.#held.splice(0)) this.#show(frame)
    this.#held = []
  }

  #show(frame: ServerFrame): void {
    switch (frame.t) {
      case 'game':
        this.problem = null
        this.log = frame.log.slice(-LOG_LIMIT)
        this.#optionsFrom = frame.view.ply
        this.view = frame.view
        break
      case 'update':
        this.#update(frame.steps, frame.view)
        break
      case 'own':
        this.own = fullOwn(frame.own)
        break
      case 'presence':
        this.presence = frame.presence
        break
      case 'ack':
        this.#settle(frame.id)
        break
      case 'refused':
        this.#refused(frame.id, frame.error)
        break
      case 'said':
        this.#remark(frame.seat, frame.phrase)
        break
      default:
        break
    }
  }

  #update(steps: readonly Step[], view: GameView): void {
    const before = this.view
    // The update does not follow the current state: fetch the whole game again.
    if (!before || view.ply - steps.length !== before.ply) {
      if (before && steps.length === 0 && view.ply === before.ply) this.view = view
      else this.host.resync(this.id)
      return
    }
    this.audience.before?.(steps)
    this.log = [...this.log, ...steps].slice(-LOG_LIMIT)
    // Keys that are pressed before the new options arrive must not be lost.
    if (!steps.every(({ what }) => WITHOUT_EFFECT.has(what.kind))) this.#optionsFrom = view.ply
    this.view = view
    this.audience.after?.(steps, before, view)
  }

  #settle(id: string): Command | null {
    const found = this.pending.find(({ command }) => command.id === id)
    this.pending = this.pending.filter(({ command }) => command.id !== id)
    return found?.command ?? null
  }

  #refused(id: string | null, error: Problem): void {
    const command = id === null ? null : this.#settle(id)
    // Before the first view, the refusal concerns the game itself.
    if (id === null && !this.view) this.problem = error
    // A step of the contribution to the draws has no id.
    const temporary = error.code === 'too_fast' || error.code === 'unavailable'
    if (id === null && temporary && this.view?.status === 'waiting') {
      setTimeout(() => this.contributionAttempt++, CONTRIBUTION_RETRY_MS)
      // The player can't do anything about it.
      return
    }
    this.audience.refused?.(error, command)
  }

  #remark(seat: number, phrase: Phrase): void {
    if (!this.showsPhrasesOf(seat)) return
    const id = ++this.#lastRemark
    this.#remarks = [...this.#remarks.filter((other) => other.seat !== seat), { id, seat, phrase }]
    setTimeout(() => {
      this.#remarks = this.#remarks.filter((other) => other.id !== id)
    }, REMARK_TIME)
    this.audience.said?.(seat, phrase)
  }

  /** Sends a command; it stays pending until it is answered. */
  #command(rest: WithoutId<Command>): string {
    this.flush()
    const command = { ...rest, game: this.id, id: randomHex(16) } as Command
    this.pending = [...this.pending, { command }]
    this.host.command(command)
    return command.id
  }

  /** The pending command of a kind, if any. */
  waiting<T extends Command['t']>(kind: T): Extract<Command, { t: T }> | null {
    const found = this.pending.find(({ command }) => command.t === kind)
    return (found?.command ?? null) as Extract<Command, { t: T }> | null
  }

  /** Withdraws a command that has not been sent yet. */
  withdraw(id: string): void {
    this.host.withdraw(id)
    this.#settle(id)
  }

  move(seat: number, move: string): void {
    if (!this.view) return
    this.#command({ t: 'move', ply: this.view.ply, seat, move })
  }

  choose(seat: number, placements: string[]): void {
    this.#command({ t: 'choose', seat, placements })
  }

  undo(): void {
    const to = this.current?.undo_to[0]
    const step = this.log.find(({ ply }) => ply === to)
    const seat = step?.what.kind === 'moved' ? step.what.seat : this.mine[0]
    if (to === undefined || seat === undefined) return
    this.#command({ t: 'undo', seat, to })
  }

  answerUndo(seat: number, agree: boolean): void {
    this.#command({ t: 'answer_undo', seat, agree })
  }

  resign(seat: number): void {
    this.#command({ t: 'resign', seat })
  }

  vote(seat: number, away: number): void {
    this.#command({ t: 'vote', seat, away })
  }

  takeBack(seat: number): void {
    this.#command({ t: 'take_back', seat })
  }

  rematch(agree: boolean): void {
    this.#command({ t: 'rematch', agree })
  }

  say(seat: number, phrase: Phrase): void {
    this.host.trySend({ t: 'say', game: this.id, seat, phrase })
  }

  /** Takes a step of the player's contribution to the draws. */
  contribute(step: ContributionStep): void {
    this.host.trySend({ ...step, game: this.id })
  }
}
