import type { Stage } from '../motion/stage.svelte'
import type { TableView } from '../protocol'
import { COLOURS } from './colours'
import { groupCount } from './groups'

/** The pause before the move of a bot with one group to choose from, in milliseconds. */
const SHORTEST = 450
/** The further pause for each group to choose from. */
const PER_GROUP = 22
const LONGEST = 1500

/** The pause before the move of a bot, in milliseconds; it grows with the number of choices. */
export function thinkingTime(table: TableView): number {
  const sources = [null, ...table.factories.map((_, index) => index + 1)]
  const groups = sources.flatMap((factory) =>
    COLOURS.filter((colour) => groupCount(table, { factory, colour }) > 0),
  )
  return Math.min(LONGEST, SHORTEST + PER_GROUP * groups.length)
}

/** The pause before the move of a bot, counted from the landing of the tiles before it. */
export class Thinking {
  #landed: Promise<number> = Promise.resolve(performance.now())
  #skip = (): void => undefined

  constructor(readonly stage: Stage) {}

  /** Starts to count when the tiles of the current update have landed. */
  start(): void {
    this.#landed = this.#landing()
  }

  async #landing(): Promise<number> {
    await this.stage.landed()
    return performance.now()
  }

  /** Resolves when the pause is over or skipped. */
  async pause(time: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const skipped = new Promise<void>((resolve) => (this.#skip = resolve))
    const over = this.#landed.then(
      (landed) =>
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, landed + time - performance.now())
        }),
    )
    await Promise.race([over, skipped])
    clearTimeout(timer)
  }

  /** Ends the current pause. */
  skip(): void {
    this.#skip()
  }
}
