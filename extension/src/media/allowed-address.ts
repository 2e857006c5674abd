import { getDomain } from 'tldts'
import { isNear } from '../connection/address.ts'
import { adapterFor } from '../platforms/adapters.ts'
import { isCovered } from '../platforms/match-pattern.ts'

/** RFC 6762, RFC 8375, and what networks of offices and homes are called. */
const privateEnding = /\.(local|localhost|internal|intranet|private|corp|lan|home|home\.arpa)$/

/**
 * Whether the background may fetch the address of media. A page says what its pictures are, and could so have the
 * extension ask for what the page itself may not. Never, then, the service, on any port of its host (cookies know no ports:
 * RFC 6265, section 8.5), nor what is in the user's own network. Those are left to the page, which can do no more than it could
 * anyway.
 */
export function mayFetch(address: string, service: string | undefined): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username } = new URL(address)
  const host = hostOf(address)
  if (!/^https?:$/.test(protocol) || username !== '') return false
  if (isNear(host) || privateEnding.test(host)) return false
  return !service || hostOf(service) !== host
}

/**
 * Whether the user's cookies go along: where the media are of the page's own site, or where its platform is known to have
 * them. Of somebody else's site a page can name an address, but not spend the user's session there.
 */
export function sendsCookies(address: string, pageUrl: string | undefined): boolean {
  if (!pageUrl || !URL.canParse(address) || !/^https?:/.test(pageUrl)) return false
  if (siteOf(address) === siteOf(pageUrl)) return true
  return isCovered(address, adapterFor(pageUrl)?.media ?? [])
}

function hostOf(address: string): string {
  return new URL(address).hostname.replace(/\.$/, '')
}

/** What somebody registered: the part of the name that no other site shares, by the list of public suffixes. */
function siteOf(address: string): string {
  const host = hostOf(address)
  return getDomain(host, { extractHostname: false, allowPrivateDomains: true }) ?? host
}
