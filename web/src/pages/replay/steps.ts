import type { ReplayView, TableView } from '../../lib/protocol'

/** The table after so many steps; 0 is the table before the first deal. */
export function tableAt(replay: ReplayView, step: number): TableView {
  return step > 0 ? (replay.steps[step - 1]?.table ?? replay.first) : replay.first
}

/** A step that exists: links may name any. */
export function clampStep(replay: ReplayView, step: number): number {
  if (!Number.isFinite(step)) return 0
  return Math.max(0, Math.min(replay.steps.length, Math.trunc(step)))
}

/** The step in an address like `/g/ID/replay#12`; nothing when it names none. */
export function stepOfHash(hash: string): number | null {
  return /^#\d{1,6}$/.test(hash) ? Number(hash.slice(1)) : null
}

/** The steps at which rounds begin: those after which the factories are filled. */
export function roundStarts(replay: ReplayView): number[] {
  return replay.steps.flatMap(({ what }, index) => (what.kind === 'dealt' ? [index + 1] : []))
}

/** The beginning of the round before or after a step; the ends of the game where there is none. */
export function roundFrom(replay: ReplayView, step: number, direction: -1 | 1): number {
  const starts = roundStarts(replay)
  if (direction > 0) return starts.find((start) => start > step) ?? replay.steps.length
  return starts.findLast((start) => start < step) ?? 0
}

/** Texts that may be records: one for each line that looks like an object. */
export function splitRecords(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('{'))
}

/** The players that a record names, for choosing one; nothing when it cannot be read. */
export function namesIn(record: string): string[] {
  try {
    const { players } = JSON.parse(record) as { players?: unknown }
    return Array.isArray(players) ? players.filter((name) => typeof name === 'string') : []
  } catch {
    // The server will say what is wrong with it.
    return []
  }
}

/** A record longer than this is not sent: the longest games are far shorter, and servers refuse it. */
export const RECORD_LIMIT = 200_000

/** A file of many games may be as large as this. */
export const FILE_LIMIT = 20_000_000

/** The level in a bot's name of a record, `bot:tiler` or `bot:tiler@100ms`. */
export function botOf(player: string): string | null {
  const found = /^bot:([a-z]+)/.exec(player)
  return found?.[1] ?? null
}
