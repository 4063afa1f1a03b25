import { tick } from 'svelte'

import type { Stage } from '../motion/stage.svelte'

/** The pause between the landing of the tiles and the change of the boards, in milliseconds. */
const PAUSE = 700

/**
 * The change of players on the same screen: the board of the player who moved stays until the tiles
 * have landed, and a card names the next player.
 */
export class HandOver {
  /** The seat whose board is kept; null if the board follows the turn. */
  held = $state.raw<number | null>(null)
  /** The seat to hand over to, once the card is shown. */
  next = $state.raw<number | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly stage: Stage,
    /** Whether a card is shown. */
    readonly announces: () => boolean,
  ) {}

  /** Keeps the board of `from` until the tiles have landed, then hands over to `to`. */
  start(from: number, to: number): void {
    this.end()
    if (from === to) return
    this.held = from
    void this.#follow(to)
  }

  async #follow(to: number): Promise<void> {
    // The animations start when the page shows the new state.
    await tick()
    await tick()
    const moving = this.stage.moving
    await this.stage.idle()
    if (this.held === null) return
    const hand = () => {
      if (this.held === null) return
      if (this.announces()) this.next = to
      else this.end()
    }
    if (moving) this.#timer = setTimeout(hand, PAUSE)
    else hand()
  }

  /** Shows the board of the next player. */
  end(): void {
    clearTimeout(this.#timer)
    this.held = null
    this.next = null
  }
}
