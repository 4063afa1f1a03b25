import type { ReplayView, TableView } from '../../lib/protocol'

/** The table after `step` steps; 0 is the table before the first deal. */
export function tableAt(replay: ReplayView, step: number): TableView {
  return step > 0 ? (replay.steps[step - 1]?.table ?? replay.first) : replay.first
}

/** Clamps a step to the replay: links may contain any number. */
export function clampStep(replay: ReplayView, step: number): number {
  if (!Number.isFinite(step)) return 0
  return Math.max(0, Math.min(replay.steps.length, Math.trunc(step)))
}

/** The step in a URL like `/g/ID/replay#12`, if any. */
export function stepOfHash(hash: string): number | null {
  return /^#\d{1,6}$/.test(hash) ? Number(hash.slice(1)) : null
}

/** The first steps of rounds: those that deal the factories. */
export function roundStarts(replay: ReplayView): number[] {
  return replay.steps.flatMap(({ what }, index) => (what.kind === 'dealt' ? [index + 1] : []))
}

/** The start of the previous or next round; the start or end of the game if there is none. */
export function roundFrom(replay: ReplayView, step: number, direction: -1 | 1): number {
  const starts = roundStarts(replay)
  if (direction > 0) return starts.find((start) => start > step) ?? replay.steps.length
  return starts.findLast((start) => start < step) ?? 0
}

/**
 * The lines of a text that may be records: those that look like an object. Of several, only those
 * with players: a record may be broken over lines, and other files contain braces too.
 */
export function splitRecords(text: string): string[] {
  const objects = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('{'))
  return objects.length > 1 ? objects.filter((line) => namesIn(line).length > 0) : objects
}

/** Whether the content of a file cannot be text: it has NULs, or bytes that are not UTF-8. */
export function isBinary(content: string): boolean {
  return /[\0\uFFFD]/.test(content)
}

/** The player names of a record; an empty list if it is invalid. */
export function namesIn(record: string): string[] {
  try {
    const { players } = JSON.parse(record) as { players?: unknown }
    return Array.isArray(players) ? players.filter((name) => typeof name === 'string') : []
  } catch {
    // The server reports what is wrong with it.
    return []
  }
}

/** The maximum length of a record; the longest games are far shorter. */
export const RECORD_LIMIT = 200_000

/** The maximum size of a file with many games. */
export const FILE_LIMIT = 20_000_000

/** The level in the name of a bot, e.g. `bot:tiler` or `bot:tiler@100ms`. */
export function botOf(player: string): string | null {
  const found = /^bot:([a-z]+)/.exec(player)
  return found?.[1] ?? null
}
