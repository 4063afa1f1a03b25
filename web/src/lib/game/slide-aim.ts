import type { Action } from 'svelte/action'

import { targetAt } from './drag'
import type { Target } from './turn.svelte'

export interface SlideAim {
  /** Whether tiles are in hand. */
  active: boolean
  aim: (target: Target | null) => void
  place: (target: Target) => void
}

/**
 * Lets a finger choose a line: touching aims, sliding changes the aim, lifting places the tiles, and
 * lifting outside all lines cancels. Mouse and keyboard are left to the controls themselves.
 */
export const slideAim: Action<HTMLElement, SlideAim> = (element, start) => {
  let options = start
  let pointer: number | null = null

  function down(event: PointerEvent) {
    const target = targetAt(event)
    if (event.pointerType !== 'touch' || !event.isPrimary || !options.active || target === null) {
      return
    }
    // Touch captures the pointer implicitly, so that the control would not lose it.
    const touched = event.target as Element
    if (touched.hasPointerCapture(event.pointerId)) touched.releasePointerCapture(event.pointerId)
    pointer = event.pointerId
    options.aim(target)
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', cancel)
  }

  function move(event: PointerEvent) {
    if (event.pointerId === pointer) options.aim(targetAt(event))
  }

  function up(event: PointerEvent) {
    if (event.pointerId !== pointer) return
    const target = targetAt(event)
    end()
    // No click must follow: it would place or refuse a second time.
    addEventListener('touchend', preventClick, { capture: true, once: true, passive: false })
    if (target === null) options.aim(null)
    else options.place(target)
  }

  function cancel(event: PointerEvent) {
    if (event.pointerId !== pointer) return
    end()
    options.aim(null)
  }

  function end() {
    pointer = null
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', cancel)
  }

  element.addEventListener('pointerdown', down)
  return {
    update: (next: SlideAim) => {
      options = next
    },
    destroy: () => {
      end()
      element.removeEventListener('pointerdown', down)
    },
  }
}

function preventClick(event: Event): void {
  // After sliding there is no click, and the event cannot be cancelled.
  if (event.cancelable) event.preventDefault()
}
