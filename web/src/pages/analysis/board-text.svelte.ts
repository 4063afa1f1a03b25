import type { FluentBundle } from '@fluent/bundle'

import { language, makeBundle, type MessageArgs } from '../../lib/text/i18n.svelte'
import type { Language } from '../../lib/text/languages'

/** The messages of the analysis board, loaded only by its page. */
const TEXTS = import.meta.glob<string>('../../../../locales/*/board.ftl', {
  query: '?raw',
  import: 'default',
})

let now = $state.raw<{ language: Language; bundle: FluentBundle } | null>(null)

/** Whether the messages are loaded. */
export function ready(): boolean {
  return now !== null
}

/** The text of a message of the board; its key if it is missing, so that it can be reported. */
export function b(key: string, words?: MessageArgs): string {
  const bundle = now?.bundle
  const pattern = bundle?.getMessage(key)?.value
  if (!bundle || !pattern) return key
  return bundle.formatPattern(pattern, words ?? null, [])
}

async function load(wanted: Language): Promise<void> {
  const text = TEXTS[`../../../../locales/${wanted}/board.ftl`]
  if (!text) throw new Error(`no messages of the board for ${wanted}`)
  const bundle = makeBundle(wanted, await text())
  // A slow response must not override a later choice.
  if (language() === wanted) now = { language: wanted, bundle }
}

/** Loads the messages of the current language whenever it changes. Call in a component. */
export function useBoardText(onfail: () => void): void {
  $effect(() => {
    const wanted = language()
    if (now?.language !== wanted) load(wanted).catch(onfail)
  })
}
