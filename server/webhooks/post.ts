import type { Resolver } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import type { AttemptOutcome } from '@dailies/contract/webhook.ts'
import type { AllowedAddresses } from './allowed-addresses.ts'
import { dnsFailure, exchangeFailure, type Failure, failure, shortened, unsendable } from './failure.ts'
import { resolveHost } from './resolve.ts'
import { hostOf } from './webhook-url.ts'

// See connections.ts.
const { request: requestByHttp } = process.getBuiltinModule('node:http')

const defaultTimeout = 10_000

/** A name may have thousands of addresses; nobody is to scan a network with our connections. */
const mostAddresses = 8

const largestHead = 16_384

/** What may come before the head of the answer: informational answers (RFC 9110, 15.2), and characters of their headers. */
const mostInformational = 20
const mostBeforeHead = 65_536

/** What is read of a body, so that the receiver can finish writing it, and for how long in milliseconds. */
const mostRead = 65_536
const longestReading = 1000

const keptOfBody = 1024

interface PostRequest {
  url: string
  headers: Record<string, string>
  body: string
}

interface PostOptions {
  addresses: AllowedAddresses
  resolver: Resolver
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
  const url = URL.parse(request.url)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    return unanswered(
      failure('address_not_allowed', 'The URL must be http(s):// without a user name and password'),
    )
  }
  const found = await Promise.race([findAddresses(hostOf(url), options, signal), timedOut(signal)])
  if (!Array.isArray(found)) return unanswered(found)
  try {
    return await exchange(url, found, request, signal)
  } catch (error) {
    return unanswered(unsendable(error))
  }
}

function unanswered(reason: Failure): Result {
  return { ...reason, responseCode: null, answer: null }
}

function timedOut(signal: AbortSignal): Promise<Failure> {
  return new Promise((resolve) => {
    const reason = failure('timeout', 'No answer in time: its address was not found yet')
    signal.addEventListener('abort', () => resolve(reason), { once: true })
  })
}

/** All of the addresses are allowed, and there is at least one. */
async function findAddresses(
  host: string,
  { addresses, resolver }: PostOptions,
  signal: AbortSignal,
): Promise<string[] | Failure> {
  try {
    const every = isIP(host) ? [host] : await resolveHost(host, resolver, signal)
    const allowed = every.filter((address) => addresses.allows(address))
    if (allowed.length > 0) return allowed.slice(0, mostAddresses)
    return failure('address_not_allowed', `${shortened(host, 200)} is not at a public address`)
  } catch (error) {
    return dnsFailure(error, host)
  }
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
    let informational = 0
    let beforeHead = 0

    // Throws when a header cannot be sent.
    const request = (secure ? requestByHttps : requestByHttp)({
      agent: false,
      method: 'POST',
      host: hostOf(url),
      port: url.port || null,
      path: url.pathname + url.search,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: lookupAmong(addresses),
      maxHeaderSize: largestHead,
      insecureHTTPParser: false,
      rejectUnauthorized: true,
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

    request.on('information', ({ rawHeaders }) => {
      informational += 1
      beforeHead += rawHeaders.join('').length
      if (informational > mostInformational || beforeHead > mostBeforeHead) end(unanswered(endless))
    })
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

const endless = failure('invalid_answer', 'Only informational answers came, and too many of them')

/** Node asks for all of the addresses, and tries one after the other; without its "happy eyeballs", for one. */
function lookupAmong(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_host, { all }, callback) => {
    if (all) callback(null, found)
    else callback(null, found[0]!.address, found[0]!.family)
  }
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

function redirect(status: number, location: string | undefined, url: URL): Failure {
  const target = location === undefined ? null : URL.parse(location, url)
  const to = target ? ` to ${shortened(`${target.protocol}//${target.host}`, 200)}` : ''
  return failure('redirect', `Answered ${status}: redirects${to} are not followed, so enter the final URL`)
}

/** PostgreSQL cannot store U+0000; a character that the limit cuts in two is left out. */
function firstText(body: Buffer): string | null {
  const text = new TextDecoder().decode(body.subarray(0, keptOfBody), { stream: body.length > keptOfBody })
  return text.replaceAll('\0', '\ufffd') || null
}
