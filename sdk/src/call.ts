import { type Answer, ask } from './ask.ts'
import { type EndpointName, type Input, type Reply, table } from './endpoints.ts'
import { DailiesError, errorOf, notOfDailies } from './error.ts'
import { requestOf } from './request.ts'
import { withRetries } from './retry.ts'

export interface Options {
  /** Where the service is: `https://dailies.studio.example`. */
  baseUrl: string
  /** The token, or what gives it at each try. */
  token: string | (() => string | Promise<string>)
  /** Milliseconds that a try may take; 30,000 unless told otherwise. */
  timeout?: number | undefined
  /** How often a call that may be repeated is tried again; 3 unless told otherwise. */
  retries?: number | undefined
  /** Bytes that an answer may have, uncompressed; 64 MiB unless told otherwise. */
  largestAnswer?: number | undefined
  /** In place of the global one. */
  fetch?: typeof fetch | undefined
}

/** For one call, over those of the client. */
export interface CallOptions {
  /** Ends the call, and the pauses between its tries. */
  signal?: AbortSignal | undefined
  timeout?: number | undefined
  retries?: number | undefined
}

/** Captures and changes of many carry a key, a question changes nothing, and the others set what may well be set already. */
const repeatable: readonly EndpointName[] = [
  'ingest',
  'ingestBatch',
  'createAsset',
  'findCaptured',
  'findKept',
  'selectAsset',
  'changeStatus',
  'changeAssets',
  'undoAssetChanges',
  'revokeToken',
]

/** Calls an endpoint. Throws a DailiesError, or the reason of the signal when that was aborted. */
export async function call<N extends EndpointName>(
  options: Options,
  name: N,
  input: Input<N>,
  { signal, timeout = options.timeout ?? 30_000, retries = options.retries ?? 3 }: CallOptions = {},
): Promise<Reply<N>> {
  const { url, method, body } = requestOf(options.baseUrl, name, input)
  const isRepeatable = ['GET', 'PUT', 'PATCH'].includes(table[name].method) || repeatable.includes(name)
  const attempt = async () => {
    const headers: Record<string, string> = { authorization: `Bearer ${await tokenOf(options)}` }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const answer = await ask(
      // A redirect would lose the token, and make a GET of a POST.
      (signal) => (options.fetch ?? fetch)(url, { method, headers, body, redirect: 'manual', signal }),
      { timeout, signal, largestAnswer: options.largestAnswer },
    )
    return replyOf(answer) as Reply<N>
  }
  // What was refused for the rate was not done.
  const mayRepeat = ({ isTemporary, status }: DailiesError) => isTemporary && (isRepeatable || status === 429)
  return withRetries(attempt, { retries, mayRepeat, signal })
}

/** Throws a DailiesError for what is none. */
export async function tokenOf({ token }: Options): Promise<string> {
  const given = typeof token === 'string' ? token : await token()
  // No request can carry it.
  if (!/^[!-~]+$/.test(given)) throw new DailiesError('This is no token', { status: 401 })
  return given
}

/** Throws a DailiesError where it is none: each is an object. */
export function replyOf({ response, text }: Answer): object {
  if (!response.ok) throw errorOf(response, text)
  let reply: unknown
  try {
    reply = JSON.parse(text)
  } catch (cause) {
    throw new DailiesError('The answer is not JSON: is this the address of Dailies?', {
      status: response.status,
      cause,
    })
  }
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) throw notOfDailies(response.status)
  return reply
}
