import { settings } from './settings.svelte'

/** The sounds of the table. */
export type Sound = 'take' | 'place' | 'turn' | 'score' | 'fall' | 'end'

/** Plays a sound if sounds are on. The synthesiser is loaded with the first one. */
export function sound(name: Sound): void {
  if (!settings.sounds || document.hidden || typeof AudioContext === 'undefined') return
  void import('./synth').then(({ play }) => play(name))
}
