import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { announce, announcement } from './announce.svelte'

beforeAll(() => {
  vi.useFakeTimers()
})
beforeEach(() => {
  // Each test speaks into silence.
  vi.advanceTimersByTime(10_000)
})
afterAll(() => {
  vi.useRealTimers()
})

describe('the live region', () => {
  it('says together what comes together', () => {
    announce('Björk takes 2 red tiles.')
    vi.advanceTimersByTime(50)
    announce('Your turn.')
    expect(announcement().trim()).toBe('Björk takes 2 red tiles. Your turn.')
  })

  it('forgets what was said before', () => {
    announce('One.')
    vi.advanceTimersByTime(5000)
    announce('Two.')
    expect(announcement().trim()).toBe('Two.')
  })

  it('says the same sentence again in a way that is heard', () => {
    announce('Line 3 is full.')
    const first = announcement()
    vi.advanceTimersByTime(5000)
    announce('Line 3 is full.')
    expect(announcement()).not.toBe(first)
    expect(announcement().trim()).toBe(first.trim())
  })
})
