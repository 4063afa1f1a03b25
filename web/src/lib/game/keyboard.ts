import { isColour } from './colours'
import type { Turn } from './turn.svelte'

/** The actions that keys trigger. */
export interface KeyTargets {
  turn: Turn
  /** The seat that is choosing columns, if any. */
  tiling: number | null
  place: (target: number | 'floor') => void
  undo: () => void
  hint: () => void
  help: () => void
  skip: () => void
  commands: () => void
}

/**
 * Whether a key press is a table shortcut, not input for the focused control. Single-character
 * shortcuts can be switched off, because speech input triggers them by accident.
 */
export function isForTable(event: KeyboardEvent, singleKeys: boolean): boolean {
  if (!singleKeys && event.key.length === 1) return false
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const target = event.target as Element | null
  return !target?.closest('input, select, textarea, dialog, [contenteditable]')
}

/**
 * Handles a shortcut; returns whether the key was one. A digit selects a factory, or a line once
 * tiles are in hand.
 */
export function handleKey(key: string, targets: KeyTargets): boolean {
  const { turn } = targets
  const letter = key.length === 1 ? key.toUpperCase() : key
  if (/^[1-9]$/.test(letter)) {
    const number = Number(letter)
    if (targets.tiling !== null) return chooseColumn(turn, targets.tiling, number)
    if (turn.picked && number <= 5) {
      targets.place(number)
      return true
    }
    return turn.pickSource(number)
  }
  if (isColour(letter)) return turn.pickColour(letter)
  switch (letter) {
    case 'C':
      return turn.pickSource(null)
    case 'F':
      if (!turn.picked) return false
      targets.place('floor')
      return true
    case 'ENTER':
    case 'Enter':
      return confirm(turn, targets.tiling)
    case 'Escape':
      return targets.tiling === null ? turn.back() : turn.undoColumn(targets.tiling)
    case 'U':
      if (targets.tiling !== null && turn.undoColumn(targets.tiling)) return true
      if (!turn.back()) targets.undo()
      return true
    case 'H':
      targets.hint()
      return true
    case 'S':
      targets.skip()
      return true
    case '?':
      targets.help()
      return true
    case '/':
      targets.commands()
      return true
    default:
      return false
  }
}

function confirm(turn: Turn, tiling: number | null): boolean {
  if (turn.confirm()) return true
  return tiling !== null && turn.confirmColumns(tiling)
}

function chooseColumn(turn: Turn, seat: number, column: number): boolean {
  const choice = turn.tiling(seat)?.next?.choices.find((one) => one.column === column)
  return choice !== undefined && turn.chooseColumn(seat, choice.placement)
}
