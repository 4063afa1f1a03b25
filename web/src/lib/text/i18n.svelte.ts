import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle'

import type { Language } from './languages'

/** What a message may be given. Numbers choose plurals; everything else is put in as it stands. */
export type Words = Record<string, FluentVariable>

type Loader = () => Promise<{ default: string }>

const LOADERS: Record<Language, Loader> = {
  en: () => import('virtual:locale/en'),
  de: () => import('virtual:locale/de'),
  nl: () => import('virtual:locale/nl'),
  nb: () => import('virtual:locale/nb'),
  is: () => import('virtual:locale/is'),
  it: () => import('virtual:locale/it'),
}

/** The plain sentences of one language. Isolation marks are off: names stand in sentences as is. */
export function makeBundle(language: Language, text: string): FluentBundle {
  // Icelandic numbers have no data in browsers, so no message may rely on a locale's grouping.
  const bundle = new FluentBundle(language, { useIsolating: false })
  const errors = bundle.addResource(new FluentResource(text))
  if (errors.length > 0) throw new Error(`the words of ${language}: ${errors.join('; ')}`)
  return bundle
}

const state = $state<{ language: Language; bundle: FluentBundle | null }>({
  language: 'en',
  bundle: null,
})

/** The language in which the client speaks. Reading it in a component makes it follow. */
export function language(): Language {
  return state.language
}

/** Loads a language and switches to it at once, without a reload. */
export async function useLanguage(wanted: Language): Promise<void> {
  const { default: text } = await LOADERS[wanted]()
  useBundle(wanted, makeBundle(wanted, text))
}

/** Switches to words that are already here: for tests and for pages that bring their own. */
export function useBundle(wanted: Language, bundle: FluentBundle): void {
  state.bundle = bundle
  state.language = wanted
  document.documentElement.lang = wanted
}

/** A sentence. A missing message shows its key, so that a person can at least report it. */
export function t(key: string, words?: Words): string {
  const bundle = state.bundle
  const pattern = bundle?.getMessage(key)?.value
  if (!bundle || !pattern) return key
  const errors: Error[] = []
  return bundle.formatPattern(pattern, words ?? null, errors)
}
