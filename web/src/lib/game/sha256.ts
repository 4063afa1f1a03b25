/**
 * SHA-256. Browsers have it too, but on secure origins only; a table in the living room is served
 * over plain http and its draws can be checked there as well.
 */
export function sha256(message: Uint8Array): Uint8Array {
  const { k, start } = constants()
  const hash = Uint32Array.from(start)
  const blocks = padded(message)
  const w = new Uint32Array(64)
  for (let offset = 0; offset < blocks.byteLength; offset += 64) {
    for (let i = 0; i < 16; i++) w[i] = blocks.getUint32(offset + i * 4)
    for (let i = 16; i < 64; i++) {
      const a = at(w, i - 15)
      const b = at(w, i - 2)
      const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)
      const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10)
      w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1
    }
    compress(hash, w, k)
  }
  const bytes = new DataView(new ArrayBuffer(32))
  hash.forEach((word, index) => bytes.setUint32(index * 4, word))
  return new Uint8Array(bytes.buffer)
}

function compress(hash: Uint32Array, w: Uint32Array, k: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(k, i) + at(w, i)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, index) => {
    hash[index] = at(hash, index) + word
  })
}

/** The fractional parts of the roots of the first primes, of which the standard is made. */
function constants(): { k: Uint32Array; start: Uint32Array } {
  const k = new Uint32Array(64)
  const start = new Uint32Array(8)
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
  for (let found = 0, n = 2; found < 64; n++) {
    if (!isPrime(n)) continue
    if (found < 8) start[found] = fraction(Math.sqrt(n))
    k[found++] = fraction(Math.cbrt(n))
  }
  return { k, start }
}

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false
  return true
}

function padded(message: Uint8Array): DataView {
  const length = Math.ceil((message.length + 9) / 64) * 64
  const bytes = new Uint8Array(length)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(length - 8, Math.floor((message.length * 8) / 2 ** 32))
  view.setUint32(length - 4, message.length * 8)
  return view
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

export function hexToBytes(hex: string): Uint8Array {
  const pairs = hex.match(/../g) ?? []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}

export function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
