import { isIP } from 'node:net'

/** Where passkeys of this installation work. */
export interface RelyingParty {
  /** The name of the host, to which browsers bind them: WebAuthn, section 5.4.2. */
  id: string
  /** Of pages that may ask for one. */
  origin: string
}

/**
 * The public address; without one this machine alone. Undefined where browsers have no passkeys: without HTTPS, but for `localhost`,
 * and where the host is an IP address. Never by what a request says of itself.
 */
export function relyingPartyOf({
  publicUrl,
  port,
  secure,
}: {
  publicUrl: string | undefined
  port: number
  /** Whether users come by HTTPS. */
  secure: boolean
}): RelyingParty | undefined {
  if (publicUrl === undefined && port === 0) return undefined
  const own = `${secure ? 'https' : 'http'}://localhost:${port}`
  const { protocol, hostname, origin } = new URL(publicUrl ?? own)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return undefined
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined
}
