import type { Colour } from '../protocol'
import { drawSvg } from './draw-svg'

export interface ImagePlayer {
  place: string
  name: string
  /** The level of a bot; empty for a person. */
  level: string
  score: number
  wins: boolean
  /** The face of a bot; null for a person. */
  face: Element | null
  wall: readonly (readonly (Colour | null)[])[]
}

export interface ResultPicture {
  title: string
  /** The rounds, the wall and the date. */
  line: string
  host: string
  players: readonly ImagePlayer[]
  /** The colours printed on the wall; null for the grey one. */
  plan: readonly (readonly Colour[])[] | null
}

export const WIDTH = 1200
const HEIGHT = 675
export const MARGIN = 56
const TOP = 178
const BOTTOM = 52
const GAP = 28

const INK = '#1d2433'
const MUTED = '#5c5b58'
const ACCENT = '#1f4fa3'
const SANS = "'Azulejo Sans', system-ui, sans-serif"
const DISPLAY = "'Azulejo Display', Georgia, serif"

/** Draws the result of a game as a PNG image. */
export async function resultImage(picture: ResultPicture): Promise<Blob> {
  const { canvas, context } = await newCanvas()
  drawGround(context, picture)
  const count = picture.players.length
  const width = (WIDTH - 2 * MARGIN - (count - 1) * GAP) / count
  for (const [index, player] of picture.players.entries()) {
    drawPlayer(context, picture, player, MARGIN + index * (width + GAP), width)
  }
  return toPng(canvas)
}

/** An empty image, once the fonts are loaded. */
export async function newCanvas() {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser has no canvas')
  await Promise.all(
    [`600 48px ${DISPLAY}`, `600 24px ${SANS}`].map((font) => document.fonts.load(font)),
  )
  return { canvas, context }
}

export function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('the canvas could not be encoded'))
    }, 'image/png'),
  )
}

/** Writes a line of text, shortened to the width. */
export function drawText(
  context: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  style: { display?: boolean; size: number; colour: string; width?: number },
): void {
  text(context, words, x, y, { ...style, font: style.display ? DISPLAY : SANS })
}

/** Draws the background with the title and the line below it. */
export function drawGround(
  context: CanvasRenderingContext2D,
  { title, line, host }: { title: string; line: string; host: string },
): void {
  const ground = context.createRadialGradient(360, 0, 0, 360, 0, 1200)
  ground.addColorStop(0, '#f1ebdf')
  ground.addColorStop(1, '#e3dac9')
  context.fillStyle = ground
  context.fillRect(0, 0, WIDTH, HEIGHT)
  text(context, title, MARGIN, 92, { font: DISPLAY, size: 48, colour: INK, width: 880 })
  text(context, line, MARGIN, 134, { font: SANS, size: 22, colour: MUTED, width: 880 })
  tile(context, 'B', WIDTH - MARGIN - 222, 48, 46)
  text(context, 'Azulejo', WIDTH - MARGIN - 160, 85, { font: DISPLAY, size: 38, colour: INK })
  text(context, host, MARGIN, HEIGHT - 22, { font: SANS, size: 19, colour: MUTED, width: 900 })
}

function drawPlayer(
  context: CanvasRenderingContext2D,
  picture: ResultPicture,
  player: ImagePlayer,
  left: number,
  width: number,
): void {
  const height = HEIGHT - TOP - BOTTOM
  const panel = new Path2D()
  panel.roundRect(left, TOP, width, height, 22)
  context.fillStyle = '#fbf8f1'
  context.fill(panel)
  context.strokeStyle = player.wins ? ACCENT : '#d8cebb'
  context.lineWidth = player.wins ? 4 : 2
  context.stroke(panel)

  const pad = 18
  const size = 58
  const right = left + width - pad
  let at = left + pad
  if (player.face) drawSvg(context, player.face, { x: at, y: TOP + pad, size })
  else drawInitial(context, player, at, TOP + pad, size)
  at += size + 14
  const score = String(player.score)
  context.textAlign = 'right'
  text(context, score, right, TOP + pad + 44, { font: DISPLAY, size: 46, colour: INK })
  const room = right - context.measureText(score).width - 12 - at
  context.textAlign = 'left'
  text(context, player.name, at, TOP + pad + 27, { font: SANS, size: 25, colour: INK, width: room })
  const below = [player.place, player.level].filter(Boolean).join(' · ')
  text(context, below, at, TOP + pad + 53, { font: SANS, size: 19, colour: MUTED, width: room })

  const top = TOP + 2 * pad + size
  const cell = Math.min((width - 2 * pad) / 5, (TOP + height - pad - top) / 5)
  const wallLeft = left + (width - 5 * cell) / 2
  const wallTop = top + (TOP + height - pad - top - 5 * cell) / 2
  for (const [row, cells] of player.wall.entries()) {
    for (const [column, colour] of cells.entries()) {
      const x = wallLeft + column * cell + 3
      const y = wallTop + row * cell + 3
      const printed = picture.plan?.[row]?.[column]
      if (colour) tile(context, colour, x, y, cell - 6)
      else if (printed) tile(context, printed, x, y, cell - 6, 0.16)
      else emptySpace(context, x, y, cell - 6)
    }
  }
}

function drawInitial(
  context: CanvasRenderingContext2D,
  { name }: ImagePlayer,
  x: number,
  y: number,
  size: number,
): void {
  context.beginPath()
  context.arc(x + size / 2, y + size / 2, size / 2 - 2, 0, 2 * Math.PI)
  context.fillStyle = '#fffdf8'
  context.fill()
  context.strokeStyle = '#2b5cad'
  context.lineWidth = 4
  context.stroke()
  context.textAlign = 'center'
  text(context, [...name][0] ?? '', x + size / 2, y + size / 2 + 10, {
    font: SANS,
    size: 28,
    colour: '#2b5cad',
  })
  context.textAlign = 'left'
}

function emptySpace(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  const space = new Path2D()
  space.roundRect(x, y, size, size, size * 0.13)
  context.fillStyle = '#e4ddd0'
  context.fill(space)
}

/** Draws a tile from the artwork of the page. */
function tile(
  context: CanvasRenderingContext2D,
  colour: Colour,
  x: number,
  y: number,
  size: number,
  opacity = 1,
): void {
  const symbol = document.getElementById(`tile-${colour}`)
  // Layers of a translucent tile must not show through each other.
  const layer = document.createElement('canvas')
  layer.width = layer.height = Math.ceil(size)
  const own = layer.getContext('2d')
  if (!symbol || !own) return
  drawSvg(own, symbol, { x: 0, y: 0, size })
  context.globalAlpha = opacity
  context.drawImage(layer, x, y)
  context.globalAlpha = 1
}

function text(
  context: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  style: { font: string; size: number; colour: string; width?: number },
): void {
  context.font = `600 ${style.size}px ${style.font}`
  context.fillStyle = style.colour
  context.fillText(shorten(context, words, style.width ?? WIDTH), x, y)
}

/** Cuts a text that is wider than there is room. */
function shorten(context: CanvasRenderingContext2D, words: string, width: number): string {
  if (context.measureText(words).width <= width) return words
  const letters = [...words]
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > width) {
    letters.pop()
  }
  return `${letters.join('')}…`
}
