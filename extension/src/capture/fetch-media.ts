/** What is read of a file: what tells how it was made stands at its beginning in all but a few formats. */
const mostBytes = 16 * 1024 * 1024
const timeout = 5_000

/**
 * The first 16 MiB of a media file, or undefined when they cannot be had: the site forbids it, it is gone, it takes
 * more than 5 seconds. Without cookies and without saying from which page.
 */
export async function fetchMedia(address: string): Promise<Uint8Array | undefined> {
  try {
    const response = await fetch(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'force-cache',
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok || !response.body) return undefined
    return await firstBytes(response.body)
  } catch {
    return undefined
  }
}

async function firstBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(piece)
    length += piece.length
    if (length >= mostBytes) break
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes.subarray(0, mostBytes)
}
