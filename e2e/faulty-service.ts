import { request as ask, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What becomes of requests: passed on, cut off as when nothing is there, or answered with this status. */
type Fault = 'none' | 'gone' | number

export interface FaultyService {
  /** Without a slash at the end. */
  address: string
  /** From now on; connections that are there are cut. `of`: only of requests like it, as `PUT /api/…`. */
  fail: (fault: Fault, headers?: Record<string, string>, of?: RegExp) => void
  /** Holds the answers of this many requests to come, after the service did its work, until `release`. */
  hold: (path: string) => { held: Promise<void>; release: () => void }
  /** Requests that were passed on, by path. */
  passed: Map<string, number>
  /** Bodies of JSON that were passed on, with where they went: `PUT /api/… {…}`. */
  said: string[]
  /** Requests that were answered with a fault, by status and path: `500 /api/…`. */
  failed: Map<string, number>
  close: () => void
}

/** Stands before the real service, and keeps its faults when that stays up. */
export async function faultyService(service: string): Promise<FaultyService> {
  let fault: Fault = 'none'
  let faultHeaders: Record<string, string> = {}
  let faultOf = /^/
  let holding: { path: string; onHeld: () => void; released: Promise<void> } | undefined
  const passed = new Map<string, number>()
  const said: string[] = []
  const failed = new Map<string, number>()
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const isMeant = faultOf.test(`${request.method} ${request.url}`)
    if (fault === 'gone' && isMeant) return request.socket.destroy()
    if (typeof fault === 'number' && isMeant) {
      request.resume()
      const name = `${fault} ${request.url}`
      failed.set(name, (failed.get(name) ?? 0) + 1)
      const headers = {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        ...faultHeaders,
      }
      return response.writeHead(fault, headers).end('{"error":"Out of order"}')
    }
    const path = request.url ?? '/'
    passed.set(path, (passed.get(path) ?? 0) + 1)
    if (request.headers['content-type']?.includes('json')) {
      let body = ''
      request.setEncoding('utf8').on('data', (part) => {
        body += part
      })
      request.on('end', () => said.push(`${request.method} ${path} ${body}`))
    }
    const onward = ask(
      service + path,
      { method: request.method, headers: request.headers },
      async (answer) => {
        if (holding && path.startsWith(holding.path)) {
          holding.onHeld()
          await holding.released
        }
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (next, headers = {}, of = /^/) => {
      fault = next
      faultHeaders = headers
      faultOf = of
      if (next === 'gone') cut()
    },
    hold: (path) => {
      const held = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      holding = { path, onHeld: held.resolve, released: released.promise }
      return {
        held: held.promise,
        release: () => {
          holding = undefined
          released.resolve()
        },
      }
    },
    passed,
    said,
    failed,
    close: () => {
      cut()
      server.close()
    },
  }
}
