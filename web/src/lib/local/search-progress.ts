/**
 * The progress of a search with a node limit. The engine reports at completed depths, which become
 * rare; between reports the progress is extrapolated from the speed so far.
 */
export class SearchProgress {
  readonly #limit: number
  readonly #now: () => number
  readonly #started: number
  #nodes = 0
  #reported: number
  #share = 0

  constructor(limit: number, now = () => performance.now()) {
    this.#limit = limit
    this.#now = now
    this.#started = this.#reported = now()
  }

  /** Takes a report of the engine: the number of nodes searched. */
  report(nodes: number): void {
    this.#nodes = nodes
    this.#reported = this.#now()
  }

  /** The completed share, from 0 to 1. It never decreases. */
  share(): number {
    const elapsed = this.#reported - this.#started
    const speed = elapsed > 0 ? this.#nodes / elapsed : 0
    const nodes = this.#nodes + speed * (this.#now() - this.#reported)
    this.#share = Math.max(this.#share, Math.min(1, nodes / this.#limit))
    return this.#share
  }
}
