import type { Sound } from './sounds'

/** A decaying sine of a struck tile or a bell. */
interface Partial {
  /** In hertz. */
  pitch: number
  /** In seconds from the start. */
  at: number
  length: number
  /** The time to full volume, in seconds; a struck tile has none. */
  attack?: number
  volume: number
}

/** A burst of filtered noise: the contact of two tiles. */
interface Knock {
  at: number
  pitch: number
  volume: number
}

interface Recipe {
  partials: Partial[]
  knocks: Knock[]
}

const KNOCK_LENGTH = 0.03
/** The attack of a soft mallet, in seconds. */
const BELL_ATTACK = 0.006

/** A glazed tile: inharmonic partials that die away within a tenth of a second. */
function tile(pitch: number, at = 0, volume = 1): Recipe {
  return {
    knocks: [{ at, pitch: pitch * 1.6, volume: 0.32 * volume }],
    partials: [
      { pitch, at, length: 0.13, volume: 0.15 * volume },
      { pitch: pitch * 2.32, at, length: 0.08, volume: 0.09 * volume },
      { pitch: pitch * 3.87, at, length: 0.045, volume: 0.05 * volume },
    ],
  }
}

function bell(pitch: number, at: number, length: number): Recipe {
  return {
    knocks: [],
    partials: [
      { pitch, at, length, attack: BELL_ATTACK, volume: 0.13 },
      { pitch: pitch * 2.01, at, length: length / 2, attack: BELL_ATTACK, volume: 0.035 },
    ],
  }
}

function together(...recipes: Recipe[]): Recipe {
  return {
    knocks: recipes.flatMap(({ knocks }) => knocks),
    partials: recipes.flatMap(({ partials }) => partials),
  }
}

export const RECIPES: Record<Sound, Recipe> = {
  take: tile(1450, 0, 0.7),
  place: together(tile(980), tile(1120, 0.045, 0.6)),
  fall: together(tile(430, 0, 0.9), tile(360, 0.07, 0.7)),
  score: together(tile(1240, 0, 0.6), bell(988, 0.03, 0.25), bell(1319, 0.11, 0.35)),
  // After the sound of the tiles that landed.
  turn: together(bell(659, 0.15, 0.25), bell(880, 0.27, 0.4)),
  end: together(bell(523, 0, 0.45), bell(659, 0.14, 0.45), bell(784, 0.28, 0.7)),
}

let context: AudioContext | null = null
let noise: AudioBuffer | null = null

/** Plays a sound. */
export function play(name: Sound): void {
  context ??= new AudioContext()
  // Browsers suspend audio until the user interacts with the page.
  if (context.state === 'suspended') void context.resume()
  const { partials, knocks } = RECIPES[name]
  for (const partial of partials) playPartial(context, partial)
  for (const knock of knocks) playKnock(context, knock)
}

/** A gain that decays to silence. */
function decay(
  audio: AudioContext,
  volume: number,
  start: number,
  length: number,
  attack = 0,
): GainNode {
  const gain = audio.createGain()
  gain.gain.setValueAtTime(attack > 0 ? 0 : volume, start)
  if (attack > 0) gain.gain.linearRampToValueAtTime(volume, start + attack)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
  gain.connect(audio.destination)
  return gain
}

function playPartial(audio: AudioContext, partial: Partial): void {
  const { pitch, at, length, attack, volume } = partial
  const start = audio.currentTime + at
  const oscillator = audio.createOscillator()
  oscillator.frequency.setValueAtTime(pitch, start)
  oscillator.connect(decay(audio, volume, start, length, attack))
  oscillator.start(start)
  oscillator.stop(start + length)
}

function playKnock(audio: AudioContext, { at, pitch, volume }: Knock): void {
  const start = audio.currentTime + at
  noise ??= makeNoise(audio)
  const source = audio.createBufferSource()
  source.buffer = noise
  const filter = audio.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.setValueAtTime(pitch, start)
  source.connect(filter).connect(decay(audio, volume, start, KNOCK_LENGTH))
  source.start(start)
  source.stop(start + KNOCK_LENGTH)
}

function makeNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * KNOCK_LENGTH), audio.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1
  return buffer
}
