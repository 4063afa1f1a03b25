import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Step } from '../protocol'
import type { Speed } from '../ui/settings.svelte'
import { Stage } from './stage.svelte'

const MOVED: Step = {
  ply: 1,
  at: 0,
  what: { kind: 'moved', seat: 1, move: 'CB1' },
  events: [{ event: 'placed', seat: 1, line: 1, count: 1, colour: 'B', complete: true }],
} as unknown as Step

const TILED: Step = {
  ply: 2,
  at: 0,
  what: { kind: 'tiled', placements: [[]] },
  events: [{ event: 'floor_charged', seat: 1, lost: 0, score: 3 }],
} as unknown as Step

let hidden = false

function stageOf(speed: Speed): Stage {
  const root = document.createElement('div')
  root.innerHTML = '<span data-spot="s1:f1"></span>'
  const stage = new Stage(() => speed)
  stage.attach(root, document.createElement('div'))
  return stage
}

beforeEach(() => {
  hidden = false
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {
        // No layout in jsdom.
      }
      disconnect() {
        // Nothing is observed.
      }
    },
  )
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the end of a round', () => {
  it('is flagged before the new state is shown, until the animation ends', () => {
    const stage = stageOf('normal')
    stage.capture([MOVED, TILED])
    expect(stage.scoring).toBe(true)
    stage.play([TILED], null)
    expect(stage.scoring).toBe(true)
    vi.runAllTimers()
    expect(stage.scoring).toBe(false)
  })

  it('is not flagged by a move alone', () => {
    const stage = stageOf('normal')
    stage.capture([MOVED])
    expect(stage.scoring).toBe(false)
  })

  it('is not flagged without animations', () => {
    const stage = stageOf('instant')
    stage.capture([TILED])
    expect(stage.scoring).toBe(false)
  })

  it('is not animated if the page is hidden meanwhile', () => {
    const stage = stageOf('normal')
    stage.capture([TILED])
    hidden = true
    stage.play([TILED], null)
    expect(stage.scoring).toBe(false)
  })

  it('continues when another update arrives', () => {
    const stage = stageOf('normal')
    stage.capture([TILED])
    stage.play([TILED], null)
    stage.capture([])
    stage.play([], null)
    expect(stage.scoring).toBe(true)
  })
})
