import type { Engine, EngineJob } from '../../engine/engine'
import { LEGEND_NODES, type BotDecision } from '../../engine/messages'
import { ApiError } from '../net/api'
import type { Command, Follower, GameHost, Status } from '../net/game-host'
import type { ClientFrame, HintAnswer, ProblemCode, ServerFrame } from '../protocol'
import { circumstances, NotSupported, refusalAsError, type HostClient } from './client'
import type { BotTurn, HostRequest, HostResponse, SavedRow } from './messages'
import { SearchProgress } from './search-progress'
import type { LoadedRow, Saved } from './saved-games'

/** The storage, as far as a host needs it. */
export interface GameStorage {
  load: (id: string) => Promise<LoadedRow | null>
  save: (row: SavedRow, ply: number, before: number | null) => Promise<Saved>
  setAside: (id: string) => Promise<void>
}

/** The parts of a local game; tests provide fakes. */
export interface LocalParts {
  client: HostClient
  storage: GameStorage
  /** Loads the engine, when it is first needed. */
  engine: () => Promise<Engine>
}

/** The reason why a game cannot be played on this device. */
export type LocalFailure = 'unsupported' | 'damaged' | 'broken'

/** The time after which a bot counts as slow, in milliseconds. */
const SLOW_AFTER = 2500

/** The time between two updates of a slow bot's progress, in milliseconds. */
const PROGRESS_EVERY = 250

/** The limit of a bot that must play before it has searched anything. */
const HURRIED = '20000n'

interface Thought {
  turn: BotTurn
  job: EngineJob<unknown> | null
  progress: SearchProgress | null
  timer: ReturnType<typeof setTimeout>
  hurried: boolean
}

/**
 * Hosts one game on this device. Rules and draws are in a worker, bots think in the engine's
 * worker, and every change is saved before it is shown.
 */
export class LocalHost implements GameHost {
  status = $state<Status>('connecting')
  readonly offset = 0
  /** The seat of a bot that has been thinking for a long time. */
  slow = $state.raw<number | null>(null)
  /** The completed share of the slow bot's search; null if it is unknown. */
  progress = $state.raw<number | null>(null)
  /** Whether changes could not be saved. */
  unsaved = $state(false)
  failure = $state.raw<LocalFailure | null>(null)
  /** Whether the engine could not be loaded. */
  engineFailed = $state(false)

  readonly #id: string
  readonly #parts: LocalParts
  readonly #followers = new Set<Follower>()
  #engine: Promise<Engine> | null = null
  #opened: Promise<boolean> | null = null
  /** The operations in order: each is saved before the next one starts. */
  #queue: Promise<unknown> = Promise.resolve()
  /** The ply of the version in the storage. */
  #ply: number | null = null
  #thoughts: Thought[] = []
  #turns: BotTurn[] = []
  #closed = false

  constructor(id: string, parts: LocalParts) {
    this.#id = id
    this.#parts = parts
  }

  get ready(): boolean {
    return this.status === 'open'
  }

  follow(game: string, follower: Follower): () => void {
    this.#followers.add(follower)
    this.#watch(game, follower.known())
    return () => {
      this.#followers.delete(follower)
    }
  }

  resync(game: string): void {
    this.#watch(game, null)
  }

  command(frame: Command): void {
    this.#enqueue(() => this.#send(frame))
  }

  withdraw(): void {
    // Commands are carried out at once.
  }

  trySend(frame: ClientFrame): boolean {
    this.#enqueue(() => this.#send(frame))
    return true
  }

  /** Catches up with another tab. */
  wake(): void {
    this.#enqueue(async () => {
      const row = await this.#parts.storage.load(this.#id)
      if (row && !row.volatile && this.#ply !== null && row.ply > this.#ply) await this.#reopen()
    })
  }

  /** Makes a slow bot play at once: the best move that it has found. */
  playNow(): void {
    for (const thought of this.#thoughts) {
      thought.hurried = true
      thought.job?.stop()
    }
    this.slow = null
  }

  /** Asks the bots again after the engine could not be loaded. */
  retry(): void {
    this.engineFailed = false
    this.#engine = null
    this.#askBots(this.#turns)
  }

  async hint(_game: string, seat: number): Promise<HintAnswer> {
    await this.#ready()
    const { question } = await this.#ask({ op: 'hint', seat })
    if (!question) throw problem('unavailable')
    const { ply, position, tiles, nodes } = question
    const explain = { op: 'explain', seat, ply } as const
    let request: HostRequest
    try {
      const engine = await this.#loadEngine()
      if (tiles) {
        const { placements = [] } = await engine.decide(position, 'legend', 0, seat).result
        request = { ...explain, placements, exact: false }
      } else {
        const found = await engine.analyse(position, { limit: `${nodes}n` }).result
        request = { ...explain, move: found.moves[0]?.move ?? '', exact: found.exact }
      }
    } catch (error) {
      throw problem('unavailable', String(error))
    }
    const { hint } = await this.#ask(request)
    if (!hint) throw problem('unavailable')
    return hint
  }

  async record(): Promise<string> {
    await this.#ready()
    return (await this.#ask({ op: 'record' })).record ?? ''
  }

  recordUrl(): null {
    return null
  }

  path(game: string): string {
    return `/local/${game}`
  }

  /** Frees the workers. */
  close(): void {
    this.#closed = true
    this.#stopThinking(() => true)
    this.#parts.client.close()
    void this.#engine?.then((engine) => engine.close()).catch(() => undefined)
  }

  #watch(game: string, known: { from: number; hash: string } | null): void {
    this.#enqueue(() => this.#send({ t: 'watch', game, ...known }))
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue
      .then(() => this.#ready())
      .then((ready) => (ready && !this.#closed ? work() : undefined))
      .catch((error: unknown) => this.#broken(error))
  }

  /** Opens the game once; resolves with whether that worked. */
  #ready(): Promise<boolean> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#broken(error)
      return false
    })
    return this.#opened
  }

  async #open(): Promise<boolean> {
    const row = await this.#parts.storage.load(this.#id)
    if (!row) {
      this.#dispatch(refused(this.#id, 'not_found'))
      return false
    }
    const response = await this.#parts.client.ask({ op: 'open', saved: row.saved })
    if (response.error) {
      await this.#parts.storage.setAside(this.#id)
      this.failure = 'damaged'
      return false
    }
    this.#ply = row.ply
    this.unsaved = row.volatile
    this.status = 'open'
    this.#askBots(response.bots ?? [])
    return true
  }

  /** Shows the version that another tab has saved. */
  async #reopen(): Promise<void> {
    this.#stopThinking(() => true)
    if (await this.#open()) await this.#send({ t: 'watch', game: this.#id })
  }

  async #ask(request: HostRequest): Promise<HostResponse> {
    return refusalAsError(await this.#parts.client.ask(request))
  }

  async #send(frame: ClientFrame): Promise<void> {
    const response = await this.#ask({ op: 'frame', frame, ...circumstances() })
    const id = 'id' in frame ? frame.id : null
    await this.#apply(response, id)
  }

  /** Saves what has changed, then shows it. */
  async #apply(response: HostResponse, id: string | null): Promise<void> {
    const { frames = [], save, rematch, bots } = response
    if (rematch) await this.#save(rematch, null)
    if (save && (await this.#save(save, this.#ply)) === 'conflict') {
      await this.#reopen()
      if (id !== null) this.#dispatch(refused(this.#id, 'stale', id))
      return
    }
    for (const frame of frames) this.#dispatch(frame)
    if (bots) this.#askBots(bots)
  }

  async #save(row: SavedRow, before: number | null): Promise<Saved> {
    const saved = await this.#parts.storage.save(row, plyOf(row), before)
    if (saved !== 'conflict') this.unsaved = saved === 'failed'
    // A failed save leaves the older version in the storage.
    if (saved === 'saved' && row.card.id === this.#id) this.#ply = plyOf(row)
    return saved
  }

  #dispatch(frame: ServerFrame): void {
    for (const follower of this.#followers) follower.receive(frame)
  }

  #broken(error: unknown): void {
    if (this.#closed) return
    this.failure = error instanceof NotSupported ? 'unsupported' : 'broken'
    this.status = 'idle'
  }

  #loadEngine(): Promise<Engine> {
    this.#engine ??= this.#parts.engine()
    return this.#engine
  }

  /** Asks the bots that must decide, and stops those whose turn has passed. */
  #askBots(turns: readonly BotTurn[]): void {
    this.#turns = [...turns]
    this.#stopThinking(({ turn }) => !turns.some((other) => isSame(turn, other)))
    for (const turn of turns) {
      if (this.#thoughts.some((thought) => isSame(thought.turn, turn))) continue
      const timer = setTimeout(() => this.#showProgress(thought), SLOW_AFTER)
      const thought: Thought = { turn, job: null, progress: null, timer, hurried: false }
      this.#thoughts.push(thought)
      void this.#think(thought)
    }
  }

  /** Shows that a bot is slow, and how far it is, until it has decided or is hurried. */
  #showProgress(thought: Thought): void {
    if (thought.hurried) return
    this.slow = thought.turn.seat
    this.progress = thought.progress?.share() ?? null
    thought.timer = setTimeout(() => this.#showProgress(thought), PROGRESS_EVERY)
  }

  #stopThinking(ends: (thought: Thought) => boolean): void {
    const ended = this.#thoughts.filter(ends)
    this.#thoughts = this.#thoughts.filter((thought) => !ends(thought))
    for (const thought of ended) {
      clearTimeout(thought.timer)
      thought.job?.stop()
      if (this.slow === thought.turn.seat) this.slow = null
    }
  }

  async #think(thought: Thought): Promise<void> {
    const { seat, ply, bot, seed, position, tiles } = thought.turn
    const isCurrent = () => this.#thoughts.includes(thought) && !this.#closed
    const decide = async (limit: string): Promise<BotDecision | null> => {
      const engine = await this.#loadEngine()
      if (!isCurrent()) return null
      const job = engine.decide(position, bot + limit, seed, tiles ? seat : undefined)
      thought.job = job
      return job.result
    }
    const search = async (): Promise<BotDecision | null> => {
      const engine = await this.#loadEngine()
      if (!isCurrent()) return null
      if (thought.hurried) throw new Error('hurried before the engine was loaded')
      const progress = new SearchProgress(LEGEND_NODES)
      thought.progress = progress
      const onDepth = ({ nodes }: { nodes: number }) => progress.report(nodes)
      const job = engine.analyse(position, { limit: `${LEGEND_NODES}n`, onDepth })
      thought.job = job
      const { moves } = await job.result
      return moves[0] ? { kind: 'bot', move: moves[0].move } : null
    }
    let decision: BotDecision | null
    try {
      const decided = bot === 'legend' && !tiles ? search() : decide('')
      decision = await decided.catch((error: unknown) => {
        if (thought.hurried) return decide(`@${HURRIED}`)
        throw error
      })
    } catch {
      if (!isCurrent()) return
      this.#stopThinking((other) => other === thought)
      this.engineFailed = true
      return
    }
    if (!decision || !isCurrent()) return
    this.#stopThinking((other) => other === thought)
    const { move, placements } = decision
    const choice = move === undefined ? { placements: placements ?? [] } : { move }
    this.#enqueue(async () => {
      const request = { op: 'decided', seat, ply, ...choice, ...circumstances() } as const
      const response = await this.#parts.client.ask(request)
      // Refused if the game has moved on.
      if (!response.error) await this.#apply(response, null)
    })
  }
}

function isSame(a: BotTurn, b: BotTurn): boolean {
  return a.seat === b.seat && a.ply === b.ply && a.position === b.position
}

/** The number of events of a saved game. */
export function plyOf(row: SavedRow): number {
  return (row.saved as { events: unknown[] }).events.length
}

function refused(game: string, code: ProblemCode, id: string | null = null): ServerFrame {
  return { t: 'refused', game, id, error: { code, field: null, detail: null } }
}

function problem(code: ProblemCode, detail: string | null = null): ApiError {
  return new ApiError({ code, field: null, detail }, 0)
}
