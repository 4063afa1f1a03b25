import { crc32, deflateSync, inflateSync } from 'node:zlib'

// Converts screenshots to a palette of 256 colours: they look the same at a third of the size.

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PALETTE_SIZE = 256

interface Picture {
  width: number
  height: number
  /** Three bytes per pixel. */
  pixels: Uint8Array
}

/** Converts a PNG written by the browser to a palette image. */
export function toPalette(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png)
  const counts = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = colourAt(pixels, at)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const palette = choosePalette(counts)
  const nearest = new Map([...counts.keys()].map((colour) => [colour, indexOf(colour, palette)]))

  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    // The first byte of a row is its filter type: none.
    for (let x = 0; x < width; x += 1) {
      const colour = colourAt(pixels, (y * width + x) * 3)
      rows[y * (width + 1) + 1 + x] = nearest.get(colour) ?? 0
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function colourAt(pixels: Uint8Array, at: number): number {
  return ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0)
}

function channels(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255]
}

interface Entry {
  rgb: [number, number, number]
  count: number
}

/** Median cut: splits the box with the widest spread at its median pixel. */
function choosePalette(counts: ReadonlyMap<number, number>): number[] {
  const boxes: Entry[][] = [
    [...counts].map(([colour, count]) => ({ rgb: channels(colour), count })),
  ]
  while (boxes.length < PALETTE_SIZE) {
    const ranked = boxes
      .map((box, index) => ({ index, ...widest(box) }))
      .toSorted((a, b) => b.worth - a.worth)
    const [split] = ranked
    const box = split && boxes[split.index]
    if (!box || split.worth === 0) break
    const { axis } = split
    const sorted = box.toSorted((a, b) => a.rgb[axis] - b.rgb[axis])
    const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2
    let seen = 0
    const middle = sorted.findIndex(({ count }) => (seen += count) >= half)
    const cut = Math.min(Math.max(1, middle), sorted.length - 1)
    boxes.splice(split.index, 1, sorted.slice(0, cut), sorted.slice(cut))
  }
  return boxes.map(mean)
}

type Axis = 0 | 1 | 2

function widest(box: readonly Entry[]): { axis: Axis; worth: number } {
  let axis: Axis = 0
  let spread = 0
  for (const candidate of [0, 1, 2] as const) {
    let low = 255
    let high = 0
    for (const { rgb } of box) {
      low = Math.min(low, rgb[candidate])
      high = Math.max(high, rgb[candidate])
    }
    if (high - low > spread) {
      spread = high - low
      axis = candidate
    }
  }
  // Rare colours have a lower weight: edges may be slightly off, surfaces may not.
  const count = box.reduce((sum, entry) => sum + entry.count, 0)
  return { axis, worth: spread * spread * Math.sqrt(count) }
}

function mean(box: readonly Entry[]): number {
  const count = box.reduce((sum, entry) => sum + entry.count, 0)
  const channel = (axis: Axis) =>
    Math.round(box.reduce((sum, entry) => sum + entry.rgb[axis] * entry.count, 0) / count)
  return (channel(0) << 16) | (channel(1) << 8) | channel(2)
}

function indexOf(colour: number, palette: readonly number[]): number {
  const [red, green, blue] = channels(colour)
  let best = 0
  let least = Infinity
  for (const [index, other] of palette.entries()) {
    const [r, g, b] = channels(other)
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
    if (distance < least) {
      least = distance
      best = index
    }
  }
  return best
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), framed.length - 4)
  return framed
}

/**
 * Decodes PNGs as Chromium writes them: 8 bits per channel, with or without alpha, not interlaced.
 */
function decode(png: Buffer): Picture {
  const header = png.subarray(16, 29)
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const [depth, type, , , interlaced] = header.subarray(8)
  const size = type === 2 ? 3 : type === 6 ? 4 : 0
  if (depth !== 8 || size === 0 || interlaced !== 0) throw new Error('unsupported PNG')

  const parts: Buffer[] = []
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
      parts.push(png.subarray(at + 8, at + 8 + length))
    }
    at += length + 12
  }
  const rows = inflateSync(Buffer.concat(parts))
  const stride = width * size
  const pixels = new Uint8Array(width * height * 3)
  let above = new Uint8Array(stride)
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1)
    const row = unfilter(
      rows[start] ?? 0,
      rows.subarray(start + 1, start + 1 + stride),
      above,
      size,
    )
    for (let x = 0; x < width; x += 1) {
      pixels.set(row.subarray(x * size, x * size + 3), (y * width + x) * 3)
    }
    above = row
  }
  return { width, height, pixels }
}

/** Reverses the filter of a row. */
function unfilter(
  filter: number,
  bytes: Uint8Array,
  above: Uint8Array,
  size: number,
): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(bytes.length)
  for (const [at, byte] of bytes.entries()) {
    const left = row[at - size] ?? 0
    const up = above[at] ?? 0
    const corner = at < size ? 0 : (above[at - size] ?? 0)
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]
    if (predicted === undefined) throw new Error(`unknown PNG filter ${filter}`)
    row[at] = byte + predicted
  }
  return row
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const distances = [left, up, corner].map((value) => Math.abs(estimate - value))
  const least = Math.min(...distances)
  return [left, up, corner][distances.indexOf(least)] ?? 0
}
