import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import { big, joinBytes, latin1 } from '../reading/sample/bytes.ts'
import { chunk } from '../reading/sample/png.ts'

/** The browser of the test finds these names on the loopback: what the extension fetches itself is never there by its address. */
export const siteSwitches = ['--host-resolver-rules=MAP *.studio.example 127.0.0.1']
export const siteHosts = ['http://*.studio.example/*']

/** A site of generated media whose host refuses whoever is not its page's visitor. */
export interface MediaSite {
  /** Of the page. */
  page: string
  /** Of a file on the host of media: another name, and no leave for scripts of the page. */
  onCdn: (name: string) => string
  /** Of a file beside the page. */
  beside: (name: string) => string
  /** How often each file was given out, by name. */
  given: Map<string, number>
  /** How often each was refused. */
  refused: Map<string, number>
  close: () => void
}

const cookie = 'visitor=yes'

/**
 * Files by what they want: `cookie/…` the cookie of the page (SameSite=Strict), `referrer/…` that the page is named, `open/…`
 * nothing, `page/…` answer with a page that asks to sign in, `endless/…` never end, `leads/…` lead to `private/…` by the loopback's
 * address, where nobody is to come with a cookie.
 */
export async function openMediaSite(files: Record<string, Buffer>): Promise<MediaSite> {
  const given = new Map<string, number>()
  const refused = new Map<string, number>()
  const server = createServer((request, response) => {
    const { host = '' } = request.headers
    const name = (request.url ?? '').slice(1)
    if (name === '') {
      response.setHeader('set-cookie', `${cookie}; Domain=studio.example; SameSite=Strict`)
      return response.setHeader('content-type', 'text/html').end(gallery)
    }
    const [want] = name.split('/')
    const isWelcome =
      (want !== 'cookie' || request.headers.cookie?.includes(cookie)) &&
      (want !== 'private' || !request.headers.cookie) &&
      (want !== 'referrer' || request.headers.referer?.includes(`//${host.replace(/^\w+/, 'app')}/`))
    const counts = isWelcome ? given : refused
    counts.set(name, (counts.get(name) ?? 0) + 1)
    if (!isWelcome) return response.writeHead(403).end()
    if (want === 'page') return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in')
    if (want === 'leads') {
      const location = `http://127.0.0.1:${port}/${name.replace('leads', 'private')}`
      return response.writeHead(302, { location }).end()
    }
    const body = files[name]
    if (!body) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': typeOf(name), 'content-length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    page: `http://app.studio.example:${port}/`,
    onCdn: (name) => `http://cdn.studio.example:${port}/${name}`,
    beside: (name) => `http://app.studio.example:${port}/${name}`,
    given,
    refused,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function typeOf(name: string): string {
  return name.endsWith('.webm') ? 'video/webm' : 'image/png'
}

const gallery = `<!doctype html><html lang="en"><title>Gallery</title>
<style>img, video { display: block; width: 480px; height: 270px }</style><main></main>`

/** A PNG of 480 by 270 pixels of a grey, and of as many bytes as told at least. */
export function grey(level: number, bytes = 0): Buffer {
  const [width, height] = [480, 270]
  const rows = Buffer.alloc((width + 1) * height, level)
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0
  const picture = Buffer.from(
    joinBytes(
      latin1('\x89PNG\r\n\x1a\n'),
      chunk('IHDR', joinBytes(big(width, 4), big(height, 4), [8, 0, 0, 0, 0])),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', new Uint8Array()),
    ),
  )
  if (bytes <= picture.length) return picture
  // No two parts of it are the same.
  const rest = Buffer.alloc(bytes - picture.length)
  for (let at = 0; at + 4 <= rest.length; at += 4) rest.writeUInt32LE((at * 2654435761 + level) >>> 0, at)
  return Buffer.concat([picture, rest])
}
