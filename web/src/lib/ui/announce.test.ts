import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { announce, announcement } from './announce.svelte'

beforeAll(() => {
  vi.useFakeTimers()
})
beforeEach(() => {
  // Each test starts with an empty live region.
  vi.advanceTimersByTime(10_000)
})
afterAll(() => {
  vi.useRealTimers()
})

describe('the live region', () => {
  it('combines sentences in quick succession', () => {
    announce('Björk takes 2 red tiles.')
    vi.advanceTimersByTime(50)
    announce('Your turn.')
    expect(announcement().trim()).toBe('Björk takes 2 red tiles. Your turn.')
  })

  it('drops earlier sentences after a pause', () => {
    announce('One.')
    vi.advanceTimersByTime(5000)
    announce('Two.')
    expect(announcement().trim()).toBe('Two.')
  })

  it('makes a repeated sentence audible', () => {
    announce('Line 3 is full.')
    const first = announcement()
    vi.advanceTimersByTime(5000)
    announce('Line 3 is full.')
    expect(announcement()).not.toBe(first)
    expect(announcement().trim()).toBe(first.trim())
  })
})
