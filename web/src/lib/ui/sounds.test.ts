import { afterEach, describe, expect, it, vi } from 'vitest'

import { defaults, settings } from './settings.svelte'
import { sound } from './sounds'
import { RECIPES } from './synth'

/** A stand-in for WebAudio that counts the sources it starts. */
function fakeAudio() {
  const started = vi.fn()
  const node = (): object => ({
    connect: (next: object) => next,
    start: started,
    stop: vi.fn(),
    frequency: { setValueAtTime: vi.fn() },
    gain: {
      setValueAtTime: vi.fn(),
      linearRampToValueAtTime: vi.fn(),
      exponentialRampToValueAtTime: vi.fn(),
    },
  })
  class FakeAudio {
    state = 'running'
    currentTime = 0
    sampleRate = 8000
    destination = {}
    createGain = node
    createOscillator = node
    createBufferSource = node
    createBiquadFilter = node
    createBuffer = () => ({ getChannelData: () => new Float32Array(8) })
  }
  vi.stubGlobal('AudioContext', FakeAudio)
  return started
}

afterEach(() => {
  vi.unstubAllGlobals()
  Object.assign(settings, defaults())
})

describe('sounds', () => {
  it('are silent until they are switched on', async () => {
    const started = fakeAudio()
    sound('place')
    await vi.dynamicImportSettled()
    expect(started).not.toHaveBeenCalled()
    settings.sounds = true
    sound('place')
    await vi.dynamicImportSettled()
    await Promise.resolve()
    const { partials, knocks } = RECIPES.place
    expect(started).toHaveBeenCalledTimes(partials.length + knocks.length)
  })

  it('are short and cannot clip', () => {
    for (const { partials, knocks } of Object.values(RECIPES)) {
      for (const { at, length } of partials) expect(at + length).toBeLessThanOrEqual(1)
      const volumes = [...partials, ...knocks].map(({ volume }) => volume)
      expect(volumes.reduce((sum, volume) => sum + volume)).toBeLessThan(1)
    }
  })
})
