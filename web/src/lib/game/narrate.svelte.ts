import { announce } from '../ui/announce.svelte'
import type { Audience, GameStore } from './game-store.svelte'
import { t } from '../text/i18n.svelte'
import type { Step } from '../protocol'
import { sound, type Sound } from '../ui/sounds'
import { describeStep, type Viewer } from '../text/narration'
import { toast } from '../ui/toasts.svelte'
import { phraseText } from '../text/sentences'

/** Announces a step to screen readers, and plays its sound when its tiles have landed. */
export function narrateStep(
  step: Step,
  game: GameStore,
  viewer: Viewer,
  landed: Promise<void>,
): void {
  const text = describeStep(step, viewer).join(' ')
  // The answer to the player's own undo request must be visible outside the log as well.
  const answered = step.what.kind === 'undo_refused' && game.mine.includes(step.what.seat)
  if (answered) toast(text)
  else announce(text)
  const name = soundOf(step)
  if (name) void landed.then(() => sound(name))
}

function soundOf({ what, events }: Step): Sound | null {
  if (events.some(({ event }) => event === 'spilled')) return 'fall'
  if (what.kind === 'moved') return 'place'
  if (what.kind === 'tiled') return 'score'
  return what.kind === 'ended' ? 'end' : null
}

/** Announces a phrase. */
export function narratePhrase(viewer: Viewer): Audience['said'] {
  return (seat, phrase) =>
    announce(t('phrase-said', { name: viewer.name(seat), phrase: phraseText(phrase) }))
}

/** Announces the turn whenever it becomes this player's. Call during component initialisation. */
export function announceTurn(myTurn: () => boolean, landed: () => Promise<void>): void {
  let before = false
  $effect(() => {
    const mine = myTurn()
    if (mine && !before) {
      void landed().then(() => sound('turn'))
      announce(t('turn-yours'))
    }
    before = mine
  })
}
