import {
  drawKey,
  drawnDeal,
  drawnStart,
  nonceCommitment,
  SEALED_SCHEME,
  secretCommitment,
  type Contribution,
  type DrawProof,
  type ProvenRecord,
} from '../lib/game/draw-proof'

interface Inputs {
  game?: string
  scheme?: string
  secret?: string
  /** The nonces as they were generated; only those that were revealed go into the draws. */
  nonces?: (string | null)[]
  contributions?: Contribution[]
  players?: string[]
}

export const TEST_GAME = '7hKq2mPd'
const FULL_BAG = { bag: [20, 20, 20, 20, 20], lid: [0, 0, 0, 0, 0] }

/** A record of Ana, a bot and Ben, whose draws follow from the proof. */
export function provenRecord(inputs: Inputs = {}): ProvenRecord & { draw: DrawProof } {
  const {
    game = TEST_GAME,
    scheme = SEALED_SCHEME,
    secret = 'c4'.repeat(32),
    nonces = ['01'.repeat(32), '02'.repeat(32), '03'.repeat(32)],
    contributions = ['revealed', 'bot', 'revealed'],
    players = ['Ana', 'bot:tiler', 'Ben'],
  } = inputs
  const having = (words: Contribution[], value: (index: number) => string | null) =>
    contributions.map((word, index) => (words.includes(word) ? value(index) : null))
  const sealed = {
    start: null,
    contributions,
    nonce_commitments: having(['revealed', 'withheld'], (index) =>
      nonceCommitment(game, index + 1, nonces[index] ?? ''),
    ),
  }
  const draw: DrawProof = {
    scheme,
    game,
    commitment: secretCommitment(secret, game),
    ...(scheme === SEALED_SCHEME ? sealed : {}),
    nonces: having(['revealed', 'open'], (index) => nonces[index] ?? null),
    secret,
  }
  const key = drawKey(draw)
  const start = drawnStart(key, 3)
  return {
    players,
    start,
    rounds: [{ start, deal: drawnDeal(key, 3, 1, FULL_BAG), moves: [] }],
    draw,
  }
}
