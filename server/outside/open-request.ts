import type { ClientRequest } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { type Failure, failure } from './failure.ts'
import { hostOf } from './find-addresses.ts'

// See connections.ts.
const { request: requestByHttp } = process.getBuiltinModule('node:http')

const largestHead = 16_384

/** What may come before the head of the answer: informational answers (RFC 9110, 15.2), and characters of their headers. */
const mostInformational = 20
const mostBeforeHead = 65_536

interface Options {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  /** Of the host, as `findAddresses` gave them. */
  addresses: string[]
  /** Too much came before the answer. */
  onEndless: (reason: Failure) => void
}

/**
 * Opens a request that the caller ends: in a connection of its own to one of the addresses, without the proxy of the
 * environment. Throws when a header cannot be sent.
 */
export function openRequest(url: URL, { method, headers, addresses, onEndless }: Options): ClientRequest {
  const request = (url.protocol === 'https:' ? requestByHttps : requestByHttp)({
    agent: false,
    method,
    host: hostOf(url),
    port: url.port || null,
    path: url.pathname + url.search,
    headers,
    lookup: lookupAmong(addresses),
    maxHeaderSize: largestHead,
    insecureHTTPParser: false,
    rejectUnauthorized: true,
  })
  let informational = 0
  let beforeHead = 0
  request.on('information', ({ rawHeaders }) => {
    informational += 1
    beforeHead += rawHeaders.join('').length
    if (informational > mostInformational || beforeHead > mostBeforeHead) onEndless(endless)
  })
  return request
}

const endless = failure('invalid_answer', 'Only informational answers came, and too many of them')

/** Node asks for all of the addresses, and tries one after the other; without its "happy eyeballs", for one. */
function lookupAmong(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_host, { all }, callback) => {
    if (all) callback(null, found)
    else callback(null, found[0]!.address, found[0]!.family)
  }
}
