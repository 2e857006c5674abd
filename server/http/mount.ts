import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checked } from '../checked.ts'
import type { Replica } from '../db/replica.ts'
import { invalid } from '../error.ts'
import type { TokenCaller } from '../tokens/authenticate.ts'
import { arriving } from './arriving-body.ts'
import { deprecationHooks } from './deprecation.ts'
import { EventStream, sendEvents } from './event-stream.ts'
import type { HugeBodies } from './huge-bodies.ts'
import type { BodyRules } from './json-body.ts'
import {
  type Entrance,
  guarding,
  type Identified,
  letIn,
  letInStill,
  mayReadOn,
  presentedBy,
  setCookies,
  setHeaders,
} from './let-in.ts'
import { LongList } from './long-list.ts'
import { isLong, type LoopTurns, turnOf } from './loop-turns.ts'
import { MediaFile } from './media-file.ts'
import { olderReads, tellPosition } from './older-reads.ts'
import type { Room } from './room.ts'
import type { Http, Input, Route } from './route.ts'
import { sendJson, sendLongList } from './send.ts'
import { sendFile } from './send-file.ts'

/** The most that DAILIES_BODY_LIMIT may be: a text of half a gigabyte is more than Node can hold. */
export const largestBody = 64 * 1024 ** 2

interface Parts {
  entrance: Entrance
  turns: LoopTurns
  hugeBodies: HugeBodies
  /** Where many use the database at once: what one of them may do there, so that the others find room. */
  room: Room | undefined
  /** Where lists that may be a moment old are read from. */
  replica: Replica | undefined
  /** Whether browsers come by HTTPS. */
  secure: boolean
  /** Called once a large answer was written. */
  wroteMuch: () => void
  /** Called with a request whose body may take as long as it likes to come, as long as something comes. */
  mayTakeLong: (request: IncomingMessage) => void
  /** Milliseconds in which something of such a body has to come. */
  stall: number
}

/** Mounts what answers the endpoints of the contract. */
export function mountRoutes(app: FastifyInstance, routes: Route[], parts: Parts): void {
  for (const route of routes) {
    if (!ignoresBody(route) && !route.endpoint.uploads) mountRoute(app, route, parts)
  }
  app.register(async (uploading) => {
    uploading.removeAllContentTypeParsers()
    // Of no matter which type, also of one that is none: what it is its bytes say. Read by the rule, as it comes.
    uploading.addHook('onRequest', (request, _reply, done) => {
      delete request.raw.headers['content-type']
      done()
    })
    uploading.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const route of routes) if (route.endpoint.uploads) mountRoute(uploading, route, parts)
  })
  app.register(async (ignoring) => {
    ignoring.removeAllContentTypeParsers()
    ignoring.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const route of routes) if (ignoresBody(route)) mountRoute(ignoring, route, parts)
  })
}

/**
 * Where the contract has no body, none is read: many clients send `Content-Type: application/json` with nothing behind
 * it, and a body of DELETE means nothing (RFC 9110, section 9.3.5). That of a GET Fastify ignores by itself.
 */
function ignoresBody({ endpoint }: Route): boolean {
  return !endpoint.body && !endpoint.uploads && endpoint.method !== 'GET'
}

/** Who asks first, then the input against the schemas of the endpoint, then the rule. */
function mountRoute(
  app: FastifyInstance,
  { endpoint, answer, cost, waits }: Route,
  { entrance, turns, hugeBodies, room, replica, secure, wroteMuch, mayTakeLong, stall }: Parts,
): void {
  const {
    method,
    path,
    params,
    query,
    headers,
    body,
    bodyFactor,
    bodyMembers,
    bodyLimit,
    status = 200,
    permission,
    uploads,
    open,
    guests,
  } = endpoint
  const deprecation = deprecationHooks(endpoint)
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    ...(bodyFactor && {
      ...bodyOfMany(app, bodyFactor, bodyMembers),
      preParsing: hugeBodies.preParsing,
    }),
    ...(bodyLimit && { bodyLimit: Math.min(bodyLimit, app.initialConfig.bodyLimit as number) }),
    // Before the body is read: nobody who is not let in makes the service parse one.
    onRequest: [...deprecation.onRequest, letIn(endpoint, entrance, { burst: cost !== undefined })],
    preHandler: deprecation.preHandler,
    handler: async (request, reply) => {
      const turn = () => turns.take(turnOf(request))
      const wait = turn()
      if (wait) await wait
      await letInStill(request, endpoint, entrance)
      if (body && isLong(request)) await turns.wait(turnOf(request))
      const { caller } = request as Identified
      const inRoom = <T>(work: () => Promise<T>) => (room ? room.take(turnOf(request), path, work) : work())
      let isKnown = caller !== undefined
      const input = {
        caller,
        guarded: caller && guarding(endpoint, entrance, caller),
        params: params && checked(params, request.params),
        query: query && checked(query, request.query),
        headers: headers && checked(headers, request.headers),
        body: body && checked(body, request.body),
        older: replica && caller ? olderReads(replica, request, caller) : itself,
        upload: uploads && arriving(request.raw, { stall }),
        tell: (headers: Record<string, string>) => setHeaders(reply, headers),
        hasLeft: () => request.raw.socket.destroyed,
        inRoom,
        http: permission
          ? undefined
          : httpOf(request, reply, () => {
              isKnown = true
            }),
      } as Input<typeof endpoint>
      if (uploads) {
        requirePlain(request)
        mayTakeLong(request.raw)
      }
      const more = cost && caller?.tokenId ? (await cost(input)) - 1 : 0
      const counted = more > 0 ? entrance.count(caller as TokenCaller, more, { burst: true }) : undefined
      if (counted) setHeaders(reply, await counted)
      const answered = waits ? answer(input) : inRoom(() => answer(input))
      const value = await (replica && method !== 'GET'
        ? tellPosition(answered, { replica, request, reply, secure, isKnown: () => isKnown })
        : answered)
      if (value instanceof MediaFile)
        return sendFile(request, reply, value, { isOpen: open === true && !guests })
      if (value instanceof EventStream) return sendEvents(request, reply, value)
      const goOn = async () => {
        await turn()
        await mayReadOn(request, endpoint, entrance)
      }
      const sending = {
        request,
        reply,
        status,
        kept: permission === 'read',
        wroteMuch: (bytes: number) => {
          wroteMuch()
          room?.answered(turnOf(request), path, bytes)
        },
        goOn,
        inRoom,
        inRoomOfParts: <T>(work: () => Promise<T>) => (room ? room.takePart(turnOf(request), work) : work()),
      }
      await (value instanceof LongList ? sendLongList(sending, value) : sendJson(sending, value))
    },
  })
}

function itself<T>(db: T): T {
  return db
}

function httpOf(request: FastifyRequest, reply: FastifyReply, letIn: () => void): Http {
  return {
    ...presentedBy(request),
    isForwarded: request.headers['x-forwarded-for'] !== undefined,
    peer: request.raw.socket.remoteAddress,
    setCookies: (cookies) => setCookies(reply, cookies),
    setSession: (cookies) => {
      letIn()
      setCookies(reply, cookies)
    },
    clearCache: () => setHeaders(reply, { 'clear-site-data': '"cache"' }),
  }
}

function bodyOfMany({ initialConfig }: FastifyInstance, factor: number, members: true | undefined) {
  const bytes = initialConfig.bodyLimit as number
  const config: BodyRules = { deepest: 1000, ...(members && { ofMember: { deepest: 64, bytes } }) }
  return { bodyLimit: Math.min(factor * bytes, largestBody), config }
}

/** A file is kept as it comes. */
function requirePlain({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity') throw invalid({ 'content-encoding': ['Is not taken: send the file as it is'] })
}
