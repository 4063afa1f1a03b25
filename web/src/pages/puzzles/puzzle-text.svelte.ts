import type { FluentBundle } from '@fluent/bundle'

import { language, makeBundle, type MessageArgs } from '../../lib/text/i18n.svelte'
import type { Language } from '../../lib/text/languages'

/** The messages of puzzles, loaded only by their page. */
const TEXTS = import.meta.glob<string>('../../../../locales/*/puzzles.ftl', {
  query: '?raw',
  import: 'default',
})

let now = $state.raw<{ language: Language; bundle: FluentBundle } | null>(null)

/** Whether the messages are loaded. */
export function puzzleTextReady(): boolean {
  return now !== null
}

/** The text of a message; its key if it is missing, so that it can be reported. */
export function p(key: string, words?: MessageArgs): string {
  const bundle = now?.bundle
  const pattern = bundle?.getMessage(key)?.value
  if (!bundle || !pattern) return key
  return bundle.formatPattern(pattern, words ?? null, [])
}

async function load(wanted: Language): Promise<void> {
  const text = TEXTS[`../../../../locales/${wanted}/puzzles.ftl`]
  if (!text) throw new Error(`no messages of the puzzles for ${wanted}`)
  const bundle = makeBundle(wanted, await text())
  // A slow response must not override a later choice.
  if (language() === wanted) now = { language: wanted, bundle }
}

/** Loads the messages of the current language whenever it changes. Call in a component. */
export function usePuzzleText(onfail: () => void): void {
  $effect(() => {
    const wanted = language()
    if (now?.language !== wanted) load(wanted).catch(onfail)
  })
}
