import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { ClockView } from '../../lib/protocol'
import { useTestLanguage } from '../../testing/language'
import Clock from './Clock.svelte'

let close: () => void = () => undefined

beforeEach(() => {
  useTestLanguage('en')
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

function show(clock: ClockView): HTMLElement {
  const target = document.createElement('div')
  const component = mount(Clock, {
    target,
    props: {
      clock,
      settings: { kind: 'real_time', seconds: 60, bonus: 0 } as never,
      seat: 1,
      offset: 0,
    },
  })
  flushSync()
  close = () => void unmount(component)
  return target
}

const clock = (lag?: number): ClockView => ({
  at: 1_000_000,
  left: [60_000],
  running: [1],
  ...(lag === undefined ? {} : { lag }),
})

it('starts to run after the lag allowance', () => {
  const target = show(clock(3000))
  const text = () => target.textContent.trim()
  expect(text()).toBe('1:00')
  vi.advanceTimersByTime(3000)
  flushSync()
  expect(text()).toBe('1:00')
  vi.advanceTimersByTime(2000)
  flushSync()
  expect(text()).toBe('0:58')
})

it('says how long the lag allowance is', () => {
  const title = show(clock(250)).querySelector('[role="timer"]')?.getAttribute('title')
  expect(title).toBe('The first 250 ms of each move aren’t charged.')
})

it('says nothing without a lag allowance', () => {
  expect(show(clock()).querySelector('[role="timer"]')?.hasAttribute('title')).toBe(false)
})
