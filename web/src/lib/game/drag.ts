import type { Action } from 'svelte/action'

import type { Group } from './groups'
import type { Target, Turn } from './turn.svelte'

/** The distance in pixels from which a press is a drag. */
const THRESHOLD = 8

/**
 * Makes a group of tiles draggable onto a line; clicks do the same. A drag takes the tiles in hand,
 * so a drop outside all lines leaves them there.
 */
export function dragTo(
  turn: () => Turn,
  place: (target: Target) => void,
): Action<HTMLElement, Group> {
  return (element, start) => {
    let group = start
    let origin: { x: number; y: number; pointer: number } | null = null
    let ghost: HTMLElement | null = null

    function down(event: PointerEvent) {
      if (event.button !== 0 || !event.isPrimary) return
      // Touch captures the pointer implicitly; the target is found by its position instead.
      if (element.hasPointerCapture(event.pointerId)) element.releasePointerCapture(event.pointerId)
      origin = { x: event.clientX, y: event.clientY, pointer: event.pointerId }
      addEventListener('pointermove', move)
      addEventListener('pointerup', up)
      addEventListener('pointercancel', cancel)
    }

    function move(event: PointerEvent) {
      if (!origin || event.pointerId !== origin.pointer) return
      const far = Math.hypot(event.clientX - origin.x, event.clientY - origin.y) > THRESHOLD
      if (!ghost) {
        if (!far || !turn().canTake(group)) return
        if (!isPicked(turn(), group)) turn().pick(group)
        ghost = makeGhost(element, event.pointerType === 'touch')
      }
      ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`
      turn().aim(targetAt(event))
    }

    function up(event: PointerEvent) {
      const dragged = ghost !== null
      cancel()
      if (!dragged) return
      // The click event after a drag would put the tiles back.
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }))
      const target = targetAt(event)
      if (target !== null) place(target)
    }

    function cancel() {
      origin = null
      ghost?.remove()
      ghost = null
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', cancel)
    }

    element.addEventListener('pointerdown', down)
    return {
      update: (next: Group) => {
        group = next
      },
      destroy: () => {
        cancel()
        element.removeEventListener('pointerdown', down)
      },
    }
  }
}

function isPicked(turn: Turn, group: Group): boolean {
  return turn.picked?.factory === group.factory && turn.picked.colour === group.colour
}

function swallow(event: Event): void {
  event.stopPropagation()
  event.preventDefault()
}

/** The line under the pointer. */
export function targetAt(event: PointerEvent): Target | null {
  const element = document.elementFromPoint(event.clientX, event.clientY)
  const drop = element?.closest<HTMLElement>('[data-drop]')?.dataset.drop
  if (drop === undefined) return null
  return drop === 'floor' ? 'floor' : Number(drop)
}

/** The tile that follows the pointer; above a finger, which would cover it. */
function makeGhost(element: HTMLElement, byTouch: boolean): HTMLElement {
  const ghost = document.createElement('div')
  ghost.className = byTouch ? 'drag-ghost by-touch' : 'drag-ghost'
  const tile = element.querySelector('.tile')
  if (tile) ghost.append(tile.cloneNode(true))
  document.body.append(ghost)
  return ghost
}
