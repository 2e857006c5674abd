import { text } from '../texts.ts'

/** Pixels of the side of a copy that tells whether anything is drawn. */
const sample = 16

/** A picture of what is drawn, as PNG. Throws an Error in words where it may not be read, or nothing is left to read. */
export async function drawingOf(canvas: HTMLCanvasElement): Promise<Blob> {
  // What WebGL drew is there until the frame is shown.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const drawing = await new Promise<Blob | null>((resolve, reject) => {
    try {
      canvas.toBlob(resolve, 'image/png')
    } catch (error) {
      reject(error)
    }
  }).catch(() => {
    // It has a picture of another site in it, which did not allow that (HTML, "tainted").
    throw new Error(text('pageDrawingTainted'))
  })
  if (!drawing || (await isEmpty(drawing))) throw new Error(text('pageDrawingGone'))
  return drawing
}

async function isEmpty(drawing: Blob): Promise<boolean> {
  const picture = await createImageBitmap(drawing, { resizeWidth: sample, resizeHeight: sample })
  const context = new OffscreenCanvas(sample, sample).getContext('2d')!
  context.drawImage(picture, 0, 0)
  picture.close()
  const { data } = context.getImageData(0, 0, sample, sample)
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 0) return false
  return true
}
