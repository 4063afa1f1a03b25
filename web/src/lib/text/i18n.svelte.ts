import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle'

import type { Language } from './languages'

/** The arguments of a message. Numbers select plural forms; strings are inserted verbatim. */
export type MessageArgs = Record<string, FluentVariable>

type Loader = () => Promise<{ default: string }>

const LOADERS: Record<Language, Loader> = {
  en: () => import('virtual:locale/en'),
  de: () => import('virtual:locale/de'),
  nl: () => import('virtual:locale/nl'),
  nb: () => import('virtual:locale/nb'),
  is: () => import('virtual:locale/is'),
  it: () => import('virtual:locale/it'),
}

/** Creates the messages of a language, without Unicode isolation marks around arguments. */
export function makeBundle(language: Language, text: string): FluentBundle {
  // Browsers have no Icelandic number data, so numbers are formatted as plain digits.
  const bundle = new FluentBundle(language, { useIsolating: false })
  const errors = bundle.addResource(new FluentResource(text))
  if (errors.length > 0) throw new Error(`invalid messages in ${language}: ${errors.join('; ')}`)
  return bundle
}

const state = $state<{ language: Language; bundle: FluentBundle | null }>({
  language: 'en',
  bundle: null,
})

/** The current language (reactive). */
export function language(): Language {
  return state.language
}

/** Loads a language and switches to it. */
export async function useLanguage(wanted: Language): Promise<void> {
  const { default: text } = await LOADERS[wanted]()
  useBundle(wanted, makeBundle(wanted, text))
}

/** Switches to messages that are already loaded, for tests. */
export function useBundle(wanted: Language, bundle: FluentBundle): void {
  state.bundle = bundle
  state.language = wanted
  document.documentElement.lang = wanted
}

/** The text of a message; its key if it is missing, so that it can be reported. */
export function t(key: string, words?: MessageArgs): string {
  const bundle = state.bundle
  const pattern = bundle?.getMessage(key)?.value
  if (!bundle || !pattern) return key
  const errors: Error[] = []
  return bundle.formatPattern(pattern, words ?? null, errors)
}
