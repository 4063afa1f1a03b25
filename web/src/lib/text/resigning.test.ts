import { beforeEach, describe, expect, it } from 'vitest'

import { useTestLanguage } from '../../testing/language'
import type { SeatView } from '../protocol'
import { resignConsequence } from './resigning'

beforeEach(() => useTestLanguage('en'))

const seats = (...kinds: string[]) =>
  kinds.map((kind, index) => ({ seat: index + 1, kind })) as unknown as SeatView[]
const consequence = (...kinds: string[]) =>
  resignConsequence(seats(...kinds), [1], (seat) => `Player ${seat}`)

describe('the consequence of resigning', () => {
  it('is the end of the game between two people', () => {
    expect(consequence('human', 'human')).toBe('The game will end, and Player 2 will win.')
  })

  it('is a takeover by a bot among several people', () => {
    expect(consequence('human', 'bot', 'human')).toContain('bot')
  })

  it('needs no words against bots', () => {
    expect(consequence('human', 'bot')).toBe('')
  })
})
