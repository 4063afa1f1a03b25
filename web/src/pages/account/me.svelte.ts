import { api } from '../../lib/net/api'
import type { Me } from '../../lib/protocol'

/** Who plays in this browser, as far as it is known. */
const state = $state<{ me: Me | null }>({ me: null })
let asked: Promise<Me> | null = null

export function me(): Me | null {
  return state.me
}

/** Asks the server once; a browser that is new here becomes a guest by asking. */
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

/** After a login, a sign-up or a new name. */
export function setMe(now: Me): void {
  state.me = now
  asked = Promise.resolve(now)
}

/** After logging out or deleting: somebody else plays here now. */
export function forgetMe(): void {
  state.me = null
  asked = null
}
