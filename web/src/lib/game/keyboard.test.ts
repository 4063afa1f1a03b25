import { describe, expect, it } from 'vitest'

import { isForTable } from './keyboard'

describe('isForTable', () => {
  const press = (key: string, more: KeyboardEventInit = {}) =>
    new KeyboardEvent('keydown', { key, ...more })

  it('accepts shortcuts outside of fields', () => {
    expect(isForTable(press('2'), true)).toBe(true)
    expect(isForTable(press('b'), true)).toBe(true)
    expect(isForTable(press('Enter'), true)).toBe(true)
    expect(isForTable(press('u', { ctrlKey: true }), true)).toBe(false)
  })

  it('rejects single-character keys if they are switched off', () => {
    for (const key of ['2', 'b', 'F', '/', '?']) expect(isForTable(press(key), false)).toBe(false)
    expect(isForTable(press('Enter'), false)).toBe(true)
    expect(isForTable(press('Escape'), false)).toBe(true)
  })
})
