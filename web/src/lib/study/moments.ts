import type { Chain, Step } from './ledger'
import type { MomentValue } from './report.svelte'

/** The horizontal layout of the graph, in pixels. */
export interface Columns {
  /** The width before the column of the start. */
  label: number
  start: number
  round: number
  total: number
}

/** A step of the graph: where it is drawn, and all players' values around it. */
export interface Moment {
  step: Step
  x: number
  before: number[]
  after: number[]
}

/** The share of a round's column that the deal takes. */
export const GUTTER = 0.25

/** Places the steps of a game. */
export function placeMoments(chain: Chain, columns: Columns): Moment[] {
  const perRound = new Map<number, number>()
  const isPlayed = ({ kind }: Step) => kind === 'move' || kind === 'tiling'
  for (const step of chain.steps) {
    if (isPlayed(step)) perRound.set(step.round, (perRound.get(step.round) ?? 0) + 1)
  }
  let values = chain.start
  let played = 0
  let round = 0
  return chain.steps.map((step) => {
    if (step.round !== round) {
      round = step.round
      played = 0
    }
    if (isPlayed(step)) played += 1
    const before = values
    values = values.map((value, seat) => value + (step.change[seat] ?? 0))
    const left = columns.label + columns.start + (round - 1) * columns.round
    const gutter = GUTTER * columns.round
    const count = perRound.get(round) ?? 0
    const spot = (index: number) => left + gutter + (index / (count + 1)) * (columns.round - gutter)
    const x =
      step.kind === 'deal'
        ? left + 0.68 * gutter
        : isPlayed(step)
          ? spot(played)
          : step.kind === 'revision' && played === 0
            ? left + 0.24 * gutter
            : left + columns.round - 2
    return { step, x, before, after: values }
  })
}

/** A chain of rough values, for a first graph: the values alone, without reasons. */
export function roughChain(values: readonly MomentValue[]): Chain {
  const [first] = values
  if (!first) return { start: [], steps: [] }
  let before = first.win
  const steps = values.map(({ round, moves, win }): Step => {
    const change = win.map((value, seat) => value - (before[seat] ?? 0))
    before = win
    return {
      kind: moves === 0 ? 'deal' : 'move',
      round,
      number: moves,
      seat: null,
      change,
      revised: false,
      severity: null,
    }
  })
  return { start: first.win, steps }
}

/** The number of turning points. */
const TURNING_POINTS = 3
/** The smallest step that can be a turning point, as a share of the win. */
const LEAST = 0.02

/**
 * The largest steps for a player by index, largest first: deals and moves. At least one is the
 * player's own move, if there is one worth showing.
 */
export function turningPoints(chain: Chain, seat: number): number[] {
  const size = (index: number) => Math.abs(chain.steps[index]?.change[seat - 1] ?? 0)
  const candidates = chain.steps
    .map((step, index) => ({ step, index }))
    .filter(({ step }) => step.kind !== 'revision' && step.kind !== 'given-up' && !step.revised)
    .map(({ index }) => index)
    .filter((index) => size(index) >= LEAST)
    .sort((a, b) => size(b) - size(a))
  const chosen = candidates.slice(0, TURNING_POINTS)
  const isOwn = (index: number) => chain.steps[index]?.seat === seat
  const own = candidates.find(isOwn)
  if (own !== undefined && !chosen.some(isOwn)) chosen.splice(-1, 1, own)
  return chosen
}
