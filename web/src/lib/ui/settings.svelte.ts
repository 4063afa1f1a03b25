import { isLanguage, negotiate, type Language } from '../text/languages'
import { readStored, writeStored } from './storage'

export type Theme = 'system' | 'light' | 'dark'
/** The speed of animations. */
export type Speed = 'normal' | 'fast' | 'instant'
/** How moves are confirmed; `auto` depends on the game's undo policy and clock. */
export type Confirm = 'auto' | 'off' | 'countdown' | 'explicit'

export interface Settings {
  language: Language
  theme: Theme
  sounds: boolean
  /** Whether the table has asked about sounds. */
  soundsAsked: boolean
  speed: Speed
  confirm: Confirm
  letters: boolean
  notifications: boolean
  /** Whether to confirm a costly move if a cheaper one takes the same tiles. */
  warnCostly: boolean
  /** Whether phrases of other players are shown and announced. */
  phrases: boolean
  /** Whether the end of each round is shown as a scene of its own. */
  scoring: boolean
  /** Whether there is a pause before the move of a bot. */
  thinking: boolean
  /** Whether a card announces the next player on the same screen. */
  handOver: boolean
  /** Whether single-character shortcuts are enabled. */
  singleKeys: boolean
  /** Whether games without other people's devices are played on this one. */
  onDevice: boolean
}

const KEY = 'azulejo.settings'

const CHOICES = {
  theme: ['system', 'light', 'dark'],
  speed: ['normal', 'fast', 'instant'],
  confirm: ['auto', 'off', 'countdown', 'explicit'],
} as const
const FLAGS = [
  'sounds',
  'soundsAsked',
  'scoring',
  'handOver',
  'thinking',
  'letters',
  'notifications',
  'warnCostly',
  'phrases',
  'singleKeys',
  'onDevice',
] as const

export function defaults(): Settings {
  return {
    language: negotiate(typeof navigator === 'undefined' ? [] : navigator.languages),
    theme: 'system',
    sounds: false,
    soundsAsked: false,
    speed: 'normal',
    confirm: 'auto',
    letters: false,
    notifications: false,
    warnCostly: true,
    phrases: true,
    scoring: true,
    handOver: true,
    thinking: true,
    singleKeys: true,
    onDevice: false,
  }
}

/** The stored settings, with defaults for missing or invalid ones. */
export function readSettings(stored: unknown): Settings {
  const read = defaults()
  if (typeof stored !== 'object' || stored === null) return read
  const from = stored as Record<string, unknown>
  if (typeof from.language === 'string' && isLanguage(from.language)) read.language = from.language
  read.theme = choice(CHOICES.theme, from.theme) ?? read.theme
  read.speed = choice(CHOICES.speed, from.speed) ?? read.speed
  read.confirm = choice(CHOICES.confirm, from.confirm) ?? read.confirm
  for (const flag of FLAGS) {
    if (typeof from[flag] === 'boolean') read[flag] = from[flag]
  }
  return read
}

function choice<T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find((option) => option === value)
}

/** The settings of this browser (reactive); `useSettings` stores changes. */
export const settings = $state<Settings>(readSettings(readStored(KEY)))

/** Selects the `theme-color` of the browser's frame; index.html has one per theme. */
function showThemeColour(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme-colour]')) {
    const own = meta.dataset.themeColour ?? ''
    const always = theme === own ? 'all' : 'not all'
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : always
  }
}

/**
 * Applies and stores settings, and syncs them with other tabs. Call once, in the root component.
 */
export function useSettings(): void {
  $effect(() => {
    writeStored(KEY, $state.snapshot(settings))
  })
  $effect(() => {
    const root = document.documentElement
    if (settings.theme === 'system') delete root.dataset.theme
    else root.dataset.theme = settings.theme
    root.classList.toggle('letters', settings.letters)
    showThemeColour(settings.theme)
  })
  $effect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === KEY) Object.assign(settings, readSettings(readStored(KEY)))
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  })
}
