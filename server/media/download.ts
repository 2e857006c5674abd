import type { IncomingMessage } from 'node:http'
import { countCrumbs } from '../crumbs.ts'
import { exchangeFailure, type Failure, failure, unsendable } from '../outside/failure.ts'
import { findAddresses, hostOf, type Outside, outsideUrl } from '../outside/find-addresses.ts'
import { openRequest } from '../outside/open-request.ts'
import { inBytes } from './in-bytes.ts'

const defaultTimeout = 30 * 60_000
const defaultStallTimeout = 30_000
/** Bytes a millisecond: what comes slower holds a place; and, that others may wait for. */
const slowest = { alone: 2, crowded: 20 }
const mostRedirects = 5
const longestRetryAfter = 24 * 60 * 60

export interface DownloadOptions extends Outside {
  /** Bytes that it may have. */
  limit: number
  /** Milliseconds that all of it may take: half an hour. */
  timeout?: number
  /** Milliseconds until the head of each answer, and without a byte of the body: half a minute. */
  stallTimeout?: number
  userAgent?: string
  /** Breaks it off. */
  signal?: AbortSignal
  /** Whether others may be waiting for its place: then it has to come faster. */
  isCrowded?: () => boolean
}

export interface DownloadHead {
  /** `Content-Type`, as it came; undefined where it is missing. */
  type: string | undefined
  /** Bytes that are announced. */
  length: number | undefined
}

interface NotDownloaded {
  ok: false
  /** Whether it is worth another try. */
  isTemporary: boolean
  /** A short sentence for people, without the address. */
  reason: string
  /** When the server wants to be asked again; at most a day. */
  retryAfterSeconds?: number
}

type Downloaded<T> = { ok: true; value: T } | NotDownloaded

type Answer = { response: IncomingMessage; close: () => void }

/**
 * GETs what is at a URL that a user or a platform gave, and hands it to `take` as it comes: from allowed addresses only, each in
 * a new connection, without the proxy of the environment. Up to five redirects are followed, each looked at as the first one was.
 * `take` is called once, or not at all, and rejects where the body breaks off; rejects with what else `take` throws. Whatever
 * goes wrong outside is the result.
 */
export async function download<T>(
  address: string,
  options: DownloadOptions,
  take: (body: AsyncIterable<Buffer>, head: DownloadHead) => Promise<T>,
): Promise<Downloaded<T>> {
  const controller = new AbortController()
  const stop = () => controller.abort(temporary('It was broken off, and is tried again'))
  const late = () => controller.abort(temporary('It took too long'))
  const timer = setTimeout(late, options.timeout ?? defaultTimeout)
  options.signal?.addEventListener('abort', stop)
  if (options.signal?.aborted) stop()
  try {
    const answer = await follow(address, options, controller.signal)
    if (!('response' in answer)) return controller.signal.aborted ? controller.signal.reason : answer
    try {
      return await takeBody(answer, options, controller.signal, take)
    } finally {
      answer.close()
    }
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
  }
}

async function follow(
  address: string,
  options: DownloadOptions,
  signal: AbortSignal,
): Promise<Answer | NotDownloaded> {
  let url = outsideUrl(address)
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    if ('error' in url) return lasting(url.error)
    const answer = await ask(url, options, signal)
    if (!('response' in answer)) return answer
    const { response } = answer
    if (!isRedirect(response)) return refusal(response, options) ?? answer
    answer.close()
    const next = nextOf(response, url)
    if ('ok' in next) return next
    url = outsideUrl(next.href)
  }
  return lasting(`It is redirected more than ${mostRedirects} times`)
}

async function ask(url: URL, options: DownloadOptions, whole: AbortSignal): Promise<Answer | NotDownloaded> {
  const signal = AbortSignal.any([whole, AbortSignal.timeout(options.stallTimeout ?? defaultStallTimeout)])
  if (signal.aborted) return temporary('No answer in time')
  const addresses = await findAddresses(hostOf(url), options, signal)
  if (!Array.isArray(addresses)) return unreached(addresses)
  try {
    return await request(url, addresses, options, signal)
  } catch (error) {
    return unreached(unsendable(error))
  }
}

function request(
  url: URL,
  addresses: string[],
  { userAgent = 'Dailies' }: DownloadOptions,
  signal: AbortSignal,
): Promise<Answer | NotDownloaded> {
  return new Promise((resolve) => {
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent }
    // Throws when a header cannot be sent.
    const asked = openRequest(url, { method: 'GET', headers, addresses, onEndless: fail })

    function fail(reason: Failure) {
      signal.removeEventListener('abort', onTimeout)
      asked.destroy()
      resolve(unreached(reason))
    }

    function onTimeout() {
      fail(failure('timeout', 'No answer in time'))
    }

    asked.on('response', (response) => {
      signal.removeEventListener('abort', onTimeout)
      // One that nobody reads can break off, too.
      response.on('error', () => {})
      resolve({ response, close: () => asked.destroy() })
    })
    asked.on('upgrade', (_response, socket) => {
      socket.destroy()
      fail(failure('invalid_answer', 'The answer is a switch of protocols, which nobody asked for'))
    })
    // Stays on: a socket that is destroyed can still report an error.
    asked.on('error', (error) => fail(exchangeFailure(error, url.protocol === 'https:')))
    asked.on('close', () => fail(failure('connection_failed', 'The connection was closed before an answer')))
    signal.addEventListener('abort', onTimeout)
    asked.end()
  })
}

/** Another address may be allowed tomorrow, and another name server know the name; the same request is as wrong as it was. */
function unreached({ outcome, error }: Failure): NotDownloaded {
  return outcome === 'address_not_allowed' || outcome === 'not_sendable' ? lasting(error) : temporary(error)
}

function isRedirect({ statusCode }: IncomingMessage): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode!)
}

function nextOf({ statusCode, headers }: IncomingMessage, from: URL): URL | NotDownloaded {
  const target = headers.location === undefined ? null : URL.parse(headers.location, from)
  if (!target) return lasting(`It is redirected (${statusCode}), and to no address`)
  const isDowngrade = from.protocol === 'https:' && target.protocol === 'http:'
  return isDowngrade ? lasting('It is redirected from https:// to http://, which is not followed') : target
}

/** Undefined where there is a body to take. */
function refusal(response: IncomingMessage, { limit }: DownloadOptions): NotDownloaded | undefined {
  const status = response.statusCode!
  if (status !== 200) return refusalOf(status, retryAfter(response.headers['retry-after']))
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? ''
  // Not asked for; and some bytes could become very many.
  if (encoding !== '' && encoding !== 'identity')
    return lasting('The platform answered with a compressed file')
  if (/\b(gzip|compress|deflate)\b/i.test(response.headers['transfer-encoding'] ?? ''))
    return lasting('The platform answered with a compressed file')
  if (/^\s*text\/html\b/i.test(response.headers['content-type'] ?? '')) {
    return lasting('The platform answered with a web page: the link has ended or wants a sign-in')
  }
  return (lengthOf(response) ?? 0) > limit ? tooLarge(limit) : undefined
}

function refusalOf(status: number, retryAfterSeconds: number | undefined): NotDownloaded {
  if (status === 401 || status === 403) {
    return lasting(`The platform refuses it (${status}): the link has ended or wants a sign-in`)
  }
  if (status === 404 || status === 410) return lasting(`The platform no longer has it (${status})`)
  if (status === 202) return { ...temporary('The platform does not have it yet (202)'), retryAfterSeconds }
  if ([408, 425, 429].includes(status) || (status >= 500 && status < 600)) {
    return { ...temporary(`The platform cannot answer at the moment (${status})`), retryAfterSeconds }
  }
  return lasting(`The platform answered ${status}`)
}

/** Seconds from now: RFC 9110, 10.2.3. */
function retryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = /^\d{1,10}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), longestRetryAfter)
}

function lengthOf({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

async function takeBody<T>(
  { response }: Answer,
  options: DownloadOptions,
  signal: AbortSignal,
  take: (body: AsyncIterable<Buffer>, head: DownloadHead) => Promise<T>,
): Promise<Downloaded<T>> {
  let broken: NotDownloaded | undefined
  const body = bodyOf(response, options, signal, (reason) => {
    broken ??= reason
  })
  try {
    const value = await take(body, { type: response.headers['content-type'], length: lengthOf(response) })
    return broken ?? { ok: true, value }
  } catch (error) {
    if (broken) return broken
    throw error
  }
}

/** `onBroken` is told why, before this rejects. */
async function* bodyOf(
  response: IncomingMessage,
  { limit, stallTimeout = defaultStallTimeout, isCrowded = () => false }: DownloadOptions,
  signal: AbortSignal,
  onBroken: (reason: NotDownloaded) => void,
): AsyncGenerator<Buffer> {
  const breakOff = (reason: NotDownloaded) => {
    onBroken(reason)
    response.destroy(new Error(reason.reason))
  }
  const onAbort = () => breakOff(signal.reason)
  // Runs while the server is waited for, and not while `take` is.
  const watch = () => setTimeout(() => breakOff(temporary('The platform stopped sending it')), stallTimeout)
  const isCrumbs = countCrumbs()
  let received = 0
  let timer: NodeJS.Timeout | undefined
  let since = { at: performance.now(), received: 0 }
  signal.addEventListener('abort', onAbort)
  try {
    if (signal.aborted) onAbort()
    timer = watch()
    for await (const piece of response as AsyncIterable<Buffer>) {
      clearTimeout(timer)
      received += piece.length
      if (isCrumbs(piece)) {
        onBroken(lasting('The platform sends it in pieces of a few bytes'))
        response.socket.destroy()
        throw new Error('The file comes in crumbs')
      }
      if (received > limit) {
        onBroken(tooLarge(limit))
        throw new Error('The file is too large')
      }
      const milliseconds = performance.now() - since.at
      if (milliseconds > stallTimeout) {
        const least = isCrowded() ? slowest.crowded : slowest.alone
        if ((received - since.received) / milliseconds < least) {
          onBroken(temporary('The platform sends it too slowly'))
          throw new Error('The file comes too slowly')
        }
        since = { at: performance.now(), received }
      }
      yield piece
      timer = watch()
    }
  } catch (error) {
    // Where one of the above was first, that is why.
    onBroken(temporary('The connection broke off before the file was whole'))
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

function tooLarge(limit: number): NotDownloaded {
  return lasting(`The file is larger than the ${inBytes(limit)} that are taken`)
}

function lasting(reason: string): NotDownloaded {
  return { ok: false, isTemporary: false, reason }
}

function temporary(reason: string): NotDownloaded {
  return { ok: false, isTemporary: true, reason }
}
