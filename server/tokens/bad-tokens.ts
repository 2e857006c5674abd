import { isIPv4 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory } from 'rate-limiter-flexible'

const refusalsAtFullSpeed = 20
const withinSeconds = 60
const delayMilliseconds = 1000

/** Networks share so many counters: two that share one are slowed together, and the memory has a bound. */
const counters = 4096

/** A refusal that finds so many waiting is answered at once: each holds a connection open. */
const mostWaiting = 1000

/**
 * Slows down an address that keeps trying tokens that are none: after 20 refusals within a minute each further one is
 * answered a second later. An IPv6 address counts with its network of 64 bits, for a customer has all of that.
 */
export class BadTokens {
  readonly #slows: boolean
  readonly #refusals = new RateLimiterMemory({ points: refusalsAtFullSpeed, duration: withinSeconds })
  #waiting = 0

  constructor({ slows }: { slows: boolean }) {
    this.#slows = slows
  }

  /** Counts a refusal of the address and is fulfilled when it may be answered. */
  async slowDown(address: string): Promise<void> {
    if (!this.#slows) return
    const { consumedPoints } = await this.#refusals.penalty(crc32(networkOf(address)) % counters)
    if (consumedPoints <= refusalsAtFullSpeed || this.#waiting >= mostWaiting) return
    this.#waiting += 1
    await sleep(delayMilliseconds)
    this.#waiting -= 1
  }
}

/** What a proxy says may be no address at all; then it stands for itself. */
function networkOf(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return parsed.toByteArray().slice(0, 8).join('.')
}
