import { settings } from './settings.svelte'

/** Short synthesised sounds; off by default. */
export type Sound = 'take' | 'place' | 'turn' | 'score' | 'fall' | 'end'

interface Tone {
  /** In hertz. */
  pitch: number
  /** In seconds from the start. */
  at: number
  length: number
  volume: number
  shape: OscillatorType
}

const click = (pitch: number, at = 0, volume = 0.12): Tone => ({
  pitch,
  at,
  length: 0.07,
  volume,
  shape: 'triangle',
})

const SOUNDS: Record<Sound, Tone[]> = {
  take: [click(1250), click(1730, 0.012, 0.06)],
  place: [click(760), click(1020, 0.03, 0.08)],
  turn: [
    { pitch: 660, at: 0, length: 0.18, volume: 0.09, shape: 'sine' },
    { pitch: 880, at: 0.12, length: 0.28, volume: 0.09, shape: 'sine' },
  ],
  score: [click(980), click(1310, 0.07), click(1560, 0.14)],
  fall: [click(300, 0, 0.14), click(210, 0.06, 0.12)],
  end: [
    { pitch: 523, at: 0, length: 0.4, volume: 0.08, shape: 'sine' },
    { pitch: 659, at: 0.14, length: 0.4, volume: 0.08, shape: 'sine' },
    { pitch: 784, at: 0.28, length: 0.6, volume: 0.08, shape: 'sine' },
  ],
}

let context: AudioContext | null = null

export function sound(name: Sound): void {
  if (!settings.sounds || document.hidden || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  // Browsers suspend audio until the user interacts with the page.
  if (context.state === 'suspended') void context.resume()
  for (const tone of SOUNDS[name]) playTone(context, tone)
}

function playTone(audio: AudioContext, { pitch, at, length, volume, shape }: Tone): void {
  const start = audio.currentTime + at
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.type = shape
  oscillator.frequency.setValueAtTime(pitch, start)
  gain.gain.setValueAtTime(volume, start)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + length)
}
