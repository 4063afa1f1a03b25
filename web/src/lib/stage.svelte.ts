import { counted } from './colours'
import type { Colour, FloorPiece, GameView, Points, Step, TableEvent } from './protocol'
import type { Speed } from './settings.svelte'

/**
 * Motion on the table. The page always shows the newest state at once and takes input at any time;
 * what flies are copies above it, and what they fly to is kept unseen until they land. Only
 * `transform` and `opacity` are animated.
 *
 * Places are found by `data-spot`: `f3:B` tiles of a factory, `centre:B`, `marker`, `s1:l3:0` the
 * spaces of a line from the wall outwards, `s1:w3:2` of the wall, `s1:f1` of the floor, `bag`, `lid`.
 */

const FLIGHT = 340
const STAGGER = 30
const TILE_STEP = 520
const GLOW = 620
const FLOOR_FALL = 420

/** Updates that come faster than they can be shown start later, but never more than this. */
const BACKLOG = 1400

type Rects = Map<string, DOMRect[]>

/** Where a copy lies, and the place on the page that it goes with. */
interface Anchored {
  left: number
  top: number
  anchor: HTMLElement
  anchorLeft: number
  anchorTop: number
}

function endsRound(events: readonly TableEvent[]): boolean {
  return events.some(({ event }) => event === 'tiled' || event === 'floor_charged')
}

export class Stage {
  /** Scores that count up, by seat, while a round's end is shown. */
  scores = $state.raw<Readonly<Record<number, number>>>({})
  /** Whether a round's end is being shown, so that it can be skipped. */
  walking = $state(false)

  #root: HTMLElement | null = null
  #layer: HTMLElement | null = null
  #before: Rects = new Map()
  #anchored = new Map<HTMLElement, Anchored>()
  #playing = new Set<Animation>()
  #timers = new Set<ReturnType<typeof setTimeout>>()
  #freeAt = 0

  constructor(readonly speed: () => Speed) {}

  attach(root: HTMLElement, layer: HTMLElement): () => void {
    this.#root = root
    this.#layer = layer
    const follow = () => this.#follow()
    const resized = new ResizeObserver(follow)
    resized.observe(root)
    document.addEventListener('scroll', follow, { capture: true, passive: true })
    return () => {
      resized.disconnect()
      document.removeEventListener('scroll', follow, { capture: true })
      this.skip()
      this.#root = null
      this.#layer = null
    }
  }

  /** How much faster than usual; nothing is shown at 0. */
  #rate(): number {
    const still = document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches
    const speed = this.speed()
    if (still || speed === 'instant') return 0
    return speed === 'fast' ? 3 : 1
  }

  /** Remembers where everything lies that is about to move. */
  capture(steps: readonly Step[]): void {
    this.#before = new Map()
    if (!this.#root || this.#rate() === 0) return
    if (!steps.some(({ events }) => events.length > 0)) return
    for (const element of this.#root.querySelectorAll<HTMLElement>('[data-spot]')) {
      const spot = element.dataset.spot ?? ''
      const rects = this.#before.get(spot) ?? []
      rects.push(element.getBoundingClientRect())
      this.#before.set(spot, rects)
    }
    // Known before the page shows the new state, so that a result waits for the round that led to it.
    if (this.#before.size > 0 && steps.some(({ events }) => endsRound(events))) this.walking = true
  }

  /** Shows what happened; to be called when the page shows the new state. */
  play(steps: readonly Step[], before: GameView | null): void {
    const rate = this.#rate()
    if (!this.#root || !this.#layer || rate === 0 || this.#before.size === 0) {
      // What was announced by `capture` is not shown after all, and nothing else is.
      if (this.#timers.size === 0) this.walking = false
      return
    }
    this.#follow()
    const now = performance.now()
    let at = Math.min(Math.max(0, this.#freeAt - now), BACKLOG)
    for (const { events } of steps) at = this.#show(events, before, at, rate)
    this.#freeAt = now + at
    this.#before = new Map()
  }

  /** Ends everything that is being shown. */
  skip(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    for (const animation of this.#playing) animation.cancel()
    this.#playing.clear()
    this.#layer?.replaceChildren()
    this.#anchored.clear()
    this.scores = {}
    this.walking = false
    this.#freeAt = 0
  }

  /** Shows one step from `at` on; gives when the next may start. */
  #show(events: readonly TableEvent[], before: GameView | null, at: number, rate: number): number {
    const taken = events.find((event) => event.event === 'taken')
    if (taken) return this.#showMove(events, taken, at, rate)
    if (endsRound(events)) return this.#showRoundEnd(events, before, at, rate)
    if (events.some((event) => event.event === 'dealt')) return this.#showDeal(events, at, rate)
    return at
  }

  #showMove(
    events: readonly TableEvent[],
    taken: Extract<TableEvent, { event: 'taken' }>,
    at: number,
    rate: number,
  ): number {
    const { colour, count, factory, seat } = taken
    const from =
      factory === null
        ? repeat(this.#before.get(`centre:${colour}`)?.[0], count)
        : (this.#before.get(`f${factory}:${colour}`) ?? [])
    const flight = FLIGHT / rate
    let flown = 0
    const fly = (piece: FloorPiece, rect: DOMRect | undefined, to: HTMLElement | null) => {
      this.#fly(piece, rect, to, at + (flown++ * STAGGER) / rate, flight)
    }
    let used = 0
    for (const event of events) {
      if (event.event === 'placed') {
        const held = this.#spots(`s${seat}:l${event.line}:`).filter((spot) =>
          spot.querySelector('.tile:not(.ghost)'),
        )
        const target = held.slice(Math.max(0, held.length - event.count))
        for (let i = 0; i < event.count; i++) fly(colour, from[used++], target[i] ?? null)
      } else if (event.event === 'spilled') {
        for (let i = 0; i < event.count; i++) {
          fly(colour, from[used++], this.#spot(`s${seat}:f${event.space + i}`))
        }
      } else if (event.event === 'to_lid') {
        for (let i = 0; i < event.count; i++) fly(colour, from[used++], null)
      } else if (event.event === 'marker_taken') {
        const space = event.space === null ? null : this.#spot(`s${seat}:f${event.space}`)
        fly('*', this.#before.get('marker')?.[0], space)
      } else if (event.event === 'to_centre') {
        for (const { colour: other } of counted(event.tiles)) {
          for (const rect of this.#before.get(`f${event.factory}:${other}`) ?? []) {
            this.#fly(other, rect, this.#spot(`centre:${other}`), at, flight, { keepTarget: true })
          }
        }
      }
    }
    return at + flight * 0.8
  }

  /** All boards at once: each tile to the wall with its runs, then the floor, then the total. */
  #showRoundEnd(
    events: readonly TableEvent[],
    before: GameView | null,
    at: number,
    rate: number,
  ): number {
    const step = TILE_STEP / rate
    const walls = new Map<number, boolean[][]>()
    const clocks = new Map<number, number>()
    const scores: Record<number, number> = {}
    for (const board of before?.table?.boards ?? []) {
      walls.set(
        board.seat,
        board.wall.map((row) => row.map((cell) => cell !== null)),
      )
      scores[board.seat] = board.score
    }
    this.scores = { ...this.scores, ...scores }
    this.walking = true
    for (const event of events) {
      if (event.event === 'tiled') {
        const start = clocks.get(event.seat) ?? at
        const wall = walls.get(event.seat)
        this.#tileToWall(event.seat, event.line, event.column, event.colour, start, rate)
        if (wall) this.#lightRuns(event, wall, start + step * 0.65, rate)
        this.#later(start + step * 0.65, () => this.#score(event.seat, event.score))
        clocks.set(event.seat, start + step)
      } else if (event.event === 'line_dropped') {
        const start = clocks.get(event.seat) ?? at
        for (const space of this.#line(event.seat, event.line)) {
          this.#fall(event.colour, space, start, rate)
        }
        clocks.set(event.seat, start + step)
      }
    }
    const floorAt = Math.max(at, ...clocks.values())
    let end = floorAt
    for (const event of events) {
      if (event.event !== 'floor_charged') continue
      const floor = before?.table?.boards.find(({ seat }) => seat === event.seat)?.floor ?? []
      for (const [index, piece] of floor.entries()) {
        const space = this.#spot(`s${event.seat}:f${index + 1}`)
        if (space) this.#fall(piece, space, floorAt + (index * STAGGER) / rate, rate, at)
      }
      if (event.lost > 0) {
        const space = this.#spot(`s${event.seat}:f1`)
        if (space) this.#label(`−${event.lost}`, 'loss', space, floorAt, rate)
      }
      this.#later(floorAt + FLOOR_FALL / rate / 2, () => this.#score(event.seat, event.score))
      end = floorAt + (FLOOR_FALL + 300) / rate
    }
    for (const event of events) {
      if (event.event === 'bonuses_scored')
        this.#later(end, () => this.#score(event.seat, event.score))
    }
    this.#later(end + 250 / rate, () => {
      this.scores = {}
      this.walking = false
    })
    return end
  }

  #score(seat: number, score: number): void {
    this.scores = { ...this.scores, [seat]: score }
  }

  /** The spaces of a line, from the wall outwards, where they are now: a board may have moved. */
  #line(seat: number, line: number): HTMLElement[] {
    return Array.from({ length: line }, (_, index) =>
      this.#spot(`s${seat}:l${line}:${index}`),
    ).filter((space) => space !== null)
  }

  /** The tile next to the wall slides over; the others of its line fade away to the lid. */
  #tileToWall(
    seat: number,
    line: number,
    column: number,
    colour: Colour,
    start: number,
    rate: number,
  ): void {
    const [first, ...others] = this.#line(seat, line)
    this.#fly(
      colour,
      first?.getBoundingClientRect(),
      this.#spot(`s${seat}:w${line}:${column}`),
      start,
      (TILE_STEP * 0.65) / rate,
      {
        wait: true,
      },
    )
    for (const space of others) {
      const rect = space.getBoundingClientRect()
      this.#fade(colour, rect, space, start, (TILE_STEP * 0.6) / rate)
    }
  }

  /** Lights the run along the row and the run along the column, each in its hue with its points. */
  #lightRuns(
    event: { seat: number; line: number; column: number; points: Points },
    wall: boolean[][],
    start: number,
    rate: number,
  ): void {
    const row = event.line - 1
    const column = event.column - 1
    const cells = wall[row]
    if (!cells) return
    cells[column] = true
    const filled = (r: number, c: number) => wall[r]?.[c] === true
    const run = (dr: number, dc: number) => {
      const found: [number, number][] = [[row, column]]
      for (let r = row + dr, c = column + dc; filled(r, c); r += dr, c += dc) found.push([r, c])
      for (let r = row - dr, c = column - dc; filled(r, c); r -= dr, c -= dc) found.unshift([r, c])
      return found
    }
    const spot = (r: number, c: number) => this.#spot(`s${event.seat}:w${r + 1}:${c + 1}`)
    const { points } = event
    if (points.row > 0)
      this.#glow(
        run(0, 1).map(([r, c]) => spot(r, c)),
        'row',
        start,
        rate,
      )
    if (points.column > 0)
      this.#glow(
        run(1, 0).map(([r, c]) => spot(r, c)),
        'column',
        start,
        rate,
      )
    const cell = spot(row, column)
    if (!cell) return
    if (points.row > 0 && points.column > 0) {
      this.#label(`+${points.row}`, 'row', cell, start, rate, -0.42)
      this.#label(`+${points.column}`, 'column', cell, start, rate, 0.42)
    } else {
      this.#label(`+${points.total}`, points.column > 0 ? 'column' : 'row', cell, start, rate)
    }
  }

  /** Tiles drop onto the plates with a tiny bounce. */
  #showDeal(events: readonly TableEvent[], at: number, rate: number): number {
    let latest = at
    for (const event of events) {
      if (event.event !== 'dealt') continue
      const start = at + ((event.factory - 1) * 55) / rate
      for (const [index, spot] of this.#spots(`f${event.factory}:`).entries()) {
        const delay = start + (index * STAGGER) / rate
        const duration = 380 / rate
        this.#run(
          spot,
          [
            { opacity: 0, transform: 'translateY(-36px) scale(1.08)' },
            { opacity: 1, transform: 'translateY(0) scale(1)', offset: 0.62 },
            { opacity: 1, transform: 'translateY(-4px) scale(1)', offset: 0.8 },
            { opacity: 1, transform: 'none' },
          ],
          { delay, duration, fill: 'backwards', easing: 'ease-out' },
        )
        latest = Math.max(latest, delay + duration)
      }
    }
    return latest
  }

  // The pieces of which motion is made.

  #spot(name: string): HTMLElement | null {
    return this.#root?.querySelector<HTMLElement>(`[data-spot="${name}"]`) ?? null
  }

  #spots(prefix: string): HTMLElement[] {
    return [...(this.#root?.querySelectorAll<HTMLElement>(`[data-spot^="${prefix}"]`) ?? [])]
  }

  #fly(
    piece: FloorPiece,
    from: DOMRect | undefined,
    to: HTMLElement | null,
    delay: number,
    duration: number,
    options: { keepTarget?: boolean; wait?: boolean } = {},
  ): void {
    if (!from) return
    const tile = to?.querySelector<HTMLElement>('.tile') ?? to
    const target = tile?.getBoundingClientRect()
    if (!to || !target || target.width === 0) {
      this.#fade(piece, from, this.#root, delay, duration)
      return
    }
    const dx = target.left + target.width / 2 - (from.left + from.width / 2)
    const dy = target.top + target.height / 2 - (from.top + from.height / 2)
    const scale = target.width / from.width
    const arc = Math.min(60, Math.hypot(dx, dy) * 0.14)
    const ghost = this.#ghost(piece, from, to)
    if (tile && !options.keepTarget) {
      this.#run(tile, [{ opacity: 0 }, { opacity: 0 }], { duration: delay + duration })
    }
    const middle = `translate(${dx / 2}px, ${dy / 2 - arc}px) scale(${(1 + scale) / 2})`
    this.#run(
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

  #fade(
    piece: FloorPiece,
    from: DOMRect,
    anchor: HTMLElement | null,
    delay: number,
    duration: number,
  ): void {
    const ghost = this.#ghost(piece, from, anchor)
    this.#run(
      ghost,
      [
        { opacity: 1, transform: 'none' },
        { opacity: 0, transform: 'scale(.7)' },
      ],
      { delay, duration, fill: 'both' },
      () => this.#remove(ghost),
    )
  }

  #fall(piece: FloorPiece, space: HTMLElement, delay: number, rate: number, since = delay): void {
    const from = space.getBoundingClientRect()
    const ghost = this.#ghost(piece, from, space)
    this.#run(
      ghost,
      [
        { opacity: 1, transform: 'none' },
        { opacity: 0, transform: `translateY(${from.height * 0.9}px) rotate(9deg)` },
      ],
      {
        delay: Math.max(delay, since),
        duration: FLOOR_FALL / rate,
        fill: 'both',
        easing: 'ease-in',
      },
      () => this.#remove(ghost),
    )
  }

  #glow(cells: (HTMLElement | null)[], hue: 'row' | 'column', start: number, rate: number): void {
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
    this.#run(
      light,
      [{ opacity: 0 }, { opacity: 1, offset: 0.25 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }],
      { delay: start, duration: GLOW / rate, fill: 'both' },
      () => this.#remove(light),
    )
  }

  #label(
    text: string,
    tone: string,
    cell: HTMLElement,
    start: number,
    rate: number,
    shift = 0,
  ): void {
    const at = cell.getBoundingClientRect()
    // On a small board a small label, so that the tile beneath stays in sight.
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
    this.#run(
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
    this.#layer?.append(box)
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

  /**
   * Keeps what flies above the place it belongs to when that has moved: somebody scrolled, or
   * plates or a notice above it came or went.
   */
  #follow(): void {
    // All places are read before any copy is moved, or each would lay out the page anew.
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

  #run(
    element: HTMLElement,
    keyframes: Keyframe[],
    options: KeyframeAnimationOptions,
    done?: () => void,
  ): void {
    const animation = element.animate(keyframes, options)
    this.#playing.add(animation)
    const end = () => {
      this.#playing.delete(animation)
      done?.()
    }
    animation.onfinish = end
    animation.oncancel = end
  }

  #later(delay: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      action()
    }, delay)
    this.#timers.add(timer)
  }
}

function repeat<T>(value: T | undefined, times: number): T[] {
  return value === undefined ? [] : Array<T>(times).fill(value)
}
