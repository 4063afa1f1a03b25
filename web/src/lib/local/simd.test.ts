import { afterEach, describe, expect, it, vi } from 'vitest'

import { canRunEngine } from './simd'

afterEach(() => vi.unstubAllGlobals())

describe('canRunEngine', () => {
  it('is true if WebAssembly has SIMD', () => {
    expect(canRunEngine()).toBe(true)
  })

  it('is false without WebAssembly or without SIMD', () => {
    vi.stubGlobal('WebAssembly', { validate: () => false })
    expect(canRunEngine()).toBe(false)
    vi.stubGlobal('WebAssembly', undefined)
    expect(canRunEngine()).toBe(false)
  })
})
