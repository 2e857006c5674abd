import { mayFetch } from '../media/allowed-address.ts'
import { answerOf } from '../media/fetch-file.ts'
import { readSetting } from '../store/database.ts'

/** Bytes that are read of a file: what tells how it was made stands at its beginning in all but a few formats. */
export const mostRead = 16 * 1024 * 1024
const timeout = 5_000

interface Asked {
  /** Address of the page, as the browser says it. */
  page: string | undefined
  withCookies: boolean
}

/**
 * The first 16 MiB of a media file, or undefined when they cannot be had: the site forbids it, it is gone, it takes
 * more than 5 seconds. Without saying from which page, and with cookies only where they may go.
 */
export async function fetchMedia(
  address: string,
  { page, withCookies }: Asked,
): Promise<Uint8Array | undefined> {
  const service = (await readSetting('connection'))?.address
  // An interface on the user's own machine names its own files.
  const isAllowed = (asked: string) =>
    /^data:/i.test(asked) || mayFetch(asked, service) || isBeside(asked, page)
  if (!isAllowed(address)) return undefined
  try {
    const response = await answerOf(address, {
      withCookies: withCookies && mayFetch(address, service),
      signal: AbortSignal.timeout(timeout),
    })
    if (!response?.ok || !response.body) return undefined
    if (isAllowed(response.url)) return await firstBytes(response.body)
    await response.body.cancel()
    return undefined
  } catch {
    return undefined
  }
}

function isBeside(address: string, page: string | undefined): boolean {
  const [one, other] = [URL.parse(address), URL.parse(page ?? '')]
  return one !== null && /^https?:$/.test(one.protocol) && one.origin === other?.origin
}

async function firstBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(piece)
    length += piece.length
    if (length >= mostRead) break
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes.subarray(0, mostRead)
}
