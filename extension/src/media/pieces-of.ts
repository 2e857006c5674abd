/** Nothing came for too long, or not all of it. */
export class Silent extends Error {}

interface Limits {
  /** Bytes. */
  size: number
  /** Milliseconds in which something must come. */
  silence: number
  /** Milliseconds after which a piece goes as it is: whoever waits for it sees that something comes. */
  atLeastEvery?: number
}

/**
 * What comes of a stream, in pieces of one size but for the last, which may be empty when nothing came at all. The
 * stream is read no further than the next piece needs. Throws `Silent`, and what reading throws; then it lets go of the
 * stream, as it does when nobody asks for more.
 */
export async function* piecesOf(
  stream: ReadableStream<Uint8Array>,
  { size, silence, atLeastEvery = Number.POSITIVE_INFINITY }: Limits,
): AsyncGenerator<{ bytes: Blob; isLast: boolean }, void, undefined> {
  const reader = stream.getReader()
  let gathered: BlobPart[] = []
  let length = 0
  let begun = performance.now()
  const take = () => {
    const piece = new Blob(gathered)
    gathered = []
    length = 0
    begun = performance.now()
    return piece
  }
  try {
    for (;;) {
      const { value, done } = await within(silence, reader.read())
      if (done) {
        yield { bytes: take(), isLast: true }
        return
      }
      let rest = value as Uint8Array<ArrayBuffer>
      while (length + rest.length >= size) {
        const fitting = size - length
        gathered.push(rest.subarray(0, fitting))
        rest = rest.subarray(fitting)
        yield { bytes: take(), isLast: false }
      }
      if (rest.length > 0) gathered.push(rest)
      length += rest.length
      if (length > 0 && performance.now() - begun > atLeastEvery) yield { bytes: take(), isLast: false }
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Silent('Nothing came for too long')), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
