import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * What counts as one address: an IPv6 one with its network of 64 bits, for a customer has all of that. What a proxy says
 * may be no address at all; then it stands for itself.
 */
export function networkOf(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return parsed.toByteArray().slice(0, 8).join('.')
}
