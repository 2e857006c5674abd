import type { Readable } from 'node:stream'
import { DailiesError } from '../error.ts'

/**
 * Reads a body, of which `announced` bytes are announced, or 0. Each piece is put into its place as it comes: to put
 * megabytes together at the end would hold the event loop, and a piece of one byte takes a hundred while it is kept. Throws
 * `too_large` beyond `limit` bytes, before any of it is read where that is announced.
 */
export function readBody(
  body: Readable,
  { limit, announced }: { limit: number; announced: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0)
    let length = 0
    const stop = (how: () => void) => {
      body.off('data', take).off('end', end).off('error', reject)
      how()
    }
    const tooLarge = () => stop(() => reject(new DailiesError('too_large', 'Payload too large')))
    const end = () => stop(() => resolve(bytes.subarray(0, length)))
    const take = (piece: Buffer) => {
      const start = length
      length += piece.length
      if (length > limit) return tooLarge()
      if (length > bytes.length) {
        if (start === 0 && length >= announced) {
          bytes = piece
          return
        }
        const longer = Buffer.allocUnsafeSlow(Math.max(announced, 2 * length))
        bytes.copy(longer, 0, 0, start)
        bytes = longer
      }
      piece.copy(bytes, start)
    }
    if (announced > limit) tooLarge()
    else body.on('data', take).on('end', end).on('error', reject)
  })
}
