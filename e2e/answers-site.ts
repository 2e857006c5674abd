import { createHash } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { certificate, privateKey } from '../server/test/certificate.ts'

/** What is answered at a path, of whatever host. */
interface Served {
  type?: string
  body: string | Buffer
  headers?: Record<string, string>
}

/** A site that generates: all of its hosts, with HTTPS, on the loopback. */
export interface AnswersSite {
  /** For a browser that is to find its hosts here. */
  switches: string[]
  /** Of all its hosts. */
  port: number
  /** By path, or by path and query, which goes first. */
  serve(files: Record<string, Served>): void
  /** How often a path was asked for. */
  asked(path: string): number
  close(): void
}

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#345"/></svg>'

/** Its hosts are patterns of Chromium's `--host-resolver-rules`. */
export async function openAnswersSite(
  hosts = ['*.runwayml.com', '*.cloudfront.net', '*.pixverse.ai', '*.pictures.example'],
): Promise<AnswersSite> {
  const files = new Map<string, Served>()
  const counts = new Map<string, number>()
  const sockets = new Set<Socket>()
  const server = createServer({ cert: certificate, key: privateKey }, (request, response) => {
    const { pathname } = new URL(request.url!, 'https://x.example')
    counts.set(pathname, (counts.get(pathname) ?? 0) + 1)
    request.resume()
    const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    const {
      body,
      type = 'application/json',
      headers = {},
    } = files.get(request.url!) ??
      files.get(pathname) ?? {
        body: picture,
        type: 'image/svg+xml',
      }
    response.writeHead(200, { 'content-type': type, ...open, ...headers }).end(body)
  })
  // RFC 6455: says one message, the file at its path, to whoever comes.
  server.on('upgrade', (request, socket) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${createHash('sha1').update(key).digest('base64')}\r\n\r\n`,
    )
    const body = Buffer.from(files.get(request.url!)?.body ?? '')
    const head = Buffer.from([0x81, 126, body.length >> 8, body.length & 255])
    socket.write(Buffer.concat([head, body]))
    socket.on('error', () => {})
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    switches: [
      `--host-resolver-rules=${hosts.map((host) => `MAP ${host}:443 127.0.0.1:${port}`).join(', ')}`,
      '--ignore-certificate-errors',
    ],
    port,
    serve: (given) => {
      for (const [path, served] of Object.entries(given)) files.set(path, served)
    },
    asked: (path) => counts.get(path) ?? 0,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
