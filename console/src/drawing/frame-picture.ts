import type { Shape } from '@dailies/contract/drawing.ts'
import { shapePath } from './shape-path.ts'

/** A frame with what was drawn on it, as PNG; or why there is none, in words. */
export type FramePicture = { png: Blob } | { problem: string }

/**
 * Paints what a film or picture shows now, in its own pixels, and the shapes over it. What a foreign host sends may be shown and
 * not read: a canvas with it gives nothing away (HTML Standard, 4.12.5.5).
 */
export async function framePicture(
  picture: HTMLVideoElement | HTMLImageElement,
  shapes: readonly Shape[],
): Promise<FramePicture> {
  const isFilm = picture instanceof HTMLVideoElement
  const width = isFilm ? picture.videoWidth : picture.naturalWidth
  const height = isFilm ? picture.videoHeight : picture.naturalHeight
  if (!width || !height) return { problem: 'The picture is not loaded yet.' }
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const paint = canvas.getContext('2d')!
  paint.drawImage(picture, 0, 0, width, height)
  for (const shape of shapes) paintShape(paint, shape, width / height, height)
  try {
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    return png ? { png } : { problem: 'The picture is too large to be saved.' }
  } catch {
    return {
      problem:
        'The file is at another host, which lets it be shown and not be read. Once it is kept here, its frames can be saved.',
    }
  }
}

function paintShape(paint: CanvasRenderingContext2D, shape: Shape, aspect: number, height: number): void {
  paint.fillStyle = shape.colour
  paint.strokeStyle = shape.colour
  if (shape.kind === 'text') {
    const size = shape.size * height
    paint.font = `600 ${size}px system-ui, sans-serif`
    paint.strokeStyle = 'rgb(0 0 0 / 0.6)'
    paint.lineWidth = size * 0.08
    for (const [index, line] of shape.text.split('\n').entries()) {
      const [x, y] = [shape.at.x * aspect * height, shape.at.y * height + size * (0.9 + 1.2 * index)]
      paint.strokeText(line, x, y)
      paint.fillText(line, x, y)
    }
    return
  }
  const { d, lineWidth } = shapePath(shape, aspect, height)
  if (lineWidth === undefined) {
    paint.fill(new Path2D(d))
    return
  }
  paint.lineWidth = lineWidth
  paint.lineCap = 'round'
  paint.lineJoin = 'round'
  paint.stroke(new Path2D(d))
}
