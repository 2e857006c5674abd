import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface MediaServer {
  /** Ends with a slash. */
  address: string
  close: () => void
}

export interface MediaFile {
  type: string
  body: Buffer
  /** In its place, as of a host that is not well. */
  status?: number
}

/** Serves files from memory as a media host does, with ranges (RFC 9110, 14). */
export async function serveMedia(files: Record<string, MediaFile>): Promise<MediaServer> {
  const server = createServer((request, response) => {
    // What is signed into an address is not looked at.
    const file = files[(request.url ?? '').slice(1).replace(/\?.*/s, '')]
    if (!file) return response.writeHead(404).end()
    const { type, body, status } = file
    if (status !== undefined) return response.writeHead(status).end()
    const headers = { 'content-type': type, 'accept-ranges': 'bytes', 'access-control-allow-origin': '*' }
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined)
      return response.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
    const end = to ? Math.min(Number(to), body.length - 1) : body.length - 1
    const part = body.subarray(Number(from), end + 1)
    response
      .writeHead(206, {
        ...headers,
        'content-length': part.length,
        'content-range': `bytes ${from}-${end}/${body.length}`,
      })
      .end(part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    // Another name than the service's: what lies at another port of its own host is never loaded.
    address: `http://localhost:${port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A second of a 440 Hz tone (WAV, 8 kHz, mono). */
export function makeSound(): Buffer {
  const samples = 8000
  const head = Buffer.from('RIFF....WAVEfmt ....................data....')
  head.writeUInt32LE(36 + samples, 4)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(samples, 24)
  head.writeUInt32LE(samples, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.writeUInt32LE(samples, 40)
  const tone = Buffer.from(
    Array.from({ length: samples }, (_, at) => 128 + 60 * Math.sin((at * 440 * 2 * Math.PI) / samples)),
  )
  return Buffer.concat([head, tone])
}

/** A drawing that tells its name and its corners, to be zoomed into. */
export function makePicture(name: string, colour: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="${colour}"/><circle cx="1200" cy="300" r="180" fill="#f2b441"/><text x="80" y="820" font-size="160" fill="white" font-family="sans-serif">${name}</text></svg>`,
  )
}
