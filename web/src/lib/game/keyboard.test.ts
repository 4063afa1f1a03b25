import { describe, expect, it } from 'vitest'

import { isForTable } from './keyboard'

describe('a key', () => {
  const press = (key: string, more: KeyboardEventInit = {}) =>
    new KeyboardEvent('keydown', { key, ...more })

  it('is for the table', () => {
    expect(isForTable(press('2'), true)).toBe(true)
    expect(isForTable(press('b'), true)).toBe(true)
    expect(isForTable(press('Enter'), true)).toBe(true)
    expect(isForTable(press('u', { ctrlKey: true }), true)).toBe(false)
  })

  it('that writes a character is not, where those are switched off', () => {
    for (const key of ['2', 'b', 'F', '/', '?']) expect(isForTable(press(key), false)).toBe(false)
    expect(isForTable(press('Enter'), false)).toBe(true)
    expect(isForTable(press('Escape'), false)).toBe(true)
  })
})
