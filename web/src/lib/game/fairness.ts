import type { DrawView } from '../protocol'
import { bytesToHex, hexToBytes, sha256 } from './sha256'

/** Whether the secret is the one that was committed to: SHA-256 of the secret and the game's id. */
export function secretMatches(draw: DrawView, game: string): boolean | null {
  if (draw.secret === null) return null
  const secret = hexToBytes(draw.secret)
  const id = new TextEncoder().encode(game)
  const both = new Uint8Array(secret.length + id.length)
  both.set(secret)
  both.set(id, secret.length)
  return bytesToHex(sha256(both)) === draw.commitment
}
