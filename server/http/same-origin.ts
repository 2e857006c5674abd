import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request comes from a page of this service, or from no page at all: what another site's page sends with the
 * user's cookie is forged. `ownOrigin` is that of the public address, if one is set.
 * Fetch Metadata (https://www.w3.org/TR/fetch-metadata/), else RFC 6454, section 7.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, ownOrigin: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  if (origin === undefined || origin === ownOrigin) return true
  // A proxy may have come by HTTPS and go on without, so the scheme says nothing.
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase()
}
