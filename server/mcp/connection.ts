import { ask, piecesOf } from '../../sdk/src/ask.ts'
import { type Options, tokenOf } from '../../sdk/src/call.ts'
import { connect, type Dailies, type Input, type Reply } from '../../sdk/src/dailies.ts'
import type { EndpointName } from '../../sdk/src/endpoints.ts'
import { errorOf } from '../../sdk/src/error.ts'
import { parseExactly } from '../../sdk/src/exact-json.ts'
import { requestOf } from '../../sdk/src/request.ts'

/** Bytes of a picture that goes to an agent: a thumbnail has a tenth of that. */
const largestPicture = 256 * 1024
/** Milliseconds. */
const timeout = 30_000

export interface Picture {
  type: string
  /** Base64. */
  data: string
}

/**
 * The service as a token sees it: over the network, or in the same process through the `fetch` of the options. There is no
 * other way from a tool to what is stored.
 */
export interface Connection {
  dailies: Dailies
  /** Calls an endpoint that is only read, and keeps the digits of long numbers, as text. Throws a DailiesError. */
  exactly<N extends EndpointName>(name: N, input: Input<N>, signal: AbortSignal): Promise<Reply<N>>
  /** A thumbnail of a version. Undefined where there is none, or the service would send us elsewhere for it. */
  picture(id: string, size: 'small' | 'large', signal: AbortSignal): Promise<Picture | undefined>
}

export function connectTo(options: Options): Connection {
  const dailies = connect(options)
  const baseUrl = options.baseUrl.replace(/\/+$/, '')

  async function get(url: string, signal: AbortSignal): Promise<Response> {
    const authorization = `Bearer ${await tokenOf(options)}`
    return (options.fetch ?? fetch)(url, { headers: { authorization }, redirect: 'manual', signal })
  }

  return {
    dailies,
    exactly: async (name, input, signal) => {
      const { url } = requestOf(baseUrl, name, input)
      const { response, text } = await ask((end) => get(url, end), { timeout, signal })
      if (!response.ok) throw errorOf(response, text)
      return parseExactly(text) as Reply<typeof name>
    },
    picture: async (id, size, signal) => {
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
      // Of a picture that is small itself there is the small one alone.
      for (const kind of size === 'large' ? ['thumb-640', 'thumb-320'] : ['thumb-320']) {
        const found = await pictureOf(
          await get(`${baseUrl}/api/media/${encodeURIComponent(id)}/${kind}`, within),
        )
        if (found) return found
      }
      return undefined
    },
  }
}

async function pictureOf(response: Response): Promise<Picture | undefined> {
  const { status, headers } = response
  const type = headers.get('content-type') ?? ''
  const length = Number(headers.get('content-length') ?? Infinity)
  if (status === 200 && type.startsWith('image/') && length <= largestPicture) {
    const pieces = await Array.fromAsync(piecesOf(response, largestPicture))
    return { type, data: Buffer.concat(pieces).toString('base64') }
  }
  await response.body?.cancel()
  if (status === 401 || status === 403 || status === 429) throw errorOf(response, '')
  return undefined
}
