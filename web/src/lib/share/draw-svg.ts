/** Shapes inherit these attributes from the groups around them. */
interface Paint {
  fill: string
  stroke: string
  width: number
}

/**
 * Draws a drawing of ours on a canvas: rectangles, circles, paths and groups, with plain colours
 * and the glaze of the tiles. Images of SVG would need a wider content security policy.
 */
export function drawSvg(
  context: CanvasRenderingContext2D,
  drawing: Element,
  at: { x: number; y: number; size: number },
): void {
  context.save()
  context.translate(at.x, at.y)
  const box = drawing.getAttribute('viewBox')?.split(' ').map(Number) ?? []
  context.scale(at.size / (box[2] ?? 100), at.size / (box[3] ?? 100))
  for (const child of drawing.children) {
    draw(context, child, { fill: '#000', stroke: 'none', width: 1 })
  }
  context.restore()
}

function draw(context: CanvasRenderingContext2D, element: Element, inherited: Paint): void {
  const number = (name: string, missing = 0) => Number(element.getAttribute(name) ?? missing)
  const paint: Paint = {
    fill: element.getAttribute('fill') ?? inherited.fill,
    stroke: element.getAttribute('stroke') ?? inherited.stroke,
    width: number('stroke-width', inherited.width),
  }
  context.save()
  context.globalAlpha *= number('opacity', 1)
  const [, turn, x, y] = /^rotate\((\S+) (\S+) (\S+)\)$/.exec(
    element.getAttribute('transform') ?? '',
  ) ?? [null, 0, 0, 0]
  context.translate(Number(x), Number(y))
  context.rotate((Number(turn) * Math.PI) / 180)
  context.translate(-Number(x), -Number(y))
  context.lineJoin = (element.getAttribute('stroke-linejoin') ?? 'miter') as CanvasLineJoin
  context.lineCap = (element.getAttribute('stroke-linecap') ?? 'butt') as CanvasLineCap
  switch (element.tagName.toLowerCase()) {
    case 'g':
      for (const child of element.children) draw(context, child, paint)
      break
    case 'path':
      fillAndStroke(context, new Path2D(element.getAttribute('d') ?? ''), paint)
      break
    case 'circle': {
      const circle = new Path2D()
      circle.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI)
      fillAndStroke(context, circle, paint)
      break
    }
    case 'rect': {
      const rect = new Path2D()
      rect.roundRect(number('x'), number('y'), number('width'), number('height'), number('rx'))
      fillAndStroke(context, rect, paint)
      break
    }
  }
  context.restore()
}

function fillAndStroke(context: CanvasRenderingContext2D, path: Path2D, paint: Paint): void {
  if (paint.fill !== 'none') {
    context.fillStyle = paint.fill.startsWith('url(') ? glaze(context) : paint.fill
    context.fill(path)
  }
  if (paint.stroke !== 'none') {
    context.strokeStyle = paint.stroke
    context.lineWidth = paint.width
    context.stroke(path)
  }
}

/** The gradient `glaze` of the tiles. */
function glaze(context: CanvasRenderingContext2D): CanvasGradient {
  const gradient = context.createLinearGradient(0, 0, 0, 100)
  gradient.addColorStop(0, 'rgb(255 255 255 / .36)')
  gradient.addColorStop(0.46, 'rgb(255 255 255 / .05)')
  gradient.addColorStop(1, 'rgb(0 0 0 / .15)')
  return gradient
}
