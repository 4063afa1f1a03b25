/** The languages of the client, each under its own name, in the order of menus. */
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

/** The best of our languages for what the browser prefers; English when it wants none of them. */
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
