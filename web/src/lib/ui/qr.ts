/**
 * QR codes for links: byte mode, error correction level M, versions 1 to 10 (up to 213 bytes), which
 * is more than any link of ours. Follows ISO/IEC 18004; our own code, so that no
 * package is needed for a picture.
 */
export type Matrix = boolean[][]

/** Words of error correction a block and the data words of each block, level M, by version. */
const LEVEL_M: { ecc: number; blocks: number[] }[] = [
  { ecc: 10, blocks: [16] },
  { ecc: 16, blocks: [28] },
  { ecc: 26, blocks: [44] },
  { ecc: 18, blocks: [32, 32] },
  { ecc: 24, blocks: [43, 43] },
  { ecc: 16, blocks: [27, 27, 27, 27] },
  { ecc: 18, blocks: [31, 31, 31, 31] },
  { ecc: 22, blocks: [38, 38, 39, 39] },
  { ecc: 22, blocks: [36, 36, 36, 37, 37] },
  { ecc: 26, blocks: [43, 43, 43, 43, 44] },
]

const ALIGNMENT = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
]

/** The code of a text as rows of dark modules, without the quiet zone. */
export function qrCode(text: string): Matrix {
  const bytes = new TextEncoder().encode(text)
  const version =
    LEVEL_M.findIndex(({ blocks }, index) => capacity(blocks, index + 1) >= bytes.length) + 1
  const layout = LEVEL_M[version - 1]
  if (!layout) throw new Error(`the text has ${bytes.length} bytes, too many for a code`)
  const words = interleave(dataWords(bytes, version, layout.blocks), layout)
  let best: { matrix: Matrix; penalty: number } | null = null
  for (let mask = 0; mask < 8; mask++) {
    const matrix = draw(version, words, mask)
    const penalty = penaltyOf(matrix)
    if (!best || penalty < best.penalty) best = { matrix, penalty }
  }
  return best?.matrix ?? []
}

const total = (blocks: readonly number[]) => blocks.reduce((sum, block) => sum + block, 0)
const lengthBits = (version: number) => (version < 10 ? 8 : 16)

function capacity(blocks: readonly number[], version: number): number {
  return Math.floor((total(blocks) * 8 - 4 - lengthBits(version)) / 8)
}

/** The text with its header and padding. */
function dataWords(bytes: Uint8Array, version: number, blocks: readonly number[]): number[] {
  const bits: number[] = []
  const put = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1)
  }
  put(0b0100, 4)
  put(bytes.length, lengthBits(version))
  for (const byte of bytes) put(byte, 8)
  const size = total(blocks) * 8
  put(0, Math.min(4, size - bits.length))
  while (bits.length % 8 !== 0) bits.push(0)
  for (let pad = 0xec; bits.length < size; pad ^= 0xec ^ 0x11) put(pad, 8)
  const words: number[] = []
  for (let i = 0; i < bits.length; i += 8) {
    words.push(bits.slice(i, i + 8).reduce((word, bit) => (word << 1) | bit, 0))
  }
  return words
}

/** Blocks with their error correction, word by word in turn. */
function interleave(
  data: readonly number[],
  { ecc, blocks }: { ecc: number; blocks: number[] },
): number[] {
  const divisor = generator(ecc)
  const parts: { data: readonly number[]; check: number[] }[] = []
  let from = 0
  for (const size of blocks) {
    const part = data.slice(from, from + size)
    parts.push({ data: part, check: remainder(part, divisor) })
    from += size
  }
  const words: number[] = []
  const longest = Math.max(...blocks)
  for (let i = 0; i < longest; i++) {
    for (const part of parts) {
      const word = part.data[i]
      if (word !== undefined) words.push(word)
    }
  }
  for (let i = 0; i < ecc; i++) for (const part of parts) words.push(part.check[i] ?? 0)
  return words
}

/** Multiplication in the field of 256 elements. */
function multiply(x: number, y: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((y >>> bit) & 1) * x
  }
  return product
}

function generator(degree: number): number[] {
  const result = Array<number>(degree).fill(0)
  result[degree - 1] = 1
  let root = 1
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) {
      result[j] = multiply(result[j] ?? 0, root) ^ (result[j + 1] ?? 0)
    }
    root = multiply(root, 2)
  }
  return result
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const result = divisor.map(() => 0)
  for (const word of data) {
    const factor = word ^ (result.shift() ?? 0)
    result.push(0)
    divisor.forEach((coefficient, index) => {
      result[index] = (result[index] ?? 0) ^ multiply(coefficient, factor)
    })
  }
  return result
}

const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

function draw(version: number, words: readonly number[], mask: number): Matrix {
  const size = 17 + 4 * version
  const matrix: (boolean | null)[][] = Array.from({ length: size }, () =>
    Array<null>(size).fill(null),
  )
  const set = (row: number, column: number, dark: boolean) => {
    const cells = matrix[row]
    if (cells && column >= 0 && column < size) cells[column] = dark
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    for (let dr = -4; dr <= 4; dr++) {
      for (let dc = -4; dc <= 4; dc++) {
        const ring = Math.max(Math.abs(dr), Math.abs(dc))
        set(row + dr, column + dc, ring !== 2 && ring !== 4)
      }
    }
  }
  drawAlignment(version, size, set)
  drawFormat(size, mask, set)
  if (version >= 7) drawVersion(version, size, set)
  drawWords(matrix, words, mask)
  return matrix.map((row) => row.map((cell) => cell === true))
}

type Set = (row: number, column: number, dark: boolean) => void

function drawAlignment(version: number, size: number, set: Set): void {
  const places = ALIGNMENT[version - 1] ?? []
  for (const row of places) {
    for (const column of places) {
      const corner =
        (row === 6 && column === 6) ||
        (row === 6 && column === size - 7) ||
        (row === size - 7 && column === 6)
      if (corner) continue
      for (let dr = -2; dr <= 2; dr++) {
        for (let dc = -2; dc <= 2; dc++) {
          set(row + dr, column + dc, Math.max(Math.abs(dr), Math.abs(dc)) !== 1)
        }
      }
    }
  }
}

function drawFormat(size: number, mask: number, set: Set): void {
  // Level M has the bits 00.
  let rest = mask
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const bit = (index: number) => ((bits >>> index) & 1) === 1
  for (let i = 0; i <= 5; i++) set(i, 8, bit(i))
  set(7, 8, bit(6))
  set(8, 8, bit(7))
  set(8, 7, bit(8))
  for (let i = 9; i < 15; i++) set(8, 14 - i, bit(i))
  for (let i = 0; i < 8; i++) set(8, size - 1 - i, bit(i))
  for (let i = 8; i < 15; i++) set(size - 15 + i, 8, bit(i))
  set(size - 8, 8, true)
}

function drawVersion(version: number, size: number, set: Set): void {
  let rest = version
  for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let i = 0; i < 18; i++) {
    const dark = ((bits >>> i) & 1) === 1
    const a = size - 11 + (i % 3)
    const b = Math.floor(i / 3)
    set(b, a, dark)
    set(a, b, dark)
  }
}

function drawWords(matrix: (boolean | null)[][], words: readonly number[], mask: number): void {
  const size = matrix.length
  const masked = MASKS[mask] ?? (() => false)
  let index = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      for (let j = 0; j < 2; j++) {
        const column = right - j
        const upward = ((right + 1) & 2) === 0
        const row = upward ? size - 1 - step : step
        const cells = matrix[row]
        if (!cells || cells[column] !== null) continue
        const word = words[index >> 3] ?? 0
        const dark = ((word >>> (7 - (index & 7))) & 1) === 1
        cells[column] = dark !== masked(row, column)
        index += 1
      }
    }
  }
}

/** How hard a code is to read; the mask with the least is taken. */
function penaltyOf(matrix: Matrix): number {
  const size = matrix.length
  const columns = matrix.map((_, column) => matrix.map((row) => row[column] ?? false))
  let penalty = 0
  for (const line of [...matrix, ...columns]) {
    let run = 1
    for (let i = 1; i <= size; i++) {
      if (i < size && line[i] === line[i - 1]) run += 1
      else {
        if (run >= 5) penalty += run - 2
        run = 1
      }
    }
    const text = line.map((dark) => (dark ? '1' : '0')).join('')
    for (const finder of ['10111010000', '00001011101']) {
      for (let from = text.indexOf(finder); from >= 0; from = text.indexOf(finder, from + 1))
        penalty += 40
    }
  }
  let dark = 0
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) {
      const cell = matrix[r]?.[c]
      if (cell) dark += 1
      const same =
        cell === matrix[r]?.[c + 1] &&
        cell === matrix[r + 1]?.[c] &&
        cell === matrix[r + 1]?.[c + 1]
      if (same && r + 1 < size && c + 1 < size) penalty += 3
    }
  }
  return penalty + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10
}
