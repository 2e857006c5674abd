import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * What counts as one address: an IPv6 one with its network of 64 bits, for a customer has all of that. Some proxies write
 * a port behind it, and brackets (RFC 7239, section 6); those are no part of it. What a proxy says may be no address at
 * all; then it stands for itself.
 */
export function networkOf(said: string): string {
  const address = said.replace(/^([0-9.]+):[0-9]{1,5}$|^\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?$/, '$1$2')
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return parsed.toByteArray().slice(0, 8).join('.')
}

/** Whether the host of an address is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** The same by any name: also addresses that stand for each of its own, and names that are kept for it (RFC 6761, section 6.3). */
export function isThisMachine(hostname: string): boolean {
  const name = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return ipaddr.isValid(name) && ['loopback', 'unspecified'].includes(ipaddr.process(name).range())
}
