import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { AnyCaller } from './service.ts'

/** A request of which the last byte is still to be sent. */
interface HeldRequest {
  finish(): void
  /** Fulfilled once the service, which runs in this process, reads the body: the request is let in by then. */
  letIn: Promise<void>
  /** Of the answer. */
  status: Promise<number>
}

/** Requests that are sent but for their last byte, and what they become. */
export function holding(address: string, always: Record<string, string>) {
  const held: HeldRequest[] = []
  const send = async (method: string, path: string, body: unknown) => {
    held.push(await holdRequest(address + path, { method, headers: always, body }))
    return notAnswered
  }
  const caller: AnyCaller = { send, get: (path) => send('GET', path, undefined) }
  return { caller, held }
}

/** Where Node publishes each request whose head has come. */
const arrival = 'http.server.request.start'

const notAnswered = { status: 0, headers: new Headers(), body: undefined }

async function holdRequest(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: unknown },
): Promise<HeldRequest> {
  const { hostname, port, host, pathname, search } = new URL(url)
  const bytes = Buffer.from(JSON.stringify(body ?? {}))
  const head = {
    ...headers,
    host,
    'content-type': 'application/json',
    'content-length': bytes.length,
    connection: 'close',
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const letIn = bodyIsReadOf(socket)
  socket.write(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
  socket.write(bytes.subarray(0, -1))
  return {
    finish: () => void socket.write(bytes.subarray(-1)),
    letIn,
    status: text(socket).then((answer) => Number(answer.split(' ', 2)[1])),
  }
}

function bodyIsReadOf({ localPort }: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const arrived = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    if (request.socket.remotePort !== localPort) return
    unsubscribe(arrival, arrived)
    request.once('resume', resolve)
    // A rule that takes a file reads it piece by piece.
    request.on('newListener', (event) => event === 'readable' && resolve())
  }
  subscribe(arrival, arrived)
  return promise
}
