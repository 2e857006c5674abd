import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Settings } from '../config.ts'
import type { Log } from '../log.ts'
import type { Caller } from '../tokens/authenticate.ts'
import { corsHeaders, patchPreflightHeaders } from './cors.ts'
import { mountDocs } from './docs.ts'
import { toHttpError } from './errors.ts'
import { parseJsonBody } from './json-body.ts'
import { mountMedia } from './media.ts'
import type { Metrics } from './metrics.ts'
import { mountRoute } from './mount.ts'
import { mountOperations } from './operations.ts'
import type { Route } from './route.ts'

interface HttpParts {
  settings: Settings
  log: Log
  metrics: Metrics
  routes: Route[]
  authenticate: (authorization: string | undefined) => Promise<Caller>
  /** Fails when the service cannot do its work. */
  isReady: () => Promise<void>
  mediaFolder?: string | undefined
}

/** The service as an HTTP server that does not listen yet. */
export async function buildHttpServer(parts: HttpParts): Promise<FastifyInstance> {
  const { settings, log, metrics } = parts
  const node = randomBytes(4).toString('hex')
  let requests = 0

  const app = fastify({
    loggerInstance: log.logger as FastifyBaseLogger,
    // One line a request is written by `finished`; a logger for each would be made for nothing.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `${node}-${(++requests).toString(36)}`,
    bodyLimit: settings.bodyLimit,
    requestTimeout: settings.requestTimeout,
    keepAliveTimeout: settings.keepAliveTimeout,
    // A request without Host is refused by our own hook, in our own shape (RFC 9112, section 3.2).
    http: {
      requireHostHeader: false,
      headersTimeout: settings.headersTimeout,
      connectionsCheckingInterval: 1000,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      reply.headers(corsHeaders)
      return answerError(error, request, reply)
    },
    clientErrorHandler: answerBrokenRequest,
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => parseJsonBody(bytes),
  )
  app.setErrorHandler(answerError)
  app.server.on('checkExpectation', answerExpectation)
  app.addHook('preClose', async () => {
    // What was in flight when the service began to stop leaves its connection idle, and nobody else closes that.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(sweep))
  })

  const allowed = new AllowedMethods()
  app.addHook('onRoute', ({ path, method }) => allowed.add(path, method))
  app.addHook('onRequest', async (request, reply) => {
    // Not the hook onResponse: that is silent about a client that went away.
    reply.raw.once('close', () => finished(request, reply))
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      return reply.code(400).send({ error: 'The header Host is missing' })
    }
    if (request.method === 'OPTIONS') return answerOptions(request, reply, allowed)
    if (request.is404) return answerUnknown(request, reply, allowed)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('access-control-allow-origin')) reply.headers(corsHeaders)
  })

  function finished(request: FastifyRequest, reply: FastifyReply): void {
    const { caller } = request as { caller?: Caller }
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    const status = reply.raw.statusCode
    const milliseconds = reply.elapsedTime
    metrics.observe(request.is404 ? 'any' : request.method, route, status, milliseconds / 1000)
    log.request({
      id: request.id,
      method: request.method,
      route,
      status,
      milliseconds: Math.round(milliseconds * 100) / 100,
      user: caller?.userId,
      token: caller?.tokenId,
      aborted: !reply.raw.writableFinished,
    })
  }

  mountOperations(app, parts)
  mountDocs(app)
  if (parts.mediaFolder) mountMedia(app, parts.mediaFolder)
  for (const route of parts.routes) mountRoute(app, route, parts.authenticate)
  return app
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, unexpected } = toHttpError(error)
  if (unexpected) request.log.error({ id: request.id, err: error }, 'request failed')
  if (status === 413) {
    // Closing now would reset a client that still sends, and it would never read the answer (RFC 9112, section 9.6).
    reply.removeHeader('connection')
    request.raw.resume()
  }
  return reply.code(status).send(body)
}

/** Preflights carry no token, so they are answered before anyone asks for one. */
function answerOptions(request: FastifyRequest, reply: FastifyReply, allowed: AllowedMethods) {
  const methods = allowed.of(request.url)
  if (!methods) return reply.code(404).send({ error: 'Not found' })
  if (request.headers['access-control-request-method'] === 'PATCH')
    reply.headers({ ...corsHeaders, ...patchPreflightHeaders })
  return reply.code(204).header('allow', methods).send()
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply, allowed: AllowedMethods) {
  const methods = allowed.of(request.url)
  if (methods) return reply.code(405).header('allow', methods).send({ error: 'Method not allowed' })
  return reply.code(404).send({ error: 'Not found' })
}

/** Which methods each path takes, for `Allow` (RFC 9110, section 10.2.1). */
class AllowedMethods {
  readonly #byPath = new Map<string, Set<string>>()

  add(path: string, method: string | string[]): void {
    const methods = this.#byPath.get(path) ?? new Set<string>()
    for (const one of [method].flat()) methods.add(one)
    this.#byPath.set(path, methods)
  }

  /** For the address of a request, with its query and its trailing slash; nothing when no route has that path. */
  of(url: string): string | undefined {
    const path = url.replace(/[?#].*$/s, '').replace(/(.)\/$/, '$1')
    const methods = this.#byPath.get(path)
    return methods && [...methods, 'OPTIONS'].join(', ')
  }
}

function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({ error: 'The expectation cannot be met' })
  const headers = {
    ...corsHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  response.writeHead(417, headers).end(body)
}

const brokenRequests: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large'],
}

/** Answers what never became a request: it was not HTTP, too slow, or had too large a head. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = brokenRequests[error.code ?? ''] ?? [
    '400 Bad Request',
    'Not a valid HTTP request',
  ]
  const body = JSON.stringify({ error: message })
  const headers = {
    ...corsHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`)
}
