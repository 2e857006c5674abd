import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { comesByHttps, type Settings } from '../config.ts'
import type { Replica } from '../db/replica.ts'
import type { Log } from '../log.ts'
import type { RequestSpan, Tracing } from '../tracing.ts'
import { alwaysHeaders } from './always-headers.ts'
import { answerBrokenRequest, answerExpectation } from './broken-requests.ts'
import type { Certificate } from './certificate.ts'
import { Connections } from './connections.ts'
import { type ConsolePage, isMistyped, mountConsole } from './console.ts'
import { corsHeaders } from './cors.ts'
import { mountDocs } from './docs.ts'
import { toHttpError } from './errors.ts'
import { mountExtensionPackages } from './extension-packages.ts'
import { HugeBodies } from './huge-bodies.ts'
import { type BodyRules, parseJsonBody } from './json-body.ts'
import type { Entrance, Identified } from './let-in.ts'
import { isLong, LoopTurns, turnOf } from './loop-turns.ts'
import { mountMcp } from './mcp.ts'
import { mountMedia } from './media.ts'
import type { Metrics } from './metrics.ts'
import { mountRoutes } from './mount.ts'
import { isForOperators, mountOperations } from './operations.ts'
import { readBody } from './read-body.ts'
import type { Room } from './room.ts'
import type { Route } from './route.ts'
import { AllowedMethods, answerOptions, answerUnknown } from './unrouted.ts'

interface HttpParts {
  settings: Settings
  log: Log
  metrics: Metrics
  routes: Route[]
  entrance: Entrance
  /** Fails when the service cannot do its work. */
  isReady: () => Promise<void>
  /** What an operator may want to know of the machine. */
  detail?: () => Promise<object>
  mediaFolder?: string | undefined
  /** Where the console is served, too. */
  console?: { remotePreviews: boolean }
  /** See `mountRoutes`. */
  room?: Room | undefined
  replica?: Replica | undefined
  /** Aborted when the service is about to stop, and still answers whatever comes: whoever asks may ask another node. */
  drained?: AbortSignal | undefined
  /** Called once no more connections are taken, to end answers that would not end by themselves. */
  stopping?: () => void
  /** Where HTTPS is spoken. */
  certificate?: Certificate | undefined
  /** Where requests are followed. */
  tracing?: Tracing | undefined
  /** Milliseconds for which a connection must have been silent before a service that stops closes it; 1000 by default. */
  silence?: number | undefined
}

/** The service as an HTTP server that does not listen yet. */
export async function buildHttpServer(parts: HttpParts): Promise<FastifyInstance> {
  const { settings, log, metrics, tracing } = parts
  const node = randomBytes(4).toString('hex')
  let requests = 0
  const { writeTimeout, unreadLimit } = settings
  const { requestTimeout } = settings
  const silence = parts.silence ?? 1000
  const connections = new Connections({ requestTimeout, writeTimeout, unreadLimit, silence })
  const turns = new LoopTurns()
  const hugeBodies = new HugeBodies()
  const { certificate } = parts

  const app = fastify({
    loggerInstance: childless(log.logger) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `${node}-${(++requests).toString(36)}`,
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    bodyLimit: settings.bodyLimit,
    schemaController: { compilersFactory: noCompilers },
    // Of that Fastify only says how the address begins.
    ...((certificate && { https: {} }) as object),
    serverFactory: (listener) =>
      connections.serve(
        listener,
        {
          // Ours, in `Connections`: Node's own is for all requests, and an upload takes as long as it takes.
          requestTimeout: 0,
          keepAliveTimeout: settings.keepAliveTimeout,
          headersTimeout: settings.headersTimeout,
          connectionsCheckingInterval: 1000,
          // A request without Host is refused by our own hook, in our own shape (RFC 9112, section 3.2).
          requireHostHeader: false,
        },
        certificate && { ...certificate.options, handshakeTimeout: settings.headersTimeout },
      ),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A path parameter is checked against its schema, like any other; Node takes no head over 16 kB.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: Number.MAX_SAFE_INTEGER },
    frameworkErrors: (error, request, reply) => {
      // No hook of ours sees what never reached a route.
      reply.headers({ ...corsHeaders, ...alwaysHeaders, 'cache-control': 'no-store' })
      return answerError(error, request, reply)
    },
    clientErrorHandler: answerBrokenRequest,
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, body: IncomingMessage) => {
    const { bodyLimit, config } = request.routeOptions
    const announced = Number(request.headers['content-length'] ?? 0)
    const bytes = await readBody(body, { limit: bodyLimit as number, announced })
    const itsTurn = hugeBodies.turn(request, bytes)
    if (itsTurn) await itsTurn
    const wait = isLong(request) ? turns.wait(turnOf(request)) : turns.take(turnOf(request))
    if (wait) await wait
    return parseJsonBody(bytes, config as BodyRules)
  })
  app.setErrorHandler(answerError)
  // Asked by the folder of media for a file that is not there; other unknown addresses are answered in onRequest.
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'Not found' }))
  app.server.on('checkExpectation', answerExpectation)
  app.addHook('onListen', async () => {
    if (settings.host === 'localhost') await connections.listenBeside(settings.host)
    certificate?.watch((options) => connections.renew(options))
  })
  app.addHook('onClose', async () => certificate?.stop())
  app.addHook('preClose', async () => {
    // First, so that whoever comes back meets another node.
    const stopped = connections.stop()
    parts.stopping?.()
    await stopped
  })
  const close = app.close.bind(app)
  app.close = (async () => {
    await connections.takeWaiting()
    await close()
  }) as typeof app.close

  const allowed = new AllowedMethods()
  let consolePage: ConsolePage | undefined
  app.addHook('onRoute', ({ path, method }) => allowed.add(path, method))
  app.addHook('onRequest', (request, reply, done) => {
    // Not the hook onResponse: that is silent about a client that went away.
    // What an operator's programs ask for every few seconds would hide all else.
    const span = isForOperators(request.url)
      ? undefined
      : tracing?.request(request.raw.headers.traceparent as string | undefined)
    reply.raw.once('close', () => finished(request, reply, span))
    // As Fastify does once it closes.
    if (parts.drained?.aborted) reply.raw.setHeader('connection', 'close')
    const problem = hostProblem(request.raw)
    if (problem) return reply.code(400).send({ error: problem })
    if (request.method === 'OPTIONS') return answerOptions(request, reply, allowed)
    if (request.is404) {
      if (consolePage && isMistyped(request)) return consolePage(request, reply.code(404))
      return answerUnknown(request, reply, allowed)
    }
    if (asksForImpossibleFile(request)) return reply.code(404).send({ error: 'Not found' })
    if (span) span.run(done)
    else done()
  })
  app.addHook('onSend', async (request, reply) => {
    reply.headers(alwaysHeaders)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (isForOperators(request.url)) {
      // No page of another site is to read them in the browser of somebody who can reach them.
      for (const name of Object.keys(corsHeaders)) reply.removeHeader(name)
    } else if (!reply.hasHeader('access-control-allow-origin')) reply.headers(corsHeaders)
  })

  function finished(request: FastifyRequest, reply: FastifyReply, span: RequestSpan | undefined): void {
    const { caller } = request as Identified
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
      trace: span?.traceId,
    })
    span?.end(toldOf(request, status, route))
  }

  mountOperations(app, parts)
  mountDocs(app, turns)
  if (parts.console) consolePage = mountConsole(app, parts.console)
  if (parts.console) mountExtensionPackages(app)
  if (parts.mediaFolder) mountMedia(app, parts.mediaFolder)
  if (settings.mcp) mountMcp(app, { entrance: parts.entrance, turns, hugeBodies })
  mountRoutes(app, parts.routes, {
    entrance: parts.entrance,
    turns,
    hugeBodies,
    room: parts.room,
    replica: parts.replica,
    secure: comesByHttps(settings),
    wroteMuch: () => connections.boundUnread(),
    mayTakeLong: (request) => connections.letTakeLong(request),
    stall: settings.requestTimeout,
  })
  return app
}

/** Inputs are checked against the contract, not by Fastify: its compilers take a tenth of the start to load. */
const noCompilers = {
  buildValidator: () => () => {
    throw new Error('No route has a schema of Fastify')
  },
  buildSerializer: () => () => {
    throw new Error('No route has a schema of Fastify')
  },
}

/**
 * One line a request is written by `finished`; a logger for each would be made for nothing. Fastify checks what a factory of
 * ours makes at each request, and what its own makes not.
 */
function childless(logger: Logger): Logger {
  const itself: Logger = Object.create(logger)
  return Object.assign(itself, { child: () => itself })
}

/**
 * The names are those of the semantic conventions. Not the path: addresses of review links have their secrets in it.
 * https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-server-span
 */
function toldOf({ id, method, is404 }: FastifyRequest, status: number, route: string) {
  const isKnown = !is404 && route !== 'none'
  return {
    name: isKnown ? `${method} ${route}` : 'HTTP',
    hasFailed: status >= 500,
    attributes: {
      'http.request.method': is404 ? '_OTHER' : method,
      'http.response.status_code': status,
      ...(isKnown && { 'http.route': route }),
      ...(status >= 500 && { 'error.type': String(status) }),
      'dailies.request.id': id,
    },
  }
}

/** RFC 9112, section 3.2. Of two, a proxy in front may have gone by the other. */
function hostProblem({ headers, rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? 'The header Host is missing' : undefined
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 ? 'There is more than one header Host' : undefined
}

/** No file has U+0000 in its name, and asking the system for one is an error. */
function asksForImpossibleFile({ url, routeOptions }: FastifyRequest): boolean {
  return url.includes('%00') && routeOptions.url?.endsWith('*') === true
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, headers = {}, unexpected } = toHttpError(error)
  if (unexpected) request.log.error({ id: request.id, err: error }, 'request failed')
  if (status === 413 || !request.raw.complete) {
    // Closing now would reset a client that still sends, and it would never read the answer (RFC 9112, section 9.6).
    reply.removeHeader('connection')
    reply.raw.removeHeader('connection')
    // Also where the client asked for it: it closes by itself once it has the answer.
    reply.raw.shouldKeepAlive = true
    request.raw.resume()
  }
  return reply.code(status).headers(headers).send(body)
}
