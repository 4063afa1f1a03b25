import { localeText } from '../../scripts/locales-plugin'
import { makeBundle, useBundle } from '../lib/text/i18n.svelte'
import type { Language } from '../lib/text/languages'

/** Switches to a language in tests, without lazy loading. */
export function useTestLanguage(language: Language = 'en'): void {
  useBundle(language, makeBundle(language, localeText(language)))
}
