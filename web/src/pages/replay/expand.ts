import { api } from '../../lib/net/api'
import type { ReplayView } from '../../lib/protocol'
import { problemOf } from '../shared/problem'

/** Expands a record: on the server, or on this device if asked or if there is no connection. */
export async function expandAnywhere(record: string, onDevice = false): Promise<ReplayView> {
  if (!onDevice) {
    try {
      return await api.expand(record)
    } catch (error) {
      if (problemOf(error).code !== 'unavailable') throw error
    }
  }
  // Loaded when first needed.
  const { expandRecord } = await import('../../lib/local')
  return expandRecord(record)
}
