import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

import type { DrawView } from '../protocol'

/**
 * Whether the commitment is the SHA-256 of secret and game id; null before the secret is revealed.
 * WebCrypto is only available on secure origins, but games are also played over plain http.
 */
export function secretMatches(draw: DrawView, game: string): boolean | null {
  if (draw.secret === null) return null
  const digest = sha256(concatBytes(hexToBytes(draw.secret), utf8ToBytes(game)))
  return bytesToHex(digest) === draw.commitment
}
