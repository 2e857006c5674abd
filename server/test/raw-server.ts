import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface RawServer {
  port: number
  /** What each connection received. */
  received: string[]
  /** Resolves when the other side has closed every connection. */
  allClosed(): Promise<void>
  close(): void
}

/** A server that says what it likes: `answer` gets the socket when the first bytes of a request are there. */
export async function rawServer(answer: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>()
  const received: string[] = []
  let count = 0
  const server = createServer((socket) => {
    const index = count++
    received[index] = ''
    sockets.add(socket)
    socket.setEncoding('utf8')
    socket.once('data', () => answer(socket))
    socket.on('data', (chunk) => {
      received[index] = `${received[index]}${chunk}`
    })
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    received,
    allClosed: async () => {
      await Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))))
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
