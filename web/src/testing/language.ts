import { localeText } from '../../scripts/locales-plugin'
import { makeBundle, useBundle } from '../lib/text/i18n.svelte'
import type { Language } from '../lib/text/languages'

/** Speaks a language in tests, without loading anything. */
export function speak(language: Language = 'en'): void {
  useBundle(language, makeBundle(language, localeText(language)))
}
