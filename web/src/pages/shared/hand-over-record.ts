/** A record that one page hands over to the next one without a server. */
export interface HandedOver {
  record: string
  /** The step of the replay that was shown. */
  step: number
}

let waiting: HandedOver | null = null

/** Hands a record over to the page that opens next. */
export function handOver(record: string, step = 0): void {
  waiting = { record, step }
}

/** The record that was handed over, once; null if there is none. */
export function takeHandedOver(): HandedOver | null {
  const taken = waiting
  waiting = null
  return taken
}
