import type { CustomFetchOptions } from 'openid-client'

/** Milliseconds and bytes that an answer of the provider may take, whole. Its largest is its keys, some kilobytes. */
const longest = 5000
const most = 256 * 1024

/** The provider could not be asked, or has not answered as anybody does who is well: worth another try later. */
export class ProviderAway extends Error {}

/**
 * Asks the provider, and reads its answer whole before anybody else does: none is waited for longer than it may take, and none
 * fills the memory. No redirect is followed. Throws `ProviderAway`.
 */
export async function boundedFetch(
  url: string,
  { body, ...options }: CustomFetchOptions,
  { timeout = longest, signal }: { timeout?: number; signal?: AbortSignal | undefined } = {},
): Promise<Response> {
  const over = AbortSignal.timeout(timeout)
  const signals = [over, options.signal, signal].filter((one) => one !== undefined)
  try {
    const response = await fetch(url, {
      ...options,
      ...(body !== undefined && body !== null && { body }),
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    } as RequestInit)
    const bytes = await readAll(response)
    const { status, headers } = response
    if (status >= 500 || status === 429) throw new ProviderAway(`answered with status ${status}`)
    return new Response(status === 204 || status === 205 || status === 304 ? null : bytes, {
      status,
      headers,
    })
  } catch (error) {
    if (error instanceof ProviderAway) throw error
    throw new ProviderAway(over.aborted ? `took longer than ${timeout / 1000} seconds` : reasonOf(error))
  }
}

async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > most) throw new ProviderAway(`answered with more than ${most} bytes`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Never more than a code of Node's or a name: what is behind may have read the answer. */
function reasonOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name?: string }
  return `could not be reached (${cause?.code ?? name ?? 'unknown'})`
}
