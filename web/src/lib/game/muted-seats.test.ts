import { afterEach, describe, expect, it } from 'vitest'

import { readMuted, writeMuted } from './muted-seats'

afterEach(() => localStorage.clear())

describe('who is muted', () => {
  it('is kept by game, for the last games only', () => {
    for (let game = 0; game < 60; game += 1) writeMuted(`g${game}`, [2])
    expect(readMuted('g59')).toEqual([2])
    expect(readMuted('g20')).toEqual([2])
    expect(readMuted('g19')).toEqual([])
    writeMuted('g59', [])
    expect(readMuted('g59')).toEqual([])
  })

  it('is nobody where the storage holds something else', () => {
    for (const text of ['{', '7', '[["g"]]', '[["g",["2"]]]', '[[2,[2]],null]']) {
      localStorage.setItem('azulejo.muted', text)
      expect(readMuted('g'), text).toEqual([])
    }
  })
})
