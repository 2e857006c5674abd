/** What is behind an address. */
type Found = { address: string } | NotFound

export type NotFound =
  /** No answer: not there, no network, or a certificate that the browser does not trust; it tells no difference. */
  | { problem: 'unreachable' }
  /** Something answers, but not Dailies. */
  | { problem: 'other' }
  /** It is Dailies, at another origin, to which the address leads. */
  | { problem: 'moved'; to: string }
  /** It cannot answer now. */
  | { problem: 'unwell'; status: number }

const path = '/api/extension/profile'

/** Milliseconds that each address may take to answer. */
const longestWait = 10_000

/**
 * The first of the addresses behind which Dailies is. It is known by how it refuses who shows no token, so the token
 * goes to nobody else.
 */
export async function findService(addresses: readonly string[]): Promise<Found> {
  let found: Found = { problem: 'other' }
  for (const address of addresses) {
    found = await lookAt(address)
    if (!('problem' in found) || found.problem !== 'other') return found
  }
  return found
}

async function lookAt(address: string): Promise<Found> {
  try {
    const signal = AbortSignal.timeout(longestWait)
    const response = await fetch(address + path, { credentials: 'omit', signal })
    const { status, url } = response
    if (status === 429 || status >= 500) return { problem: 'unwell', status }
    const body = (await response.json().catch(() => undefined)) as { error?: unknown } | undefined
    if (status !== 401 || typeof body?.error !== 'string') return { problem: 'other' }
    return whereItIs(address, url)
  } catch {
    return { problem: 'unreachable' }
  }
}

/** `answered` is the address after all redirects. */
function whereItIs(asked: string, answered: string): Found {
  const address = answered.endsWith(path) ? answered.slice(0, -path.length) : asked
  if (new URL(address).origin === new URL(asked).origin) return { address }
  return { problem: 'moved', to: address }
}
