/** Receives webhooks: a process of its own that `receiver-process.ts` starts. */
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Received {
  path: string
  eventId: string
  /** Milliseconds from the event to its receipt. */
  lateness: number
}

const received: Received[] = []

const live = createServer(async (request, response) => {
  const at = Date.now()
  const { timestamp } = JSON.parse(await text(request))
  const eventId = String(request.headers['webhook-id'])
  received.push({ path: request.url!, eventId, lateness: at - Date.parse(timestamp) })
  response.writeHead(204).end()
})

/** Accepts connections, reads what comes, and never answers. */
const dead = createTcpServer((socket) => socket.on('error', () => {}).resume())

process.on('message', () => process.send?.(received.splice(0)))
process.send?.({ live: await listen(live), dead: await listen(dead) })

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}
