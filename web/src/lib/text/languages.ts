/** The languages of the client by their own names, in menu order. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  nl: 'Nederlands',
  nb: 'Norsk bokmål',
  is: 'Íslenska',
  it: 'Italiano',
} as const

export type Language = keyof typeof LANGUAGES

export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as Language[]

/** The supported language that the browser prefers most; English if there is none. */
export function negotiate(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const primary = tag.toLowerCase().split('-')[0] ?? ''
    const found = primary === 'no' || primary === 'nn' ? 'nb' : primary
    if (isLanguage(found)) return found
  }
  return 'en'
}

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag)
}
