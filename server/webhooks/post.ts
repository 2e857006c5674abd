import type { IncomingMessage } from 'node:http'
import type { AttemptOutcome } from '@dailies/contract/webhook.ts'
import { exchangeFailure, type Failure, failure, shortened, unsendable } from '../outside/failure.ts'
import { findAddresses, hostOf, type Outside, outsideUrl } from '../outside/find-addresses.ts'
import { openRequest } from '../outside/open-request.ts'

const defaultTimeout = 10_000

/** What is read of a body, so that the receiver can finish writing it, and for how long in milliseconds. */
const mostRead = 65_536
const longestReading = 1000

const keptOfBody = 1024

interface PostRequest {
  url: string
  headers: Record<string, string>
  body: string
}

interface PostOptions extends Outside {
  /** Milliseconds from asking for the address to the head of the answer. */
  timeout?: number
}

/** What became of a POST. `answer` is the first kilobyte of the body, null when there is none. */
export interface Posted {
  outcome: AttemptOutcome
  responseCode: number | null
  error: string | null
  answer: string | null
  durationMs: number
}

type Result = Omit<Posted, 'durationMs'>

/**
 * POSTs to a URL that a user typed: to allowed addresses only, in a new connection, without following redirects or
 * the proxy of the environment. Never rejects: whatever goes wrong is the outcome.
 */
export async function post(request: PostRequest, options: PostOptions): Promise<Posted> {
  const startedAt = performance.now()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), options.timeout ?? defaultTimeout)
  const result = await attempt(request, options, controller.signal)
  clearTimeout(timer)
  return { ...result, durationMs: Math.round(performance.now() - startedAt) }
}

async function attempt(request: PostRequest, options: PostOptions, signal: AbortSignal): Promise<Result> {
  const url = outsideUrl(request.url)
  if ('error' in url) return unanswered(url)
  const found = await findAddresses(hostOf(url), options, signal)
  if (!Array.isArray(found)) return unanswered(found)
  try {
    return await exchange(url, found, request, signal)
  } catch (error) {
    return unanswered(unsendable(error))
  }
}

function unanswered(reason: Failure<AttemptOutcome>): Result {
  return { ...reason, responseCode: null, answer: null }
}

function exchange(
  url: URL,
  addresses: string[],
  { headers, body }: PostRequest,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise((resolve) => {
    const secure = url.protocol === 'https:'
    let head: IncomingMessage | undefined
    let reading: NodeJS.Timeout | undefined
    const kept: Buffer[] = []
    let read = 0

    // Throws when a header cannot be sent.
    const request = openRequest(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      addresses,
      onEndless: (reason) => end(unanswered(reason)),
    })

    // Once there is a head, it decides, and not how the body ends.
    function end(reason: Result) {
      clearTimeout(reading)
      signal.removeEventListener('abort', onTimeout)
      // What came in one packet with an error is not handed out yet.
      head?.read()
      request.destroy()
      resolve(head ? answered(head, url, Buffer.concat(kept)) : reason)
    }

    function onError(error: Error) {
      end(unanswered(exchangeFailure(error, secure)))
    }

    function onTimeout() {
      end(unanswered(failure('timeout', 'No answer in time')))
    }

    request.on('response', (response) => {
      head = response
      reading = setTimeout(onTimeout, longestReading)
      response.on('data', (chunk: Buffer) => {
        if (read < keptOfBody) kept.push(chunk)
        read += chunk.length
        if (read >= mostRead) onClose()
      })
      response.on('error', onError)
      response.on('close', onClose)
    })

    function onClose() {
      end(unanswered(failure('connection_failed', 'The connection was closed before an answer')))
    }

    request.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(answered(response, url, Buffer.alloc(0)))
      onClose()
    })
    // Stays on: a socket that is destroyed can still report an error.
    request.on('error', onError)
    request.on('close', onClose)
    signal.addEventListener('abort', onTimeout)
    request.end(body)
  })
}

function answered(head: IncomingMessage, url: URL, body: Buffer): Result {
  const status = head.statusCode!
  const result = { responseCode: status, answer: firstText(body) }
  if (status < 200)
    return { ...failure('invalid_answer', `Answered ${status}, which nobody asked for`), ...result }
  if (status < 300) return { outcome: 'delivered', error: null, ...result }
  if (status < 400) return { ...redirect(status, head.headers.location, url), ...result }
  return { ...failure('refused', `Answered ${status}`), ...result }
}

function redirect(status: number, location: string | undefined, url: URL): Failure<AttemptOutcome> {
  const target = location === undefined ? null : URL.parse(location, url)
  const to = target ? ` to ${shortened(`${target.protocol}//${target.host}`, 200)}` : ''
  return failure('redirect', `Answered ${status}: redirects${to} are not followed, so enter the final URL`)
}

/** PostgreSQL cannot store U+0000; a character that the limit cuts in two is left out. */
function firstText(body: Buffer): string | null {
  const text = new TextDecoder().decode(body.subarray(0, keptOfBody), { stream: body.length > keptOfBody })
  return text.replaceAll('\0', '\ufffd') || null
}
