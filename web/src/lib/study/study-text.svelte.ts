import type { FluentBundle } from '@fluent/bundle'

import { language, makeBundle, type MessageArgs } from '../text/i18n.svelte'
import type { Language } from '../text/languages'

/** The messages of the report, loaded only by its page. */
const TEXTS = import.meta.glob<string>('../../../../locales/*/study.ftl', {
  query: '?raw',
  import: 'default',
})

let now = $state.raw<{ language: Language; bundle: FluentBundle } | null>(null)

/** Whether the messages are loaded. */
export function studyReady(): boolean {
  return now !== null
}

/** The text of a message; its key if it is missing, so that it can be reported. */
export function s(key: string, words?: MessageArgs): string {
  const bundle = now?.bundle
  const pattern = bundle?.getMessage(key)?.value
  if (!bundle || !pattern) return key
  return bundle.formatPattern(pattern, words ?? null, [])
}

async function load(wanted: Language): Promise<void> {
  const text = TEXTS[`../../../../locales/${wanted}/study.ftl`]
  if (!text) throw new Error(`no messages for ${wanted}`)
  const bundle = makeBundle(wanted, await text())
  // A slow response must not override a later choice.
  if (language() === wanted) now = { language: wanted, bundle }
}

/** Loads the messages of the current language whenever it changes. Call in a component. */
export function useStudyText(onfail: () => void): void {
  $effect(() => {
    const wanted = language()
    if (now?.language !== wanted) load(wanted).catch(onfail)
  })
}
