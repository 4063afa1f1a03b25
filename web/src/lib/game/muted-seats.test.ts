import { afterEach, describe, expect, it } from 'vitest'

import { readMuted, writeMuted } from './muted-seats'

afterEach(() => localStorage.clear())

describe('muted seats', () => {
  it('are stored per game, for recent games only', () => {
    for (let game = 0; game < 60; game += 1) writeMuted(`g${game}`, [2])
    expect(readMuted('g59')).toEqual([2])
    expect(readMuted('g20')).toEqual([2])
    expect(readMuted('g19')).toEqual([])
    writeMuted('g59', [])
    expect(readMuted('g59')).toEqual([])
  })

  it('are empty if the stored data is invalid', () => {
    for (const text of ['{', '7', '[["g"]]', '[["g",["2"]]]', '[[2,[2]],null]']) {
      localStorage.setItem('azulejo.muted', text)
      expect(readMuted('g'), text).toEqual([])
    }
  })
})
