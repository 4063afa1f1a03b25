import { tick } from 'svelte'

import { t } from '../text/i18n.svelte'
import { refusalSentence } from '../text/sentences'
import { announce } from '../ui/announce.svelte'
import type { Group } from './groups'
import type { Target, Turn } from './turn.svelte'

/**
 * Takes a group in hand and returns whether that is possible. For keyboard users the focus moves on
 * to the first line in `root` that accepts the tiles.
 */
export function takeGroup(turn: Turn, group: Group, root: HTMLElement | undefined): boolean {
  if (!turn.pick(group)) return false
  const byKeyboard = document.activeElement?.matches(':focus-visible') ?? false
  if (byKeyboard && turn.picked !== null) {
    void tick().then(() => root?.querySelector<HTMLElement>('.legal > [data-drop]')?.focus())
  }
  return true
}

/** Places the tiles in hand, or explains why not. */
export function placeTiles(turn: Turn, target: Target): void {
  if (!turn.place(target)) explainRefusal(turn, target)
}

/** Explains why a target does not accept the tiles in hand, or that there are none. */
export function explainRefusal(turn: Turn, target: Target): void {
  const refusal = target === 'floor' ? undefined : turn.refusalAt(target)
  turn.aim(target)
  announce(refusal ? refusalSentence(refusal) : t('turn-take'))
}
