import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { connect, type Options } from '../src/dailies.ts'

/**
 * `cut` ends the connection, `half` does so in the middle of the answer, and `never` leaves it open; a function gives the pieces of
 * an answer.
 */
export type Answer =
  | [status: number, headers?: Record<string, string>, body?: string | Uint8Array | (() => Iterable<string>)]
  | 'cut'
  | 'half'
  | 'never'

interface Asked {
  method: string
  url: string
  body: string
  /** By `performance.now()`. */
  at: number
}

/** A server that gives these answers, then 200s; what it was asked, and a client of it. */
export async function answering(answers: Answer[], options: Partial<Options> = {}) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request
    asked.push({ method, url, body: await text(request), at: performance.now() })
    give(answers.shift() ?? [200], request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseUrl,
    asked,
    dailies: connect({ baseUrl, token: 'svc_test', ...options }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function give(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  if (answer === 'never') return
  if (answer === 'cut') {
    request.socket.destroy()
    return
  }
  if (answer === 'half') {
    response
      .writeHead(200, { 'content-length': '100' })
      .write('{"platforms":', () => request.socket.destroy())
    return
  }
  const [status, headers = {}, body = '{"platforms":[],"ok":true,"data":{}}'] = answer
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  if (typeof body === 'function') Readable.from(body()).pipe(response)
  else response.end(body)
}
