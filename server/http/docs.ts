import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { takesGzip } from './encoding.ts'
import type { LoopTurns } from './loop-turns.ts'

/** A file of the page, made once: every answer shares its bytes. */
interface File {
  type: string
  bytes: Buffer
  zipped: Buffer
}

interface Page {
  file(path: string): File | undefined
  policy: string
}

/**
 * Mounts the page of the interface at `/docs`. It is loaded by the first one who looks at it: few do, and it would
 * take a fifth of the start and 20 MB of every node.
 */
export function mountDocs(app: FastifyInstance, turns: LoopTurns): void {
  let page: Promise<Page> | undefined
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // The page finds its script beside itself.
    if (/^\/docs($|\?)/.test(request.url)) return reply.redirect('/docs/', 301)
    page ??= buildPage()
    const { file, policy } = await page
    const found = file(request.url.replace(/\?.*$/s, ''))
    if (!found) return reply.code(404).send({ error: 'Not found' })
    // Of megabytes, which anybody may ask for: to hand them to the system takes a while each time.
    const wait = turns.take(request.ip)
    if (wait) await wait
    const zipped = takesGzip(request.headers['accept-encoding'])
    if (zipped) reply.header('content-encoding', 'gzip')
    return reply
      .type(found.type)
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      })
      .send(zipped ? found.zipped : found.bytes)
  }
  app.get('/docs', answer)
  app.get('/docs/*', answer)
}

async function buildPage(): Promise<Page> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const page = fastify()
  await page.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      pageTitle: 'Dailies: the REST interface',
    },
  })
  const files = new Map<string, File>()
  for (const path of ['/docs/', '/docs/js/scalar.js']) {
    const { headers, rawPayload: bytes } = await page.inject({ method: 'GET', url: path })
    files.set(path, {
      type: headers['content-type'] ?? 'text/plain',
      bytes,
      zipped: await promisify(gzip)(bytes),
    })
  }
  return {
    file: (path) => files.get(path),
    policy: nothingFromOutside(files.get('/docs/')!.bytes.toString()),
  }
}

/**
 * The page is not to load or send anything beyond the service, whatever a later version of it may want to, nor to run
 * another script than its own: those in the page are named by their hashes. (CSP Level 3, section 2.3.1)
 */
function nothingFromOutside(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'self' data: blob:",
    `script-src 'self' ${inline.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
  ].join('; ')
}
