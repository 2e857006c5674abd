import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a service that breaks where it is told to. */
export async function wireTo(address: string) {
  const { hostname, port } = new URL(address)
  const sockets = new Set<Socket>()
  let sent = 0
  let cutAt = Number.POSITIVE_INFINITY
  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    for (const socket of [client, service]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    const end = () => {
      client.destroy()
      service.destroy()
    }
    client.on('close', end)
    service.on('close', end)
    service.pipe(client)
    client.on('data', (chunk) => {
      sent += chunk.length
      if (sent >= cutAt) {
        cutAt = Number.POSITIVE_INFINITY
        return end()
      }
      if (!service.write(chunk)) client.pause()
    })
    service.on('drain', () => client.resume())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Bytes that were sent over it. */
    sent: () => sent,
    /** Once, after so many bytes of those to come. */
    cutAfter: (bytes: number) => {
      cutAt = sent + bytes
    },
    /** All that are open. */
    cutNow: () => {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
