import type { FluentBundle } from '@fluent/bundle'

import { language, makeBundle, type Words } from '../../lib/text/i18n.svelte'
import type { Language } from '../../lib/text/languages'

/** The words of the rules and the lesson: long, and fetched only by the pages that need them. */
const TEXTS = import.meta.glob<string>('../../../../locales/*/rules.ftl', {
  query: '?raw',
  import: 'default',
})

let now = $state.raw<{ language: Language; bundle: FluentBundle } | null>(null)

/** Whether the words are here. */
export function ready(): boolean {
  return now !== null
}

/** A sentence of the rules; its key where there is none, so that a person can report it. */
export function r(key: string, words?: Words): string {
  const bundle = now?.bundle
  const pattern = bundle?.getMessage(key)?.value
  if (!bundle || !pattern) return key
  return bundle.formatPattern(pattern, words ?? null, [])
}

async function load(wanted: Language): Promise<void> {
  const text = TEXTS[`../../../../locales/${wanted}/rules.ftl`]
  if (!text) throw new Error(`there are no rules in ${wanted}`)
  const bundle = makeBundle(wanted, await text())
  // A slower answer must not overwrite a later choice.
  if (language() === wanted) now = { language: wanted, bundle }
}

/** Fetches the words of the language that is spoken, and follows it. Call in a component. */
export function keepRules(onfail: () => void): void {
  $effect(() => {
    const wanted = language()
    if (now?.language !== wanted) load(wanted).catch(onfail)
  })
}
