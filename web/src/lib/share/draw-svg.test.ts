import { describe, expect, it, vi } from 'vitest'

import { drawSvg } from './draw-svg'

class FakePath {
  readonly d: string
  constructor(d = '') {
    this.d = d
  }
  arc = vi.fn()
  roundRect = vi.fn()
}

/** Draws an SVG and returns the fills and strokes with their colours and opacity. */
function strokes(markup: string): string[] {
  vi.stubGlobal('Path2D', FakePath)
  const calls: string[] = []
  const stack: number[] = []
  const context = {
    globalAlpha: 1,
    fillStyle: '' as unknown,
    strokeStyle: '',
    lineWidth: 0,
    save: () => stack.push(context.globalAlpha),
    restore: () => (context.globalAlpha = stack.pop() ?? 1),
    translate: vi.fn(),
    scale: vi.fn(),
    rotate: vi.fn(),
    createLinearGradient: () => ({ addColorStop: vi.fn() }),
    fill: () =>
      calls.push(
        `fill ${typeof context.fillStyle === 'string' ? context.fillStyle : 'gradient'} ${context.globalAlpha}`,
      ),
    stroke: () => calls.push(`stroke ${context.strokeStyle} ${context.lineWidth}`),
  }
  const svg = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${markup}</svg>`,
    'image/svg+xml',
  ).documentElement
  drawSvg(context as unknown as CanvasRenderingContext2D, svg, { x: 0, y: 0, size: 50 })
  expect(stack).toEqual([])
  vi.unstubAllGlobals()
  return calls
}

describe('drawSvg', () => {
  it('passes colours of a group to its shapes', () => {
    expect(
      strokes(
        '<g fill="#fff" stroke="#123" stroke-width="4"><path d="M0 0"/><circle r="2" fill="none"/></g>',
      ),
    ).toEqual(['fill #fff 1', 'stroke #123 4', 'stroke #123 4'])
  })

  it('draws the glaze as a gradient with its opacity', () => {
    expect(strokes('<rect width="100" height="100" fill="url(#glaze)" opacity=".5"/>')).toEqual([
      'fill gradient 0.5',
    ])
  })
})
