import jsQR from 'jsqr'
import { mount, unmount } from 'svelte'
import { describe, expect, it } from 'vitest'

import QrCode from './QrCode.svelte'

/** Renders a code and decodes it as a camera would. */
function scan(text: string): string | undefined {
  const target = document.createElement('div')
  const component = mount(QrCode, { target, props: { text, label: 'code' } })
  const size = Number(target.querySelector('svg')?.getAttribute('viewBox')?.split(' ')[2])
  const path = target.querySelector('path')?.getAttribute('d') ?? ''
  void unmount(component)
  const scale = 4
  const width = size * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(run)) * scale; column++) {
        const at = (row * width + column) * 4
        pixels.fill(0, at, at + 3)
      }
    }
  }
  return jsQR(pixels, width, width)?.data
}

describe('QrCode', () => {
  it.each([1, 14, 20, 40, 61, 80, 100, 120, 150, 180, 213])('of %i bytes is readable', (length) => {
    const text = 'https://azulejo.example/g/k7Qm2xWd#invitation=r3ZkT0pVn1'
      .repeat(5)
      .slice(0, length)
    expect(scan(text)).toBe(text)
  })
})
