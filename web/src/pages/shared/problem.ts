import { ApiError } from '../../lib/net/api'
import type { Problem } from '../../lib/protocol'

/** Converts any thrown value to a problem. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem
  return { code: 'unavailable', field: null, detail: String(error) }
}
