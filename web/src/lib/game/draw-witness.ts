import { randomHex } from '../net/random'
import type { GameView, Step } from '../protocol'
import { readStored, writeStored } from '../ui/storage'
import {
  drawKey,
  drawnStart,
  isSame,
  nonceCommitment,
  proofHolds,
  SEALED_SCHEME,
  type ProvenRecord,
} from './draw-proof'
import { matchesSeen, mergeRounds, roundsIn, type SeenRound } from './rounds-seen'

/*
 * What this browser stored about the draws of a game: the commitments before they were made, and
 * the rounds as they were dealt and played. A record proves only that it is consistent in itself: a
 * cheating host could make up another one. So the final record is compared with what was stored.
 */

const KEY = 'azulejo.draws'
/** The number of games to remember; the oldest are dropped first. */
const GAMES = 60

/** What was stored about a game. */
export interface Witness {
  game: string
  scheme: string
  commitment: string
  /** The start player chosen by the host. */
  start: number | null
  /** The player's own nonce, and the seat it counts for. */
  own: { seat: number; nonce: string } | null
  /** All commitments of nonces, as they were when the own nonce was revealed. */
  commitments: (string | null)[] | null
  /**
   * The nonces at that time. Of the seats without a commitment, no other nonce may be used: it
   * could have been chosen with knowledge of the own one.
   */
  nonces?: (string | null)[]
  /** The rounds as they were first seen. */
  rounds?: readonly SeenRound[]
}

/** The result of checking a final record. */
export type DrawCheck =
  'device' | 'device-open' | 'device-watched' | 'consistent' | 'unused' | 'swapped' | 'wrong'

/** The next step of the player's contribution to the draws. */
export type ContributionStep =
  { t: 'nonce_commitment'; commitment: string } | { t: 'nonce'; nonce: string }

/** Games of this page, in case the browser does not store anything. */
const remembered = new Map<string, Witness>()

function read(): Witness[] {
  const stored = readStored(KEY)
  return Array.isArray(stored) ? stored.filter(isWitness) : []
}

function isWitness(entry: unknown): entry is Witness {
  if (typeof entry !== 'object' || entry === null) return false
  const { game, scheme, commitment, start, own, commitments, nonces, rounds } =
    entry as Partial<Witness>
  return (
    typeof game === 'string' &&
    typeof scheme === 'string' &&
    typeof commitment === 'string' &&
    (start === null || typeof start === 'number') &&
    (own === null || (typeof own?.seat === 'number' && typeof own.nonce === 'string')) &&
    (commitments === null || Array.isArray(commitments)) &&
    (nonces === undefined || Array.isArray(nonces)) &&
    (rounds === undefined || Array.isArray(rounds))
  )
}

/** What was stored about a game, if anything. */
export function readWitness(game: string): Witness | null {
  return read().find((other) => other.game === game) ?? remembered.get(game) ?? null
}

function write(witness: Witness): void {
  remembered.set(witness.game, witness)
  const others = read().filter(({ game }) => game !== witness.game)
  writeStored(KEY, [...others, witness].slice(-GAMES))
}

/**
 * Stores a game when it is first seen before its start, and returns the next step of the player's
 * contribution, if there is one. What is needed to check it is stored before it is returned.
 */
export function observe(view: GameView, seats: readonly number[]): ContributionStep | null {
  if (view.status !== 'waiting') return null
  const { draw } = view
  const stored = readWitness(view.id)
  const witness: Witness = stored ?? {
    game: view.id,
    scheme: draw.scheme,
    commitment: draw.commitment,
    start: view.settings.start,
    own: null,
    commitments: null,
  }
  if (!stored) write(witness)
  const [seat] = seats
  if (seat === undefined || draw.nonces[seat - 1] !== null) return null
  // A server that changes its commitment gets nothing.
  if (witness.commitment !== draw.commitment || witness.scheme !== draw.scheme) return null
  const nonce = witness.own?.nonce ?? randomHex(32)
  const own = { seat, nonce }
  if (draw.scheme !== SEALED_SCHEME) {
    write({ ...witness, own })
    return { t: 'nonce', nonce }
  }
  const commitment = nonceCommitment(view.id, seat, nonce)
  const published = draw.nonce_commitments[seat - 1] ?? null
  if (!draw.closed) {
    if (published !== null) return null
    write({ ...witness, own })
    return { t: 'nonce_commitment', commitment }
  }
  // Too late, or another device of the player has committed.
  if (published !== commitment) return null
  const commitments = witness.commitments ?? draw.nonce_commitments
  const nonces = witness.nonces ?? draw.nonces
  if (!isSame(commitments, draw.nonce_commitments)) return null
  if (!hasSameOpenNonces(commitments, nonces, draw.nonces)) return null
  write({ ...witness, own, commitments, nonces })
  return { t: 'nonce', nonce }
}

/** Stores the rounds of a game that this browser has seen before its start. */
export function observeLog(game: string, log: readonly Step[]): void {
  const witness = readWitness(game)
  if (!witness) return
  const seen = witness.rounds ?? []
  const rounds = mergeRounds(seen, roundsIn(log))
  if (rounds !== seen) write({ ...witness, rounds })
}

/** Whether the seats without a commitment have the stored nonce, or none as before. */
function hasSameOpenNonces(
  commitments: readonly (string | null)[],
  stored: readonly (string | null)[],
  found: readonly (string | null)[],
): boolean {
  return commitments.every(
    (commitment, index) =>
      commitment !== null || (stored[index] ?? null) === (found[index] ?? null),
  )
}

/** Checks a final record against what was stored, and against the log of the game as shown. */
export function checkDraws(
  record: ProvenRecord,
  witness: Witness | null,
  log: readonly Step[] = [],
): DrawCheck {
  const { draw: proof } = record
  if (!proof || !proofHolds(record)) return 'wrong'
  if (!matchesSeen(record.rounds, mergeRounds(witness?.rounds ?? [], roundsIn(log)))) {
    return 'swapped'
  }
  if (!witness) return 'consistent'
  const { commitments, nonces } = witness
  const start = witness.start ?? drawnStart(drawKey(proof), record.players.length)
  const isSwapped =
    proof.game !== witness.game ||
    proof.scheme !== witness.scheme ||
    proof.commitment !== witness.commitment ||
    record.start !== start ||
    (proof.scheme === SEALED_SCHEME && (proof.start ?? null) !== witness.start) ||
    (commitments !== null && !isSame(commitments, proof.nonce_commitments ?? [])) ||
    (commitments !== null && nonces && !hasSameOpenNonces(commitments, nonces, proof.nonces))
  if (isSwapped) return 'swapped'
  if (!witness.own) return 'device-watched'
  const recorded = proof.nonces[witness.own.seat - 1]
  if (recorded === null) return 'unused'
  // Nonces in the open were not stored by earlier versions.
  const hasAll = commitments !== null && (nonces || !proof.contributions?.includes('open'))
  if (recorded === witness.own.nonce) return hasAll ? 'device' : 'device-open'
  // A nonce that was not revealed cannot be in the draws. Another device of the player contributed,
  // or the player left the seat to another one.
  const isSealed = proof.scheme === SEALED_SCHEME && commitments === null
  return isSealed ? 'unused' : 'swapped'
}
