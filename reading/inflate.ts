import { joined } from './bytes.ts'

/** Bytes given to the decompressor at once. They become at most a thousand times as many before these are counted. */
const mouthful = 4096

export interface Inflated {
  /** Missing when the stream is broken or longer than was asked for. */
  bytes?: Uint8Array
  /** How many came out of it until then. */
  length: number
}

/**
 * What a zlib stream (RFC 1950) holds, if that is at most `limit` bytes. Never holds more than the limit and a few
 * mouthfuls in memory.
 */
export async function inflate(deflated: Uint8Array, limit: number): Promise<Inflated> {
  const reader = mouthfuls(deflated).pipeThrough(new DecompressionStream('deflate')).getReader()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length
      if (length > limit) {
        await reader.cancel()
        return { length }
      }
      parts.push(next.value)
    }
  } catch {
    return { length }
  }
  return { bytes: joined(parts), length }
}

function mouthfuls(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, at + mouthful))
        at += mouthful
      },
    },
    { highWaterMark: 0 },
  )
}
