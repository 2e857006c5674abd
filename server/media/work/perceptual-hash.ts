import { fromPixels, type Pixels } from './pixels.ts'

const [columns, rows] = [9, 8]

/**
 * 64 bits in hex, by the difference of neighbours in brightness: "dHash" of Neal Krawetz, "Kind of Like That" (2013). What is
 * transparent is white.
 */
export async function perceptualHash(pixels: Pixels): Promise<string> {
  const grey = await fromPixels(pixels)
    .flatten({ background: '#fff' })
    .resize(columns, rows, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer()
  let bits = 0n
  for (let row = 0; row < rows; row += 1) {
    for (let column = 1; column < columns; column += 1) {
      const at = row * columns + column
      bits = (bits << 1n) | (grey[at - 1]! < grey[at]! ? 1n : 0n)
    }
  }
  return bits.toString(16).padStart(16, '0')
}
