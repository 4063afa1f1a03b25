/** A record that another page opens on the analysis board. */
interface HandedOver {
  record: string
  /** The step of the replay that was shown. */
  step: number
}

let waiting: HandedOver | null = null

/** Leaves a record for the analysis board, which is shown next. */
export function handOver(record: string, step: number): void {
  waiting = { record, step }
}

/** Takes the record that another page left, if any. */
export function takeHandedOver(): HandedOver | null {
  const taken = waiting
  waiting = null
  return taken
}
