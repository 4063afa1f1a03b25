/**
 * Reads and writes of localStorage that cannot fail: it may be full, forbidden or hold anything.
 */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing depends on it: the setting then lasts as long as the page.
  }
}
