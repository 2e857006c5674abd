import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** Milliseconds, by the clock of the receiver. */
  at: number
}

export interface Receiver {
  url: string
  received: Received[]
  /** What it answers with from now on: a status, or never. */
  answer: (request: Received) => number | undefined
  /** Is given the answering in hand, where the test wants to choose the moment. */
  hold: ((respond: (status: number) => void) => void) | undefined
  close(): Promise<void>
}

/** A real HTTP server on the loopback that takes webhooks, and answers 204 unless told otherwise. */
export async function startReceiver(now: () => number = Date.now): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    const one = { path: request.url ?? '', headers: request.headers, body, at: now() }
    receiver.received.push(one)
    if (receiver.hold) return receiver.hold((status) => response.writeHead(status).end())
    const status = receiver.answer(one)
    if (status !== undefined) response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    answer: () => 204,
    hold: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}
