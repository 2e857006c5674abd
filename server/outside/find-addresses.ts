import type { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { AllowedAddresses } from './allowed-addresses.ts'
import { dnsFailure, type Failure, failure, shortened } from './failure.ts'
import { resolveHost } from './resolve.ts'

/** A name may have thousands of addresses; nobody is to scan a network with our connections. */
const mostAddresses = 8

/** Where connections may go, and who tells the addresses of names. */
export interface Outside {
  addresses: AllowedAddresses
  resolver: Resolver
}

/** The URL where it may be asked at all; its host is still to be looked at, by `findAddresses`. */
export function outsideUrl(text: string): URL | Failure {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url
  return failure('address_not_allowed', 'The URL must be http(s):// without a user name and password')
}

/** The name or the address: an IPv6 address is without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/**
 * The addresses of a name, or the one that `host` is: to be connected to, and no others, since asking again may give others. All
 * of them are allowed, and there is at least one.
 */
export function findAddresses(
  host: string,
  outside: Outside,
  signal: AbortSignal,
): Promise<string[] | Failure> {
  return Promise.race([lookUp(host, outside, signal), timedOut(signal)])
}

async function lookUp(
  host: string,
  { addresses, resolver }: Outside,
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

function timedOut(signal: AbortSignal): Promise<Failure> {
  return new Promise((resolve) => {
    const reason = failure('timeout', 'No answer in time: its address was not found yet')
    signal.addEventListener('abort', () => resolve(reason), { once: true })
  })
}
