import { isIP } from 'node:net'
import type { AllowedAddresses } from '../outside/allowed-addresses.ts'
import { hostOf } from '../outside/find-addresses.ts'
import { isLocalhost } from '../outside/resolve.ts'

/**
 * What is wrong with the URL of a webhook, for the person who typed it; undefined when nothing is. A name's
 * addresses are not looked at: they change, and every attempt checks them. docs/interface.md, "Registration".
 */
export function urlProblem(
  text: string,
  { development, addresses }: { development: boolean; addresses: AllowedAddresses },
): string | undefined {
  if (!URL.canParse(text)) return 'Invalid URL'
  const url = new URL(text)
  if (url.protocol === 'http:' && !development) {
    return 'Must begin with https:// (http:// is for development mode)'
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Must begin with https://'
  if (url.username || url.password) return 'Must be without a user name and password'
  if (!isAllowed(hostOf(url), addresses)) {
    return 'Must be a public address, or one that the operator of this service has allowed'
  }
  return undefined
}

function isAllowed(host: string, addresses: AllowedAddresses): boolean {
  if (isIP(host)) return addresses.allows(host)
  return !isLocalhost(host) || addresses.allows('127.0.0.1') || addresses.allows('::1')
}
