import jsQR from 'jsqr'
import { describe, expect, it } from 'vitest'

import { qrCode } from './qr'

/** Reads a code as a camera would. */
function read(text: string): string | undefined {
  const matrix = qrCode(text)
  const scale = 4
  const quiet = 4
  const size = (matrix.length + 2 * quiet) * scale
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  matrix.forEach((row, r) =>
    row.forEach((dark, c) => {
      if (!dark) return
      for (let y = 0; y < scale; y++) {
        for (let x = 0; x < scale; x++) {
          const at = (((r + quiet) * scale + y) * size + (c + quiet) * scale + x) * 4
          pixels.fill(0, at, at + 3)
        }
      }
    }),
  )
  return jsQR(pixels, size, size)?.data
}

describe('a QR code', () => {
  it.each([1, 14, 20, 40, 61, 80, 100, 120, 150, 180, 213])('of %i bytes can be read', (length) => {
    const text = 'https://azulejo.example/g/k7Qm2xWd#invitation=r3ZkT0pVn1'
      .repeat(5)
      .slice(0, length)
    expect(read(text)).toBe(text)
  })

  it('refuses what does not fit', () => {
    expect(() => qrCode('x'.repeat(214))).toThrow('214 bytes')
  })
})
