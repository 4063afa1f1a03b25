/*
 * A link to the replay of a record that it carries itself. The record is in the fragment, which
 * browsers do not send to the server.
 */

import { toUrl } from '../ui/address'

/** The name of the parameter in the fragment; `p` is for records that are not compressed. */
const COMPRESSED = 'z'
const PLAIN = 'p'

/** The most bytes that compression or decompression may yield, against decompression bombs. */
const LIMIT = 200_000

/** Returns a link that replays a record, from a step on. */
export async function recordLink(record: string, step = 0): Promise<string> {
  const bytes = new TextEncoder().encode(record.trim())
  const packed = await through(bytes, compressor())
  const [name, value] = packed ? [COMPRESSED, packed] : [PLAIN, bytes]
  const from = step > 0 ? `&step=${step}` : ''
  return toUrl(`/replay#${name}=${toBase64Url(value)}${from}`)
}

/** Returns the record in a fragment; null if there is none, undefined if it is damaged. */
export async function recordOfFragment(
  fragment: URLSearchParams,
): Promise<string | null | undefined> {
  const packed = fragment.get(COMPRESSED)
  const plain = fragment.get(PLAIN)
  if (packed === null && plain === null) return null
  try {
    const bytes = fromBase64Url(packed ?? plain ?? '')
    const unpacked = packed === null ? bytes : await through(bytes, decompressor())
    return unpacked ? new TextDecoder('utf-8', { fatal: true }).decode(unpacked) : undefined
  } catch {
    return undefined
  }
}

type Filter = ReadableWritablePair<Uint8Array, BufferSource>

/** Null in older browsers, which cannot compress. */
function compressor(): Filter | null {
  return typeof CompressionStream === 'undefined' ? null : new CompressionStream('deflate-raw')
}

function decompressor(): Filter | null {
  return typeof DecompressionStream === 'undefined' ? null : new DecompressionStream('deflate-raw')
}

async function through(bytes: Uint8Array, filter: Filter | null): Promise<Uint8Array | null> {
  if (!filter) return null
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(filter).getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > LIMIT) {
      await reader.cancel()
      throw new Error('the record is too long')
    }
    chunks.push(value)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (character) => character.charCodeAt(0))
}
