import { describe, expect, it } from 'vitest'

import { fixture } from '../../testing/fixtures'
import { secretMatches } from './fairness'

describe('the proof of the draws', () => {
  const { draw, id } = fixture('over').view

  it('accepts the committed secret', () => {
    expect(secretMatches(draw, id)).toBe(true)
  })

  it('rejects another secret or another game', () => {
    expect(secretMatches({ ...draw, secret: '00'.repeat(32) }, id)).toBe(false)
    expect(secretMatches(draw, 'otherone')).toBe(false)
  })

  it('is null before the secret is revealed', () => {
    expect(secretMatches({ ...draw, secret: null }, id)).toBeNull()
  })
})
