import sharp from 'sharp'

// One thread each: as many files are looked into as there are to be processors at work.
sharp.concurrency(1)
sharp.cache(false)
// Whatever else libvips could read (SVG, tables, its own files) is not read, whatever a file looks like.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}File`),
})

/** The decoders of stills, for files of these types alone. */
export { sharp as decoders }

export const decodable = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/tiff',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
])
