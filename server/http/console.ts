import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Where console/build.ts puts the console. */
const built = fileURLToPath(new URL('../../console/dist', import.meta.url))

/** The places of the console (console/src/app/routes.tsx): the one page answers them all. */
const places = [
  '/',
  '/sign-in',
  '/sign-in/provider',
  '/setup',
  '/invitation',
  '/forgotten-password',
  '/new-password',
  '/projects',
  '/projects/*',
  '/trash',
  '/my-shots',
  '/search',
  '/report',
  '/inbox',
  '/import',
  '/scenes/*',
  '/assets/*',
  '/compare',
  '/prompt-packages/*',
  '/reviews/*',
  '/tokens',
  '/webhooks',
  '/webhooks/*',
  '/preferences',
  '/extension',
  '/account',
  '/users',
  '/storage',
  '/doctor',
  '/r/*',
]

/**
 * What the page may load and run: its own files, and pictures, films and sounds from where they were captured, unless
 * the operator switched that off. Whatever a prompt or an address holds, no script of it runs. (CSP Level 3)
 */
function contentSecurityPolicy({ remotePreviews }: { remotePreviews: boolean }): string {
  const media = remotePreviews ? "'self' data: blob: https: http:" : "'self' data: blob:"
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    `img-src ${media}`,
    `media-src ${media}`,
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** Answers with the page of the console. */
export type ConsolePage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Serves the console: the page at each of its places, and its files, which change their names with their contents.
 * Returns what answers with the page elsewhere.
 */
export function mountConsole(app: FastifyInstance, settings: { remotePreviews: boolean }): ConsolePage {
  const headers = {
    'content-security-policy': contentSecurityPolicy(settings),
    'referrer-policy': 'no-referrer',
    // Addresses of review links are for those who were sent them.
    'x-robots-tag': 'noindex',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    // A page that was kept would ask for files that a newer build no longer has.
    'cache-control': 'no-cache',
  }
  const answer: ConsolePage = async (_request, reply) => {
    const page = await readPage(settings)
    return reply.headers(headers).type('text/html; charset=utf-8').send(page)
  }
  for (const place of places) app.get(place, answer)
  if (!existsSync(built)) return answer
  for (const file of ['theme.js', 'icon.svg']) {
    app.get(`/${file}`, (_request, reply) => reply.sendFile(file, { maxAge: '1h', immutable: false }))
  }
  app.register(fastifyStatic, {
    root: built,
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
  })
  app.get('/static/*', (request, reply) => {
    const { '*': file } = request.params as { '*': string }
    return reply.sendFile(`static/${file}`, { maxAge: '365d', immutable: true })
  })
  return answer
}

/** Whether somebody opens an address in a browser that is not the interface's nor a file's: a mistyped one of the console. */
export function isMistyped({ method, url, headers }: FastifyRequest): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    (headers.accept ?? '').includes('text/html') &&
    !/^\/(api|static|media)(\/|$|\?)/.test(url)
  )
}

/** Each time: a build beside the running service changes it, and the names of the files that it asks for. */
async function readPage({ remotePreviews }: { remotePreviews: boolean }): Promise<string> {
  const page = await readFile(`${built}/index.html`, 'utf8').catch(() => notBuilt)
  return remotePreviews
    ? page
    : page.replace(
        'name="dailies-remote-previews" content="on"',
        'name="dailies-remote-previews" content="off"',
      )
}

const notBuilt = `<!doctype html><html lang="en"><title>Dailies</title>
<p>The console is not built yet. Run <code>npm run build</code> in the checkout and start the service again.</p>`
