import { isLanguage, negotiate, type Language } from '../text/languages'
import { readStored, writeStored } from './storage'

export type Theme = 'system' | 'light' | 'dark'
/** How fast tiles travel: at once, or so many times the usual speed. */
export type Speed = 'normal' | 'fast' | 'instant'
/** When a move is final; `auto` is off where undo is free, and suits the clock otherwise. */
export type Confirm = 'auto' | 'off' | 'countdown' | 'explicit'

export interface Settings {
  language: Language
  theme: Theme
  sounds: boolean
  speed: Speed
  confirm: Confirm
  letters: boolean
  notifications: boolean
  /** Warn before a move that costs much although a cheaper one takes the same tiles. */
  warnCostly: boolean
  /** Whether what others say at the table is shown and read out. */
  phrases: boolean
  /** Whether letters, digits and signs do something without being typed into a field. */
  singleKeys: boolean
}

const KEY = 'azulejo.settings'

const CHOICES = {
  theme: ['system', 'light', 'dark'],
  speed: ['normal', 'fast', 'instant'],
  confirm: ['auto', 'off', 'countdown', 'explicit'],
} as const
const FLAGS = ['sounds', 'letters', 'notifications', 'warnCostly', 'phrases', 'singleKeys'] as const

export function defaults(): Settings {
  return {
    language: negotiate(typeof navigator === 'undefined' ? [] : navigator.languages),
    theme: 'system',
    sounds: false,
    speed: 'normal',
    confirm: 'auto',
    letters: false,
    notifications: false,
    warnCostly: true,
    phrases: true,
    singleKeys: true,
  }
}

/** What was stored, as far as it makes sense; defaults for the rest. */
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

/** The settings of this browser. Assign to a field and everything follows; see `keepSettings`. */
export const settings = $state<Settings>(readSettings(readStored(KEY)))

/** Keeps settings in storage and on the document, and follows other tabs. Call once, in a root. */
export function keepSettings(): void {
  $effect(() => {
    writeStored(KEY, $state.snapshot(settings))
  })
  $effect(() => {
    const root = document.documentElement
    if (settings.theme === 'system') delete root.dataset.theme
    else root.dataset.theme = settings.theme
    root.classList.toggle('letters', settings.letters)
  })
  $effect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === KEY) Object.assign(settings, readSettings(readStored(KEY)))
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  })
}
