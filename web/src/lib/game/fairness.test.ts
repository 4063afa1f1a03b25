import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import { fixture } from '../../testing/fixtures'
import { secretMatches } from './fairness'
import { bytesToHex, sha256 } from './sha256'

describe('SHA-256', () => {
  it('agrees with another implementation around every block border', () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
      const message = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256)
      expect(bytesToHex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'))
    }
  })
})

describe('the proof of the draws', () => {
  const { draw, id } = fixture('over').view

  it('holds for the secret that was committed to', () => {
    expect(secretMatches(draw, id)).toBe(true)
  })

  it('fails for another secret or another game', () => {
    expect(secretMatches({ ...draw, secret: '00'.repeat(32) }, id)).toBe(false)
    expect(secretMatches(draw, 'otherone')).toBe(false)
  })

  it('says nothing before the end', () => {
    expect(secretMatches({ ...draw, secret: null }, id)).toBeNull()
  })
})
