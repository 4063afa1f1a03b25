import type { BillItem } from '../study/bill'
import { drawGround, drawText, MARGIN, newCanvas, toPng, WIDTH } from './result-image'

export interface AccountPicture {
  title: string
  /** The verdict. */
  line: string
  host: string
  heading: string
  /** The headings of chance and points. */
  units: readonly [string, string]
  items: readonly BillItem[]
  /** The sentence below the account; empty for none. */
  note: string
}

const INK = '#1d2433'
const MUTED = '#5c5b58'
const TOP = 168
const BOTTOM = 56
const CHANCE = WIDTH - MARGIN - 130
const POINTS = WIDTH - MARGIN - 30
const AXIS = 690
const BAR = 190

/** Draws a player's account as a PNG image, always in the light theme. */
export async function accountImage(picture: AccountPicture): Promise<Blob> {
  const { canvas, context } = await newCanvas()
  drawGround(context, picture)
  const bottom = canvas.height - BOTTOM
  const panel = new Path2D()
  panel.roundRect(MARGIN, TOP, WIDTH - 2 * MARGIN, bottom - TOP, 22)
  context.fillStyle = '#fbf8f1'
  context.fill(panel)
  context.strokeStyle = '#d8cebb'
  context.lineWidth = 2
  context.stroke(panel)
  drawText(context, picture.heading, MARGIN + 28, TOP + 40, {
    display: true,
    size: 28,
    colour: INK,
  })
  context.textAlign = 'right'
  drawText(context, picture.units[0], CHANCE, TOP + 40, { size: 19, colour: MUTED })
  drawText(context, picture.units[1], POINTS, TOP + 40, { size: 19, colour: MUTED })
  context.textAlign = 'left'

  const from = TOP + 58
  const room = bottom - from - (picture.note ? 44 : 10)
  const step = room / picture.items.length
  const widest = Math.max(1, ...picture.items.map(({ size }) => Math.abs(size)))
  for (const [index, item] of picture.items.entries()) {
    const y = from + index * step
    const middle = y + step / 2
    const ends = item.kind === 'end'
    context.fillStyle = ends ? INK : '#e4ddd0'
    context.fillRect(MARGIN + 28, y, WIDTH - 2 * MARGIN - 56, ends ? 3 : 1.5)
    const colour = colourOf(item)
    drawText(context, item.label, MARGIN + 28, middle - 1, { size: 21, colour: INK, width: 400 })
    drawText(context, item.detail, MARGIN + 28, middle + 17, {
      size: 15,
      colour: MUTED,
      width: 400,
    })
    if (!ends) {
      const width = (BAR * Math.abs(item.size)) / widest
      context.fillStyle = colour
      context.fillRect(item.size < 0 ? AXIS - width : AXIS, middle - 8, width, 18)
      context.fillStyle = '#8b806c'
      context.fillRect(AXIS, middle - 12, 1.5, 26)
    }
    context.textAlign = 'right'
    const size = ends ? 34 : 24
    drawText(context, item.chance, CHANCE, middle + 9, {
      display: ends,
      size,
      colour: ends || item.kind === 'start' ? INK : colour,
    })
    drawText(context, item.points, POINTS, middle + 9, { size: 22, colour: ends ? INK : MUTED })
    context.textAlign = 'left'
  }
  drawText(context, picture.note, MARGIN + 28, bottom - 18, { size: 20, colour: INK, width: 1030 })
  return toPng(canvas)
}

/** The colours of the light theme: a canvas cannot use design tokens. */
function colourOf({ kind, hue }: BillItem): string {
  const seats: Record<string, string> = {
    'var(--seat-1)': '#2b5cad',
    'var(--seat-2)': '#9a5b00',
    'var(--seat-3)': '#7b4ea3',
    'var(--seat-4)': '#256b49',
    'var(--gain)': '#256b49',
  }
  if (kind === 'luck') return '#0f6f6c'
  if (kind === 'own') return '#a93a27'
  return seats[hue] ?? MUTED
}
