import { randomHex } from '../net/random'
import type { GameView } from '../protocol'
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

/*
 * What this browser stored about the draws of a game before they were made. A record proves only
 * that it is consistent in itself: a cheating host could make up another one with its own secret
 * and nonces. So the final record is compared with what was stored.
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
  const { game, scheme, commitment, start, own, commitments } = entry as Partial<Witness>
  return (
    typeof game === 'string' &&
    typeof scheme === 'string' &&
    typeof commitment === 'string' &&
    (start === null || typeof start === 'number') &&
    (own === null || (typeof own?.seat === 'number' && typeof own.nonce === 'string')) &&
    (commitments === null || Array.isArray(commitments))
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
  if (!isSame(commitments, draw.nonce_commitments)) return null
  write({ ...witness, own, commitments })
  return { t: 'nonce', nonce }
}

/** Checks a final record against what was stored. */
export function checkDraws(record: ProvenRecord, witness: Witness | null): DrawCheck {
  const { draw: proof } = record
  if (!proof || !proofHolds(record)) return 'wrong'
  if (!witness) return 'consistent'
  const start = witness.start ?? drawnStart(drawKey(proof), record.players.length)
  const isSwapped =
    proof.game !== witness.game ||
    proof.scheme !== witness.scheme ||
    proof.commitment !== witness.commitment ||
    record.start !== start ||
    (proof.scheme === SEALED_SCHEME && (proof.start ?? null) !== witness.start) ||
    (witness.commitments !== null && !isSame(witness.commitments, proof.nonce_commitments ?? []))
  if (isSwapped) return 'swapped'
  if (!witness.own) return 'device-watched'
  const recorded = proof.nonces[witness.own.seat - 1]
  if (recorded === null) return 'unused'
  if (recorded === witness.own.nonce) return witness.commitments ? 'device' : 'device-open'
  // A nonce that was not revealed cannot be in the draws. Another device of the player contributed,
  // or the player left the seat to another one.
  const isSealed = proof.scheme === SEALED_SCHEME && witness.commitments === null
  return isSealed ? 'unused' : 'swapped'
}
