import type { FloorPiece } from '../protocol'

/** Durations in milliseconds at normal speed. */
const FLOOR_FALL = 420
const GLOW = 620

/** Positions by `data-spot`; several tiles of a factory share a name. */
export type Rects = Map<string, DOMRect[]>

/** A copy's position, and the element it stays aligned with. */
interface Anchored {
  left: number
  top: number
  anchor: HTMLElement
  anchorLeft: number
  anchorTop: number
}

/**
 * The layer above the table on which copies of tiles, glows and labels are animated. Only
 * `transform` and `opacity` are animated.
 *
 * Positions are found by `data-spot`: `f3:B` tiles of a factory, `centre:B`, `marker`, `s1:l3:0`
 * the spaces of a pattern line from the wall outwards, `s1:w3:2` a wall cell, `s1:f1` a space of
 * the floor line, `bag`, `lid`.
 */
export class MotionLayer {
  #anchored = new Map<HTMLElement, Anchored>()
  #playing = new Set<Animation>()
  #timers = new Set<ReturnType<typeof setTimeout>>()
  /** The collected changes of a batch; null outside of one. */
  #changes: (() => void)[] | null = null

  constructor(
    readonly root: HTMLElement,
    readonly layer: HTMLElement,
  ) {}

  /** Whether anything is scheduled. */
  get busy(): boolean {
    return this.#timers.size > 0
  }

  /** Whether any animation is running. */
  get moving(): boolean {
    return this.#playing.size > 0
  }

  /** Resolves when the running animations have finished or been cancelled. */
  async idle(): Promise<void> {
    await Promise.allSettled([...this.#playing].map((animation) => animation.finished))
  }

  /** Ends all animations and timers. */
  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    for (const animation of this.#playing) animation.cancel()
    this.#playing.clear()
    this.layer.replaceChildren()
    this.#anchored.clear()
  }

  /**
   * Runs `draw`, and applies its changes to the page at the end: positions read in between come from
   * a single layout.
   */
  batch<T>(draw: () => T): T {
    const changes: (() => void)[] = []
    this.#changes = changes
    try {
      return draw()
    } finally {
      this.#changes = null
      for (const change of changes) change()
    }
  }

  #change(change: () => void): void {
    if (this.#changes) this.#changes.push(change)
    else change()
  }

  spot(name: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`[data-spot="${name}"]`)
  }

  spots(prefix: string): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(`[data-spot^="${prefix}"]`)]
  }

  fly(
    piece: FloorPiece,
    from: DOMRect | undefined,
    to: HTMLElement | null,
    delay: number,
    duration: number,
    options: { keepTarget?: boolean } = {},
  ): void {
    if (!from) return
    const tile = to?.querySelector<HTMLElement>('.tile') ?? to
    const target = tile?.getBoundingClientRect()
    if (!to || !target || target.width === 0) {
      this.fade(piece, from, this.root, delay, duration)
      return
    }
    const dx = target.left + target.width / 2 - (from.left + from.width / 2)
    const dy = target.top + target.height / 2 - (from.top + from.height / 2)
    const scale = target.width / from.width
    const arc = Math.min(60, Math.hypot(dx, dy) * 0.14)
    const ghost = this.#ghost(piece, from, to)
    if (tile && !options.keepTarget) {
      this.run(tile, [{ opacity: 0 }, { opacity: 0 }], { duration: delay + duration })
    }
    const middle = `translate(${dx / 2}px, ${dy / 2 - arc}px) scale(${(1 + scale) / 2})`
    this.run(
      ghost,
      [
        { transform: 'none', easing: 'cubic-bezier(.3,.1,.6,.9)' },
        { transform: middle, offset: 0.5, easing: 'cubic-bezier(.2,.4,.3,1)' },
        { transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
      ],
      { delay, duration, fill: 'both' },
      () => this.#remove(ghost),
    )
  }

  fade(
    piece: FloorPiece,
    from: DOMRect,
    anchor: HTMLElement | null,
    delay: number,
    duration: number,
  ): void {
    const ghost = this.#ghost(piece, from, anchor)
    this.run(
      ghost,
      [
        { opacity: 1, transform: 'none' },
        { opacity: 0, transform: 'scale(.7)' },
      ],
      { delay, duration, fill: 'both' },
      () => this.#remove(ghost),
    )
  }

  fall(piece: FloorPiece, space: HTMLElement, delay: number, rate: number): void {
    const from = space.getBoundingClientRect()
    const ghost = this.#ghost(piece, from, space)
    this.run(
      ghost,
      [
        { opacity: 1, transform: 'none' },
        { opacity: 0, transform: `translateY(${from.height * 0.9}px) rotate(9deg)` },
      ],
      {
        delay,
        duration: FLOOR_FALL / rate,
        fill: 'both',
        easing: 'ease-in',
      },
      () => this.#remove(ghost),
    )
  }

  glow(cells: (HTMLElement | null)[], hue: 'row' | 'column', start: number, rate: number): void {
    const found = cells.filter((cell) => cell !== null)
    const [anchor] = found
    const first = anchor?.getBoundingClientRect()
    const last = found.at(-1)?.getBoundingClientRect()
    if (!anchor || !first || !last) return
    const light = this.#box(
      'glow ' + hue,
      {
        left: first.left - 3,
        top: first.top - 3,
        width: last.right - first.left + 6,
        height: last.bottom - first.top + 6,
      },
      anchor,
    )
    this.run(
      light,
      [{ opacity: 0 }, { opacity: 1, offset: 0.25 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }],
      { delay: start, duration: GLOW / rate, fill: 'both' },
      () => this.#remove(light),
    )
  }

  label(
    text: string,
    tone: string,
    cell: HTMLElement,
    start: number,
    rate: number,
    shift = 0,
  ): void {
    const at = cell.getBoundingClientRect()
    // Small boards get small labels, so that the tile below stays visible.
    const height = Math.min(26, Math.max(15, at.height * 0.5))
    const width = height * 1.7
    const label = this.#box(
      'points ' + tone,
      {
        left: at.left + at.width * (0.5 + shift) - width / 2,
        top: at.top + (at.height - height) / 2,
        width,
        height,
      },
      cell,
    )
    label.style.fontSize = `${height * 0.66}px`
    label.textContent = text
    this.run(
      label,
      [
        { opacity: 0, transform: 'translateY(6px) scale(.8)' },
        { opacity: 1, transform: 'translateY(-2px) scale(1.08)', offset: 0.2 },
        { opacity: 1, transform: 'translateY(-8px) scale(1)', offset: 0.75 },
        { opacity: 0, transform: 'translateY(-20px) scale(1)' },
      ],
      { delay: start, duration: (GLOW + 250) / rate, fill: 'both', easing: 'ease-out' },
      () => this.#remove(label),
    )
  }

  /** The spaces of a pattern line, from the wall outwards. */
  line(seat: number, line: number): HTMLElement[] {
    return Array.from({ length: line }, (_, index) =>
      this.spot(`s${seat}:l${line}:${index}`),
    ).filter((space) => space !== null)
  }

  /** The positions of all spots. */
  rects(): Rects {
    const found: Rects = new Map()
    for (const element of this.root.querySelectorAll<HTMLElement>('[data-spot]')) {
      const spot = element.dataset.spot ?? ''
      found.set(spot, [...(found.get(spot) ?? []), element.getBoundingClientRect()])
    }
    return found
  }

  #ghost(piece: FloorPiece, rect: DOMRect, anchor: HTMLElement | null): HTMLElement {
    const ghost = this.#box('flight', rect, anchor)
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    svg.setAttribute('viewBox', '0 0 100 100')
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
    use.setAttribute('href', piece === '*' ? '#start-marker' : `#tile-${piece}`)
    svg.append(use)
    ghost.append(svg)
    return ghost
  }

  #box(
    name: string,
    rect: { left: number; top: number; width: number; height: number },
    anchor: HTMLElement | null,
  ): HTMLElement {
    const box = document.createElement('div')
    box.className = name
    box.style.left = `${rect.left}px`
    box.style.top = `${rect.top}px`
    box.style.width = `${rect.width}px`
    box.style.height = `${rect.height}px`
    this.#change(() => this.layer.append(box))
    if (anchor) {
      const { left, top } = anchor.getBoundingClientRect()
      this.#anchored.set(box, {
        left: rect.left,
        top: rect.top,
        anchor,
        anchorLeft: left,
        anchorTop: top,
      })
    }
    return box
  }

  #remove(box: HTMLElement): void {
    box.remove()
    this.#anchored.delete(box)
  }

  /** Realigns the copies with their anchors after scrolling or a change of the layout. */
  follow(): void {
    // All positions are read before any copy is moved: interleaving would force repeated layouts.
    const moved = [...this.#anchored].flatMap(([box, { left, top, anchor, ...was }]) => {
      if (!anchor.isConnected) return []
      const now = anchor.getBoundingClientRect()
      return [{ box, left: left + now.left - was.anchorLeft, top: top + now.top - was.anchorTop }]
    })
    for (const { box, left, top } of moved) {
      box.style.left = `${left}px`
      box.style.top = `${top}px`
    }
  }

  run(
    element: HTMLElement,
    keyframes: Keyframe[],
    options: KeyframeAnimationOptions,
    done?: () => void,
  ): void {
    this.#change(() => {
      const animation = element.animate(keyframes, options)
      this.#playing.add(animation)
      const end = () => {
        this.#playing.delete(animation)
        done?.()
      }
      animation.onfinish = end
      animation.oncancel = end
    })
  }

  later(delay: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      action()
    }, delay)
    this.#timers.add(timer)
  }
}
