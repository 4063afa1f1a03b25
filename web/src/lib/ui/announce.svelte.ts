/**
 * What the one live region of the page says. Sentences that come together are said together: a
 * bot's move must not be lost because "Your turn." follows at once. Two equal sentences in a row
 * are made different with an invisible mark: otherwise screen readers keep silent about the second.
 */
const state = $state({ text: '' })

/** Sentences that come within so many milliseconds belong together. */
const TOGETHER = 700
/** A region that grows without end is read from the start again and again. */
const LONGEST = 1200

let together: string[] = []
let since = -TOGETHER
let odd = false

export function announcement(): string {
  return state.text
}

export function announce(text: string): void {
  if (text === '') return
  const now = performance.now()
  if (now - since >= TOGETHER) together = []
  if (together.at(-1) !== text) together.push(text)
  while (together.length > 1 && together.join(' ').length > LONGEST) together.shift()
  since = now
  odd = !odd
  state.text = together.join(' ') + (odd ? '\u00a0' : '')
}
