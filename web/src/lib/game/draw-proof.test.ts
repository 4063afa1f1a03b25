import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'

import { provenRecord } from '../../testing/draws'
import example from '../../../../docs/examples/proven-game.json?raw'
import {
  chachaBlock,
  nonceCommitment,
  proofHolds,
  type DrawProof,
  type ProvenRecord,
} from './draw-proof'

describe('the primitives of the proof', () => {
  it('produce the key stream of RFC 8439, section 2.3.2', () => {
    const key = Uint8Array.from({ length: 32 }, (_, index) => index)
    const block = chachaBlock(key, 1, hexToBytes('000000090000004a00000000'))
    const bytes = new Uint8Array(64)
    block.forEach((word, index) => {
      new DataView(bytes.buffer).setUint32(index * 4, word, true)
    })
    expect(bytesToHex(bytes)).toMatch(/^10f1e7e4d13b5915500fdd1fa32071c4/)
  })

  it('match the documented commitment of a nonce', () => {
    expect(nonceCommitment('7hKq2mPd', 2, '5e'.repeat(32))).toBe(
      'c51fa44c91f1a24c2849bf86bd760ede53687cdfb16ec714aba92f196a108f21',
    )
  })
})

describe('the proof of the draws', () => {
  /** The record with some fields of its proof changed. */
  const forged = (change: Partial<DrawProof>) => {
    const record = provenRecord()
    return { ...record, draw: { ...record.draw, ...change } as DrawProof }
  }
  const { draw } = provenRecord()
  const other = '07'.repeat(32)

  it('holds for records of both schemes', () => {
    expect(proofHolds(provenRecord())).toBe(true)
    expect(proofHolds(provenRecord({ scheme: 'azulejo-draw-1' }))).toBe(true)
  })

  it('holds if a nonce was withheld, never committed to or sent in the open', () => {
    expect(proofHolds(provenRecord({ contributions: ['withheld', 'bot', 'revealed'] }))).toBe(true)
    expect(proofHolds(provenRecord({ contributions: ['uncommitted', 'bot', 'revealed'] }))).toBe(
      true,
    )
    expect(proofHolds(provenRecord({ contributions: ['open', 'bot', 'shared'] }))).toBe(true)
  })

  it.each([
    ['a swapped commitment', { commitment: other }],
    ['a swapped secret', { secret: other }],
    ['a swapped nonce', { nonces: [other, null, draw.nonces[2] ?? null] }],
    ['a swapped commitment of a nonce', { nonce_commitments: [other, null, null] }],
    [
      'a nonce on a bot’s seat',
      { nonces: [draw.nonces[0] ?? null, other, draw.nonces[2] ?? null] },
    ],
    ['a revealed nonce claimed as withheld', { contributions: ['withheld', 'bot', 'revealed'] }],
    ['an unknown scheme', { scheme: 'azulejo-draw-3' }],
    ['a missing nonce', { nonces: [draw.nonces[0] ?? null, null] }],
    ['a malformed nonce', { nonces: ['5E', null, draw.nonces[2] ?? null] }],
  ] as [string, Partial<DrawProof>][])('fails with %s', (_, change) => {
    expect(proofHolds(forged(change))).toBe(false)
  })

  it('fails with a nonce on a bot’s seat from which the draws follow', () => {
    expect(proofHolds(provenRecord({ contributions: ['revealed', 'open', 'revealed'] }))).toBe(
      false,
    )
  })

  it('fails with another start player', () => {
    const record = provenRecord()
    const start = (record.start % 3) + 1
    const rounds = record.rounds.map((round) => ({ ...round, start }))
    expect(proofHolds({ ...record, start, rounds })).toBe(false)
    expect(proofHolds(forged({ start }))).toBe(false)
  })

  it('fails with a changed deal', () => {
    const record = provenRecord()
    const rounds = record.rounds.map((round) => ({ ...round, deal: [...round.deal].reverse() }))
    expect(proofHolds({ ...record, rounds })).toBe(false)
  })

  describe('in a game of five rounds, in which the lid returns to the bag', () => {
    const record = JSON.parse(example) as ProvenRecord

    it('holds for every deal', () => {
      expect(record.rounds).toHaveLength(5)
      expect(proofHolds(record)).toBe(true)
    })

    it.each([1, 2, 3, 4, 5])('fails with a changed deal in round %i', (round) => {
      const rounds = structuredClone(record.rounds)
      rounds[round - 1]?.deal.reverse()
      expect(proofHolds({ ...record, rounds })).toBe(false)
    })

    it('fails with other moves before the lid returns', () => {
      const rounds = structuredClone(record.rounds)
      const [first] = rounds
      if (first) first.moves = first.moves.map((move) => `${move.slice(0, 2)}F`)
      expect(proofHolds({ ...record, rounds })).toBe(false)
    })

    it('fails with malformed rounds', () => {
      for (const change of [{ moves: ['9?1'] }, { deal: ['XXXX'] }, { tiling: [['9:1']] }]) {
        const rounds = record.rounds.map((round, index) =>
          index === 0 ? { ...round, ...change } : round,
        )
        expect(proofHolds({ ...record, rounds })).toBe(false)
      }
    })
  })

  it('fails without a proof', () => {
    const { players, start, rounds } = provenRecord()
    const record = { players, start, rounds }
    expect(proofHolds(record)).toBe(false)
  })
})
