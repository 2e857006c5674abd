import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { big, latin1 } from '@dailies/reading/sample/bytes.ts'
import { basic, graphOf } from '@dailies/reading/sample/comfyui.ts'
import { box, keyTags, movie } from '@dailies/reading/sample/mp4.ts'

/** More than a command looks into, and than it keeps in memory. */
const frames = 40 * 1024 ** 2

/**
 * Writes a film as cameras and FFmpeg do without `faststart`: its frames, and after them what it tells. The frames are a hole in the
 * file, and take no room. Returns its SHA-256.
 */
export async function longFilm(path: string, prompt: string, more = 0): Promise<string> {
  // As ComfyUI writes it: the nodes that made it.
  const graph = graphOf({ ...basic, 6: ['CLIPTextEncode', { text: prompt, clip: ['4', 1] }] })
  const start = box('ftyp', latin1('isom\0\0\x02\0isommp42'))
  const file = await open(path, 'w')
  try {
    await file.write(start)
    // A size of 1: the real one follows in eight bytes.
    await file.write(Buffer.concat([big(1, 4), latin1('mdat'), big(0, 4), big(frames + more + 16, 4)]))
    await file.write(
      movie(keyTags({ prompt: JSON.stringify(graph) })),
      0,
      undefined,
      start.length + 16 + frames + more,
    )
  } finally {
    await file.close()
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
