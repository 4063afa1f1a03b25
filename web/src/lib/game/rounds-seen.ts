import type { Step } from '../protocol'
import type { RecordedRound } from './draw-proof'

/*
 * The rounds of a game as this device saw them. A host could deal other tiles than those that
 * follow from the proof, and make up a fitting record at the end; moves count as well, because they
 * decide which tiles return to the bag.
 */

/** A round that this device saw. */
export interface SeenRound {
  round: number
  /** The tiles of each factory. */
  deal: string[]
  /** The moves and placements as text; null until the round is complete and can't be changed. */
  play: string | null
}

function playText(moves: readonly string[], tiling: readonly (readonly string[])[]): string {
  return JSON.stringify([moves, tiling])
}

/** The rounds in the log of a game. Rounds whose deal is missing from the log are left out. */
export function roundsIn(log: readonly Step[]): SeenRound[] {
  const rounds: SeenRound[] = []
  let moves: { ply: number; move: string }[] = []
  for (const { ply, what, events } of log) {
    const last = rounds.at(-1)
    switch (what.kind) {
      case 'dealt': {
        const dealt = events.flatMap((event) => (event.event === 'dealt' ? [event.tiles] : []))
        const deal = dealt.map((tiles) => tiles.join(''))
        rounds.push({ round: what.round, deal, play: null })
        moves = []
        break
      }
      case 'moved':
        moves.push({ ply, move: what.move })
        break
      case 'undone':
        // Only moves of the current round can be taken back, never a deal.
        moves = moves.filter((made) => made.ply < what.to)
        break
      case 'tiled': {
        const texts = moves.map(({ move }) => move)
        if (last) last.play ??= playText(texts, what.placements)
        break
      }
      default:
        break
    }
  }
  return rounds
}

/** Adds rounds to those seen before, which are never replaced. Returns the same list if nothing is new. */
export function mergeRounds(seen: readonly SeenRound[], later: readonly SeenRound[]) {
  let merged = seen
  for (const round of later) {
    const known = merged.find((other) => other.round === round.round)
    if (!known) merged = [...merged, round]
    else if (known.play === null && round.play !== null) {
      const complete = { ...known, play: round.play }
      merged = merged.map((other) => (other === known ? complete : other))
    }
  }
  return merged
}

/** Whether the rounds of a record are those that were seen. */
export function matchesSeen(rounds: readonly RecordedRound[], seen: readonly SeenRound[]): boolean {
  const dealText = (deal: readonly string[]) =>
    deal.filter((tiles) => tiles !== '' && tiles !== '-').join()
  return seen.every(({ round, deal, play }) => {
    const recorded = rounds[round - 1]
    if (!recorded || dealText(recorded.deal) !== dealText(deal)) return false
    return play === null || playText(recorded.moves, recorded.tiling ?? []) === play
  })
}
