import { COLOURS } from '../../lib/game/colours'
import type { BoardView, Colour, FloorPiece, TableView } from '../../lib/protocol'
import { drawSvg } from '../../lib/share/draw-svg'

/** A table with the names of its players. */
export interface TablePicture {
  table: TableView
  names: readonly string[]
}

/** Draws shapes in pixels; one draws markup, the other a canvas. */
interface Pen {
  rect: (x: number, y: number, width: number, height: number, radius: number, fill: string) => void
  circle: (x: number, y: number, radius: number, fill: string, stroke: string) => void
  piece: (piece: FloorPiece, x: number, y: number, size: number, opacity: number) => void
  text: (words: string, x: number, y: number, size: number, end: boolean) => void
}

const INK = '#1d2433'
const GROUND = '#ece5d8'
const PANEL = '#fbf8f1'
const CELL = '#e9e0cf'
const RIM = '#2b5cad'
const SANS = "'Azulejo Sans', system-ui, sans-serif"

const TILE = 34
const GAP = 5
const STEP = TILE + GAP
const MARGIN = 24
const BOARD = { width: 11 * STEP + 2 * MARGIN, height: 7 * STEP + 3 * MARGIN }
const PLATE = 110

/** The table as the text of an SVG file. */
export function tableSvg(picture: TablePicture): string {
  const { width, height } = sizeOf(picture)
  const body: string[] = []
  draw(picture, svgPen(body))
  const symbols = [...COLOURS.map((colour) => `tile-${colour}`), 'start-marker']
    .map((id) => document.getElementById(id)?.outerHTML ?? '')
    .join('')
  const gradients = [
    ...document.querySelectorAll('svg.sprite linearGradient, svg.sprite radialGradient'),
  ]
    .map((gradient) => gradient.outerHTML)
    .join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<defs>${gradients}${symbols}</defs>${body.join('')}</svg>\n`
  )
}

/** The table as a PNG image. */
export async function tablePng(picture: TablePicture): Promise<Blob> {
  const { width, height } = sizeOf(picture)
  const canvas = document.createElement('canvas')
  canvas.width = width * 2
  canvas.height = height * 2
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser has no canvas')
  await document.fonts.load(`600 16px ${SANS}`)
  context.scale(2, 2)
  draw(picture, canvasPen(context))
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('the canvas could not be encoded'))
    }, 'image/png'),
  )
}

function sizeOf({ table }: TablePicture) {
  const rows = Math.ceil(table.boards.length / 2)
  return {
    width: 2 * BOARD.width + 3 * MARGIN,
    height:
      PLATE + 2 * MARGIN + offerRows(table) * (PLATE + 8) - PLATE + rows * (BOARD.height + MARGIN),
  }
}

/** The factories in rows of seven, with the centre as the last. */
function offerRows(table: TableView): number {
  return Math.ceil((table.factories.length + 1) / 7)
}

function draw({ table, names }: TablePicture, pen: Pen): void {
  const { width, height } = sizeOf({ table, names })
  pen.rect(0, 0, width, height, 0, GROUND)
  const sources = [...table.factories, centreOf(table)]
  for (const [index, tiles] of sources.entries()) {
    const x = MARGIN + (index % 7) * (PLATE + 10)
    const y = MARGIN + Math.floor(index / 7) * (PLATE + 8)
    drawSource(pen, x, y, tiles, index === table.factories.length)
  }
  const top = MARGIN + offerRows(table) * (PLATE + 8) + MARGIN / 2
  for (const [index, board] of table.boards.entries()) {
    const x = MARGIN + (index % 2) * (BOARD.width + MARGIN)
    const y = top + Math.floor(index / 2) * (BOARD.height + MARGIN)
    drawBoard(pen, x, y, board, table, names[index] ?? '')
  }
}

function centreOf(table: TableView): FloorPiece[] {
  const tiles: FloorPiece[] = table.marker_in_centre ? ['*'] : []
  for (const [index, colour] of COLOURS.entries()) {
    for (let count = 0; count < (table.centre[index] ?? 0); count += 1) tiles.push(colour)
  }
  return tiles
}

function drawSource(pen: Pen, x: number, y: number, tiles: readonly FloorPiece[], centre: boolean) {
  if (centre) pen.rect(x, y, PLATE + 60, PLATE, 16, PANEL)
  else pen.circle(x + PLATE / 2, y + PLATE / 2, PLATE / 2 - 2, PANEL, RIM)
  const across = centre ? 5 : 2
  const size = centre ? 26 : TILE - 2
  const start = centre ? 12 : PLATE / 2 - size - 2
  for (const [index, piece] of tiles.entries()) {
    const left = x + start + (index % across) * (size + 4)
    pen.piece(piece, left, y + start + Math.floor(index / across) * (size + 4), size, 1)
  }
}

function drawBoard(
  pen: Pen,
  x: number,
  y: number,
  board: BoardView,
  table: TableView,
  name: string,
): void {
  pen.rect(x, y, BOARD.width, BOARD.height, 18, PANEL)
  pen.text(name, x + MARGIN, y + 34, 20, false)
  pen.text(String(board.score), x + BOARD.width - MARGIN, y + 36, 26, true)
  const top = y + 52
  for (const [row, line] of board.lines.entries()) {
    for (let index = 0; index < line.size; index += 1) {
      const left = x + MARGIN + (4 - index) * STEP
      pen.rect(left, top + row * STEP, TILE, TILE, 5, CELL)
      if (line.colour && index < line.count) pen.piece(line.colour, left, top + row * STEP, TILE, 1)
    }
    for (let column = 0; column < 5; column += 1) {
      const left = x + MARGIN + (6 + column) * STEP
      const tile: Colour | null = board.wall[row]?.[column] ?? null
      const printed = table.plan?.[row]?.[column] ?? null
      pen.rect(left, top + row * STEP, TILE, TILE, 5, CELL)
      if (tile) pen.piece(tile, left, top + row * STEP, TILE, 1)
      else if (printed) pen.piece(printed, left, top + row * STEP, TILE, 0.2)
    }
  }
  const floor = top + 5 * STEP + 14
  for (const [index, cost] of table.floor_costs.entries()) {
    const left = x + MARGIN + index * STEP
    pen.rect(left, floor, TILE, TILE, 5, CELL)
    const piece = board.floor[index]
    if (piece) pen.piece(piece, left, floor, TILE, 1)
    else pen.text(`−${cost}`, left + 8, floor + 22, 13, false)
  }
}

function svgPen(out: string[]): Pen {
  const escape = (words: string) =>
    words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return {
    rect: (x, y, width, height, radius, fill) =>
      out.push(
        `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`,
      ),
    circle: (x, y, radius, fill, stroke) =>
      out.push(
        `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="2"/>`,
      ),
    piece: (piece, x, y, size, opacity) =>
      out.push(
        `<use href="#${idOf(piece)}" x="${x}" y="${y}" width="${size}" height="${size}" opacity="${opacity}"/>`,
      ),
    text: (words, x, y, size, end) =>
      out.push(
        `<text x="${x}" y="${y}" font-family="${SANS}" font-weight="600" font-size="${size}" ` +
          `fill="${INK}"${end ? ' text-anchor="end"' : ''}>${escape(words)}</text>`,
      ),
  }
}

function canvasPen(context: CanvasRenderingContext2D): Pen {
  return {
    rect: (x, y, width, height, radius, fill) => {
      context.fillStyle = fill
      context.beginPath()
      context.roundRect(x, y, width, height, radius)
      context.fill()
    },
    circle: (x, y, radius, fill, stroke) => {
      context.beginPath()
      context.arc(x, y, radius, 0, 2 * Math.PI)
      context.fillStyle = fill
      context.fill()
      context.strokeStyle = stroke
      context.lineWidth = 2
      context.stroke()
    },
    piece: (piece, x, y, size, opacity) => {
      const drawing = document.getElementById(idOf(piece))
      if (!drawing) return
      context.save()
      context.globalAlpha = opacity
      drawSvg(context, drawing, { x, y, size })
      context.restore()
    },
    text: (words, x, y, size, end) => {
      context.font = `600 ${size}px ${SANS}`
      context.fillStyle = INK
      context.textAlign = end ? 'right' : 'left'
      context.fillText(words, x, y)
    },
  }
}

function idOf(piece: FloorPiece): string {
  return piece === '*' ? 'start-marker' : `tile-${piece}`
}
