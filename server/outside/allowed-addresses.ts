import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { DailiesError } from '../error.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [network: Address, bits: number]

/** Azure's metadata and DNS service: inside a virtual machine only, although the address is a public one. */
const azureHost = '168.63.129.16'

/** Everything else of IPv6 is reserved or local; ipaddr.js calls what it does not know unicast. RFC 4291, 2.4. */
const globalUnicast: Range = [ipaddr.parse('2000::'), 3]

/** Which addresses webhooks are sent to, and media fetched from: public unicast ones, and those of `ranges` (CIDR), whatever they are. */
export class AllowedAddresses {
  readonly #ranges: Range[]

  constructor(ranges: string[]) {
    this.#ranges = ranges.map((text) => {
      const range = parseRange(text)
      if (!range) throw new DailiesError('invalid', `Must be a range like 10.1.0.0/16, which ${text} is not`)
      return range
    })
  }

  /** `address` as DNS or WHATWG URL spells it; every other spelling, and a zone behind it, is not allowed. */
  allows(address: string): boolean {
    const parsed = parseAddress(address)
    if (!parsed) return false
    return isPublic(parsed) || this.#ranges.some((range) => contains(range, parsed))
  }
}

/** Whether `text` is a range of IPv4 or IPv6 addresses: 10.1.0.0/16, ::1/128. */
export function isCidr(text: string): boolean {
  return parseRange(text) !== undefined
}

function parseRange(text: string): Range | undefined {
  const [, network, length] = text.match(/^([^/]+)\/(0|[1-9][0-9]{0,2})$/) ?? []
  if (!network || !length) return undefined
  const address = parseAddress(network)
  if (!address) return undefined
  const mapped = address.kind() === 'ipv4' && !isIPv4(network)
  const bits = mapped ? Number(length) - 96 : Number(length)
  if (bits < 0 || bits > (address.kind() === 'ipv4' ? 32 : 128)) return undefined
  return [address, bits]
}

/** An IPv4-mapped IPv6 address becomes its IPv4 address, which is where the kernel connects to. */
function parseAddress(text: string): Address | undefined {
  if (isIP(text) === 0 || text.includes('%')) return undefined
  // ipaddr.js reads ::127.0.0.1 as ::ffff:127.0.0.1, the kernel does not. Without dots both read the same.
  return ipaddr.process(isIPv4(text) ? text : new URL(`http://[${text}]`).hostname.slice(1, -1))
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || address.toString() === azureHost) return false
  return address.kind() === 'ipv4' || contains(globalUnicast, address)
}

function contains([network, bits]: Range, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits)
}
