import type { Problem } from '../protocol'
import { problemText } from '../text/sentences'
import { toast } from '../ui/toasts.svelte'

/** The display time of the reason, in milliseconds: long enough to read it, and to look up. */
const STAY = 60_000

/** Tells the player that the account of this browser is suspended, until when and why. */
export function showSuspension(problem: Problem): void {
  toast(problemText(problem), 'bad', STAY)
}
