/** A record that one page hands over to the next one without a server. */
let record: string | null = null

/** Hands a record over to the page that opens next. */
export function handOver(text: string): void {
  record = text
}

/** The record that was handed over, once; null if there is none. */
export function takeRecord(): string | null {
  const text = record
  record = null
  return text
}
