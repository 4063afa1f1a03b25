import { beforeEach, expect, it, vi } from 'vitest'

import type { Step } from '../protocol'
import { useTestLanguage } from '../../testing/language'
import type { GameStore } from './game-store.svelte'
import { narrateStep } from './narrate.svelte'

const { sound } = vi.hoisted(() => ({ sound: vi.fn() }))
vi.mock('../ui/sounds', () => ({ sound }))

beforeEach(() => useTestLanguage('en'))

it('tiles are heard when they land', async () => {
  const moved: Step = { ply: 1, at: 0, what: { kind: 'moved', seat: 2, move: '7Y2' }, events: [] }
  const game = { mine: [1] } as unknown as GameStore
  let land: () => void = () => undefined
  const landed = new Promise<void>((resolve) => (land = resolve))
  narrateStep(moved, game, { mine: [1], name: () => 'Tomé' }, landed)
  await Promise.resolve()
  expect(sound).not.toHaveBeenCalled()
  land()
  await landed
  expect(sound).toHaveBeenCalledWith('place')
})
