import dns, { Resolver } from 'node:dns/promises'
import { setTimeout } from 'node:timers/promises'

/** Codes that say that the name server does not know the name, or that there is none to ask. */
const unknownCodes = new Set([
  'ENOTFOUND',
  'ENODATA',
  'ENONAME',
  'ECONNREFUSED',
  'EREFUSED',
  'ENOTINITIALIZED',
])

/** How long the answer to one question waits for the answer to the other, in milliseconds. RFC 8305, 3. */
const secondAnswerDelay = 200

/** The resolver that `resolveHost` wants: gives up after some 6 s. Its servers are those of the system. */
export function hostResolver(): Resolver {
  return new Resolver({ timeout: 2000, tries: 2 })
}

/** Whether the name stands for this machine. RFC 6761, 6.3. */
export function isLocalhost(host: string): boolean {
  return /(^|\.)localhost\.*$/i.test(host)
}

/**
 * The addresses of `host`, of which there is at least one; none of them is checked. Rejects with the `code` of
 * node:dns. `signal` gives up what has not begun.
 */
export async function resolveHost(host: string, resolver: Resolver, signal?: AbortSignal): Promise<string[]> {
  if (isLocalhost(host)) return ['127.0.0.1', '::1']
  try {
    return await askNameServer(host, resolver)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!unknownCodes.has(code)) throw error
    return lookUpInTurn(host, signal)
  }
}

async function askNameServer(host: string, resolver: Resolver): Promise<string[]> {
  const questions = [resolver.resolve4(host), resolver.resolve6(host)]
  const every = Promise.allSettled(questions).then((answers) => {
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    throw errors.find(({ code }) => !unknownCodes.has(code)) ?? errors[0]
  })
  // Some name servers never answer about AAAA.
  const first = Promise.any(questions).then(
    (addresses) => setTimeout(secondAnswerDelay, addresses, { ref: false }),
    () => every,
  )
  return Promise.race([every, first])
}

let lastLookup: Promise<unknown> = Promise.resolve()

/**
 * The hosts file. getaddrinfo asks the name server too, blocks a thread for as long as that takes (10 s and more),
 * and libuv gives it two threads for the whole process: a host whose name server turns silent would keep the
 * service from finding its database. So only one at a time, and never for a name on which the resolver timed out.
 */
function lookUpInTurn(host: string, signal?: AbortSignal): Promise<string[]> {
  const lookup = lastLookup.then(async () => {
    signal?.throwIfAborted()
    const found = await dns.lookup(host, { all: true })
    return found.map(({ address }) => address)
  })
  lastLookup = lookup.catch(() => {})
  return lookup
}
