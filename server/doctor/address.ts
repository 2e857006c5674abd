import { get as getByHttps } from 'node:https'
import { BlockList, isIPv6 } from 'node:net'
import type { Settings } from '../config.ts'
import { dnsFailure, exchangeFailure } from '../outside/failure.ts'
import { version } from '../version.ts'
import { type Finding, failed, skipped, warned, well } from './check.ts'

// See connections.ts.
const { get: getByHttp } = process.getBuiltinModule('node:http')

/** Of an answer that tells whether it is Dailies. */
const mostBytes = 65_536

/** How somebody's request came in. */
export interface Arrived {
  /** Whether it says that a proxy passed it on. */
  isForwarded: boolean
  /** Who is at the other end of the connection. */
  peer: string | undefined
}

export async function checkPublicAddress(
  { publicUrl, host }: Pick<Settings, 'publicUrl' | 'host'>,
  signal: AbortSignal,
): Promise<Finding> {
  if (publicUrl === undefined) {
    if (isLoopback(host)) return skipped('DAILIES_PUBLIC_URL is not set: Dailies is for this machine alone.')
    return warned(
      `DAILIES_PUBLIC_URL is not set, and Dailies listens on ${host}: tokens can be read on the way.`,
      'Put a proxy with HTTPS in front, and set DAILIES_PUBLIC_URL to its address.',
    )
  }
  const { origin, protocol, hostname } = new URL(publicUrl)
  const told = await askWho(publicUrl, signal)
  if ('problem' in told) {
    return failed(
      `${origin} cannot be used: ${told.problem}.`,
      'See that the service runs and the proxy passes everything on to it, and that the name leads to the proxy from this machine, too.',
    )
  }
  if (told.version !== version) {
    return warned(
      `At ${origin} Dailies ${told.version} answers, and this is ${version}.`,
      'See whether the proxy leads to this installation; if it does, start the service again with this version.',
    )
  }
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return warned(
      `Dailies answers at ${origin}, which is not https: tokens can be read on the way.`,
      'Put a proxy with HTTPS in front, and set DAILIES_PUBLIC_URL to its address.',
    )
  }
  return well(`Dailies ${told.version} answers at ${origin}.`)
}

/** Anybody may ask that, by every proxy that lets users in. */
async function askWho(
  publicUrl: string,
  signal: AbortSignal,
): Promise<{ version: string } | { problem: string }> {
  const url = new URL('/api/account/state', publicUrl)
  let answer: Answer
  try {
    answer = await ask(url, signal)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const isName = code === 'ENOTFOUND' || code === 'EAI_AGAIN'
    const failure = isName
      ? dnsFailure(error, url.hostname)
      : exchangeFailure(error, url.protocol === 'https:')
    return { problem: lowerFirst(failure.error) }
  }
  if (answer.status >= 300 && answer.status < 400) {
    return { problem: `it leads elsewhere, with status ${answer.status}` }
  }
  if (answer.status !== 200) return { problem: `the answer has status ${answer.status}` }
  return versionIn(answer.text) ?? { problem: 'something else than Dailies answers' }
}

interface Answer {
  status: number
  /** As much of it as Dailies may have sent. */
  text: string
}

/** On a connection of its own: one that is kept may have ended, which says nothing of the address. */
function ask(url: URL, signal: AbortSignal): Promise<Answer> {
  const get = url.protocol === 'https:' ? getByHttps : getByHttp
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, signal }, (answer) => {
      beginningOf(answer).then((text) => resolve({ status: answer.statusCode ?? 0, text }), reject)
    })
    request.on('error', reject)
  })
}

async function beginningOf(answer: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes > mostBytes) break
  }
  return Buffer.concat(pieces).toString()
}

function versionIn(text: string): { version: string } | undefined {
  try {
    const { data } = JSON.parse(text)
    return typeof data.version === 'string' && typeof data.setUp === 'boolean'
      ? { version: data.version.slice(0, 40) }
      : undefined
  } catch {
    return undefined
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127\..*|\[?::1\]?)$/.test(host)
}

/** Whether it is known who makes a request, and not only by which proxy it came. */
export function checkProxy(
  { publicUrl, trustProxy }: Pick<Settings, 'publicUrl' | 'trustProxy'>,
  arrived: Arrived | undefined,
): Finding {
  if (arrived?.isForwarded && arrived.peer !== undefined) {
    // As a socket for both families says it.
    const peer = arrived.peer.replace(/^::ffff:(?=\d+\.)/i, '')
    if (isAmong(peer, trustProxy)) {
      return well(`Requests come by a proxy at ${peer}, which is believed where they come from.`)
    }
    return warned(
      `Requests come by a proxy at ${peer}, and all of them count as its own: it is not in DAILIES_TRUST_PROXY.`,
      `Set DAILIES_TRUST_PROXY=${peer}, if that proxy sets X-Forwarded-For itself: else one who guesses passwords holds up everybody.`,
    )
  }
  const named = trustProxy.join(', ')
  if (arrived && trustProxy.length > 0) {
    return warned(
      `This request came without X-Forwarded-For, though DAILIES_TRUST_PROXY names ${named}.`,
      'Let the proxy set that header, unless you came past it.',
    )
  }
  if (trustProxy.length > 0) {
    return well(`DAILIES_TRUST_PROXY names ${named}; whether requests come by it, the console tells.`)
  }
  if (publicUrl?.startsWith('https:')) {
    return warned(
      'DAILIES_PUBLIC_URL is https, so a proxy stands in front, and DAILIES_TRUST_PROXY is not set: all requests count as its own.',
      'Set DAILIES_TRUST_PROXY to the address of the proxy, if it sets X-Forwarded-For itself.',
    )
  }
  return skipped('No proxy is named, and none seems to stand in front.')
}

/** Whether an address is one of these, or in one of these ranges. */
function isAmong(address: string, all: readonly string[]): boolean {
  const list = new BlockList()
  for (const one of all) {
    const [net = '', bits] = one.split('/')
    const family = isIPv6(net) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(net, family)
    else list.addSubnet(net, Number(bits), family)
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
