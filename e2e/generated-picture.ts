import { deflateSync } from 'node:zlib'
import { big, joinBytes, latin1 } from '../reading/sample/bytes.ts'
import { chunk, text } from '../reading/sample/png.ts'

/** As AUTOMATIC1111 writes it. */
export function generated(number: number): Buffer {
  const parameters = `a lighthouse, take ${number}
Negative prompt: people
Steps: 20, Sampler: Euler a, CFG scale: 7, Seed: ${1000 + number}, Size: 1024x576, Model hash: 31e35c80fc, Model: film-xl, Version: v1.10.1`
  return pictureWith(text('parameters', parameters))
}

/** A black PNG of 480 by 360 pixels. */
function pictureWith(...chunks: Uint8Array[]): Buffer {
  const [width, height] = [480, 360]
  return Buffer.from(
    joinBytes(
      latin1('\x89PNG\r\n\x1a\n'),
      chunk('IHDR', joinBytes(big(width, 4), big(height, 4), [8, 0, 0, 0, 0])),
      ...chunks,
      chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
      chunk('IEND', new Uint8Array()),
    ),
  )
}
