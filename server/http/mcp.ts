import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { DailiesError } from '../error.ts'
import type { HugeBodies } from './huge-bodies.ts'
import type { BodyRules } from './json-body.ts'
import { type Entrance, letInByToken } from './let-in.ts'
import { isLong, type LoopTurns, turnOf } from './loop-turns.ts'
import { largestBody } from './mount.ts'

/** A body may be so many times as large as another: it may hold a file. */
const bodyFactor = 8

/** The library looks at each value several times over, and at many of them for seconds. */
const bodyRules: BodyRules = { mostValues: 5000 }

type Mcp = Awaited<ReturnType<typeof import('../mcp/load.ts')['loadMcp']>>

interface Parts {
  entrance: Entrance
  turns: LoopTurns
  hugeBodies: HugeBodies
}

/**
 * Mounts what agents ask at `/mcp`: Streamable HTTP of the Model Context Protocol. What a tool asks goes through the
 * service as a request of the same token, in this process. It is loaded by the first who asks: few do.
 */
export function mountMcp(app: FastifyInstance, { entrance, turns, hugeBodies }: Parts): void {
  let loaded: Promise<Mcp> | undefined
  app.post('/mcp', {
    bodyLimit: Math.min(bodyFactor * (app.initialConfig.bodyLimit as number), largestBody),
    config: bodyRules,
    preParsing: hugeBodies.preParsing,
    onRequest: async (request, reply) => {
      requireNoForeignPage(request, entrance.ownOrigin)
      await letIn(request, reply, entrance)
    },
    handler: async (request, reply) => {
      loaded ??= import('../mcp/load.ts').then(({ loadMcp }) => loadMcp())
      const { answerMcp, connectTo } = await loaded
      const turn = () => turns.take(turnOf(request))
      await (isLong(request) ? turns.wait(turnOf(request)) : turn())
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const { status, json } = await answerMcp({
        body: request.body,
        protocolVersion: [request.headers['mcp-protocol-version']].flat()[0],
        connection: connectTo({
          baseUrl: 'http://localhost',
          token: tokenOf(request),
          fetch: throughInject(app, request.ip),
          // What is refused for the rate is for the agent to wait for.
          retries: 0,
        }),
        signal: gone.signal,
        turn,
        failed: (error) => request.log.error({ id: request.id, err: error }, 'a tool failed'),
      })
      await turn()
      reply.code(status)
      return json === undefined ? reply.send() : reply.type('application/json; charset=utf-8').send(json)
    },
  })
}

/**
 * A page of another site is to reach no service in the user's network, whatever name it has given that address (DNS rebinding): who
 * says where a page comes from must name the public address, or this machine. Programs say nothing.
 */
function requireNoForeignPage({ headers }: FastifyRequest, ownOrigin: string | undefined): void {
  const { origin, host } = headers
  if (origin === undefined || origin === ownOrigin) return
  const page = URL.canParse(origin) ? new URL(origin) : undefined
  const isLocal = page !== undefined && /^(127(\.\d+){3}|\[::1\]|localhost)$/.test(page.hostname)
  if (isLocal && page.host === host?.toLowerCase()) return
  throw new DailiesError(
    'forbidden',
    'Only programs, and pages of this service at its public address, may ask for that',
  )
}

/** With what tells a client of the protocol to send a token. RFC 6750, section 3. */
async function letIn(request: FastifyRequest, reply: FastifyReply, entrance: Entrance): Promise<void> {
  try {
    await letInByToken(request, reply, entrance, { burst: false })
  } catch (error) {
    if (!(error instanceof DailiesError) || error.code !== 'unauthorized') throw error
    const headers = { ...error.headers, 'www-authenticate': 'Bearer realm="Dailies"' }
    throw new DailiesError('unauthorized', error.message, { headers })
  }
}

/** Of a request that was let in. */
function tokenOf({ headers }: FastifyRequest): string {
  return (headers.authorization ?? '').replace(/^Bearer +/i, '').trim()
}

/**
 * Asks the service itself, by the way that every request goes: for the token, its permissions, limits and turns. An answer is written as
 * far as it is read.
 */
function throughInject(app: FastifyInstance, remoteAddress: string): typeof fetch {
  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    const asked: InjectOptions & { payloadAsStream: true } = {
      method: method as NonNullable<InjectOptions['method']>,
      url: String(url),
      headers: headers as Record<string, string>,
      payload: body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : (body as string | undefined),
      remoteAddress,
      payloadAsStream: true,
    }
    const answer = app.inject(asked).then((given) => {
      const stream = given.stream()
      // Who writes it would wait for a reader.
      stream.once('close', () => given.raw.res.destroy())
      const leave = () => stream.destroy(signal?.reason)
      if (signal?.aborted) leave()
      signal?.addEventListener('abort', leave)
      stream.once('close', () => signal?.removeEventListener('abort', leave)).on('error', () => {})
      return { stream, status: given.statusCode, headers: given.headers as Record<string, string> }
    })
    const { stream, status, headers: told } = await abortable(answer, signal)
    const isEmpty = status === 204 || status === 304
    if (isEmpty) stream.destroy()
    return new Response(isEmpty ? null : (Readable.toWeb(stream) as ReadableStream), {
      status,
      headers: told,
    })
  }
}

/** What has begun comes to its end, as that of a client that leaves; nobody waits for it. */
function abortable<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort))
}
