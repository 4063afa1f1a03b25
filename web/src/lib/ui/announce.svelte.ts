/**
 * The text of the page's live region. Sentences in quick succession are combined: a bot's move must
 * not be lost because "Your turn." follows at once. An invisible character tells equal sentences
 * apart, which screen readers would otherwise ignore.
 */
const state = $state({ text: '' })

/** Sentences within this many milliseconds are combined. */
const COMBINE_WITHIN = 700
/** The maximum length of the combined text: screen readers reread it from the start. */
const MAX_LENGTH = 1200

let sentences: string[] = []
let since = -COMBINE_WITHIN
let odd = false

export function announcement(): string {
  return state.text
}

export function announce(text: string): void {
  if (text === '') return
  const now = performance.now()
  if (now - since >= COMBINE_WITHIN) sentences = []
  if (sentences.at(-1) !== text) sentences.push(text)
  while (sentences.length > 1 && sentences.join(' ').length > MAX_LENGTH) sentences.shift()
  since = now
  odd = !odd
  state.text = sentences.join(' ') + (odd ? '\u00a0' : '')
}
