import type { Step } from '../protocol'

/** The plies of the moves that were taken back. */
export function undonePlies(log: readonly Step[]): ReadonlySet<number> {
  const undone = new Set<number>()
  const standing: number[] = []
  for (const { ply, what } of log) {
    if (what.kind === 'moved') standing.push(ply)
    else if (what.kind === 'undone') {
      while ((standing.at(-1) ?? -1) >= what.to) undone.add(standing.pop() ?? ply)
    }
  }
  return undone
}
