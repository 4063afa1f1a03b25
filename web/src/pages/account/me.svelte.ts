import { api } from '../../lib/net/api'
import type { Me } from '../../lib/protocol'

/** The player of this browser, once known. */
const state = $state<{ me: Me | null }>({ me: null })
let asked: Promise<Me> | null = null

export function me(): Me | null {
  return state.me
}

/** Fetches the player once; the request creates a guest for a new browser. */
export function loadMe(): Promise<Me> {
  asked ??= api.me().then(
    (found) => {
      state.me = found
      return found
    },
    (error: unknown) => {
      asked = null
      throw error
    },
  )
  return asked
}

/** Updates the player after a login, sign-up or rename. */
export function setMe(now: Me): void {
  state.me = now
  asked = Promise.resolve(now)
}

/** Forgets the player after a logout or deletion. */
export function forgetMe(): void {
  state.me = null
  asked = null
}
