import type { FluentBundle } from '@fluent/bundle'

import { language, makeBundle, type MessageArgs } from './i18n.svelte'
import type { Language } from './languages'

/** The messages of a file that only some pages load. */
export class LazyText {
  readonly #texts: Record<string, () => Promise<string>>
  #now = $state.raw<{ language: Language; bundle: FluentBundle } | null>(null)

  /** `texts` are the loaders by path, from `import.meta.glob`. */
  constructor(texts: Record<string, () => Promise<string>>) {
    this.#texts = texts
  }

  /** Whether the messages are loaded. */
  readonly ready = (): boolean => this.#now !== null

  /** The text of a message; its key if it is missing, so that it can be reported. */
  readonly text = (key: string, words?: MessageArgs): string => {
    const bundle = this.#now?.bundle
    const pattern = bundle?.getMessage(key)?.value
    if (!bundle || !pattern) return key
    return bundle.formatPattern(pattern, words ?? null, [])
  }

  /** Loads the messages of the current language whenever it changes. Call in a component. */
  readonly use = (onfail: () => void): void => {
    $effect(() => {
      const wanted = language()
      if (this.#now?.language !== wanted) this.#load(wanted).catch(onfail)
    })
  }

  async #load(wanted: Language): Promise<void> {
    const path = Object.keys(this.#texts).find((one) => one.includes(`/locales/${wanted}/`))
    const text = path === undefined ? undefined : this.#texts[path]
    if (!text) throw new Error(`no messages for ${wanted}`)
    const bundle = makeBundle(wanted, await text())
    // A slow response must not override a later choice.
    if (language() === wanted) this.#now = { language: wanted, bundle }
  }
}
