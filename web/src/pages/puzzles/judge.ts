import type { Played } from '../../engine/board-rules'
import type { Engine } from '../../engine/engine'
import { settingOf, type PositionAnalysis } from '../../engine/messages'
import type { HintReason } from '../../lib/protocol'
import { keyOf } from './attempt.svelte'

/** The limit of a search that explains a step: mined puzzles are solved within half of it. */
const LIMIT = '400000n'
/** The limit of the search that checks a reported puzzle: ten times the effort of mining. */
const CHECK_LIMIT = '2000000n'
/** The least lead of the right move in a check, in win probability. */
const MIN_LEAD = 0.05

/** The price of a wrong move. */
export interface Price {
  /** The win probability that it gives away. */
  chance: number
  /** The solver's expected margin after it; null with more than two players. */
  margin: number | null
  /** The points that it gives away; null with more than two players. */
  points: number | null
  /** The best reply; null if the round is over. */
  reply: string | null
}

/** The best moves of a position, from the point of view of the player to move. */
export interface Verdict {
  move: string
  chance: number
  margin: number
  /** The lead over the second-best move in win probability; null if there is only one move. */
  lead: number | null
}

/** The result of checking a puzzle again. */
export type Check = { stands: true; lead: number } | { stands: false }

/** Explains and checks puzzles with the engine, which is loaded when first needed. */
export class Judge {
  readonly #load: () => Promise<Engine>
  #engine: Promise<Engine> | null = null
  readonly #verdicts = new Map<string, Promise<Verdict>>()
  #closed = false

  constructor(load: () => Promise<Engine>) {
    this.#load = load
  }

  /** The best move of a position. */
  verdict(position: string): Promise<Verdict> {
    let found = this.#verdicts.get(position)
    if (!found) {
      found = this.#analyse(position, LIMIT, 2).then(verdictOf)
      found.catch(() => this.#verdicts.delete(position))
      this.#verdicts.set(position, found)
    }
    return found
  }

  /** The price of a wrong move. */
  async price(position: string, step: string, after: Played, seat: number): Promise<Price> {
    const best = await this.verdict(position)
    const two = position[1] === '2'
    if (after.phase !== 'offer') {
      // The round is over: its value is known only from the position before.
      const all = await this.#analyse(position, LIMIT, 99)
      const own = all.moves.find(({ move }) => move === step)
      if (!own) throw new Error(`no value of ${step}`)
      return {
        chance: best.chance - (own.win[seat - 1] ?? 0),
        margin: two ? own.margin : null,
        points: two ? best.margin - own.margin : null,
        reply: null,
      }
    }
    const { moves } = await this.#analyse(after.position, LIMIT, 1)
    const [reply] = moves
    if (!reply) throw new Error(`no reply to ${step}`)
    return {
      chance: best.chance - (reply.win[seat - 1] ?? 0),
      margin: two ? -reply.margin : null,
      points: two ? best.margin + reply.margin : null,
      reply: reply.move,
    }
  }

  /** The reasons for a move. */
  async reasons(position: string, move: string): Promise<HintReason[]> {
    const engine = await this.#start()
    const { result } = engine.ask<{ reasons: HintReason[] }>(settingOf(position), {
      position,
      reasons_for: move,
    })
    return (await result).reasons
  }

  /**
   * Searches the solver's positions again, deeper. `tasks` are the positions, each with the right
   * move and the position after it.
   */
  async check(
    tasks: readonly { position: string; after: string }[],
    play: PlayOne,
  ): Promise<Check> {
    let least = 1
    for (const { position, after } of tasks) {
      const found = verdictOf(await this.#analyse(position, CHECK_LIMIT, 2))
      const reached = play(position, found.move)
      if (reached === null || keyOf(reached) !== keyOf(after)) return { stands: false }
      least = Math.min(least, found.lead ?? 1)
    }
    return least < MIN_LEAD ? { stands: false } : { stands: true, lead: least }
  }

  close(): void {
    this.#closed = true
    void this.#engine?.then((engine) => engine.close()).catch(() => undefined)
  }

  async #analyse(position: string, limit: string, best: number): Promise<PositionAnalysis> {
    const engine = await this.#start()
    return engine.analyse(position, { limit, best }).result
  }

  #start(): Promise<Engine> {
    if (this.#closed) return Promise.reject(new Error('closed'))
    this.#engine ??= this.#load().catch((error: unknown) => {
      this.#engine = null
      throw error
    })
    return this.#engine
  }
}

/** Returns the position after a move; null if it is illegal. */
export type PlayOne = (position: string, move: string) => string | null

function verdictOf({ moves, seat }: PositionAnalysis): Verdict {
  const [best, second] = moves
  if (!best) throw new Error('no moves')
  const chance = best.win[seat - 1] ?? 0
  return {
    move: best.move,
    chance,
    margin: best.margin,
    lead: second ? chance - (second.win[seat - 1] ?? 0) : null,
  }
}
