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
        // Nothing changes its size here.
      }
      disconnect() {
        // Nor was anything observed.
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
  it('is known before the new state is shown, and until it has been shown', () => {
    const stage = stageOf('normal')
    stage.capture([MOVED, TILED])
    expect(stage.walking).toBe(true)
    stage.play([TILED], null)
    expect(stage.walking).toBe(true)
    vi.runAllTimers()
    expect(stage.walking).toBe(false)
  })

  it('is not announced by a move alone', () => {
    const stage = stageOf('normal')
    stage.capture([MOVED])
    expect(stage.walking).toBe(false)
  })

  it('is not waited for where nothing moves', () => {
    const stage = stageOf('instant')
    stage.capture([TILED])
    expect(stage.walking).toBe(false)
  })

  it('is given up when the page is hidden before it is shown', () => {
    const stage = stageOf('normal')
    stage.capture([TILED])
    hidden = true
    stage.play([TILED], null)
    expect(stage.walking).toBe(false)
  })

  it('goes on while something else arrives', () => {
    const stage = stageOf('normal')
    stage.capture([TILED])
    stage.play([TILED], null)
    stage.capture([])
    stage.play([], null)
    expect(stage.walking).toBe(true)
  })
})
