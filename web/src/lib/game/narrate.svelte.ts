import { announce } from '../ui/announce.svelte'
import type { Audience, GameStore } from './game-store.svelte'
import { t } from '../text/i18n.svelte'
import type { Step } from '../protocol'
import { sound } from '../ui/sounds'
import { describeStep, type Viewer } from '../text/narration'
import { toast } from '../ui/toasts.svelte'
import { phraseText } from '../text/sentences'

/** Announces a step to screen readers and plays its sound. */
export function narrateStep(step: Step, game: GameStore, viewer: Viewer): void {
  const text = describeStep(step, viewer).join(' ')
  // The answer to the player's own undo request must be visible outside the log as well.
  const answered = step.what.kind === 'undo_refused' && game.mine.includes(step.what.seat)
  if (answered) toast(text)
  else announce(text)
  if (step.events.some(({ event }) => event === 'spilled')) sound('fall')
  else if (step.what.kind === 'moved') sound('place')
  else if (step.what.kind === 'tiled') sound('score')
  else if (step.what.kind === 'ended') sound('end')
}

/** Announces a phrase. */
export function narratePhrase(viewer: Viewer): Audience['said'] {
  return (seat, phrase) =>
    announce(t('phrase-said', { name: viewer.name(seat), phrase: phraseText(phrase) }))
}

/** Announces the turn whenever it becomes this player's. Call during component initialisation. */
export function announceTurn(myTurn: () => boolean): void {
  let before = false
  $effect(() => {
    const mine = myTurn()
    if (mine && !before) {
      sound('turn')
      announce(t('turn-yours'))
    }
    before = mine
  })
}
