import sharp from 'sharp'

/** A picture as a file, of large patches of light as a photograph has: of each seed another. */
export async function scenery(seed: number, { width = 480, height = 270 } = {}): Promise<Buffer> {
  const [columns, rows] = [8, 6]
  const patches = Buffer.alloc(columns * rows * 3)
  let state = seed * 2_654_435_761 + 1
  for (let at = 0; at < patches.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    patches[at] = state >>> 24
  }
  return sharp(patches, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .png()
    .toBuffer()
}
