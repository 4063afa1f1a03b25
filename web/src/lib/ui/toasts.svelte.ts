import { announce } from './announce.svelte'

export interface Toast {
  id: number
  text: string
  tone: 'plain' | 'good' | 'bad'
}

const shown = $state<Toast[]>([])
let last = 0

/** The display time of a toast, in milliseconds. */
const STAY = 6000

export function toasts(): readonly Toast[] {
  return shown
}

/** Shows a toast for a time in milliseconds and announces it. */
export function toast(text: string, tone: Toast['tone'] = 'plain', stay = STAY): void {
  // A repeated text replaces the earlier toast.
  const same = shown.findIndex((other) => other.text === text)
  if (same >= 0) shown.splice(same, 1)
  const id = ++last
  shown.push({ id, text, tone })
  announce(text)
  setTimeout(() => dismiss(id), stay)
}

export function dismiss(id: number): void {
  const index = shown.findIndex((one) => one.id === id)
  if (index >= 0) shown.splice(index, 1)
}
