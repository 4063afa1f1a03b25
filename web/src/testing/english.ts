import { localeText } from '../../scripts/locales-plugin'
import { makeBundle, useBundle } from '../lib/i18n.svelte'
import type { Language } from '../lib/languages'

/** Speaks a language in tests, without loading anything. */
export function speak(language: Language = 'en'): void {
  useBundle(language, makeBundle(language, localeText(language)))
}
