import { type Validation, validate } from '@dailies/contract/validate.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { invalid } from '../error.ts'
import { requirePermission } from '../tokens/access.ts'
import type { Caller } from '../tokens/authenticate.ts'
import { corsHeaders } from './cors.ts'
import { deprecationHooks } from './deprecation.ts'
import type { BodyRules } from './json-body.ts'
import type { Input, Route } from './route.ts'

/** The most that DAILIES_BODY_LIMIT may be: a text of half a gigabyte is more than Node can hold. */
const largestBody = 64 * 1024 ** 2

/** Who lets requests in. Both return headers for the answer, and throw for a request that is refused. */
export interface Entrance {
  admit(request: {
    authorization: string | undefined
    /** Where it comes from. */
    address: string
  }): Promise<{ caller: Caller; headers: Record<string, string> }>
  /**
   * Counts `cost` requests towards the limits of the caller's token; a `burst` may go beyond them for once. Nothing,
   * and at once, where there are no limits.
   */
  count(
    caller: Caller,
    cost: number,
    options: { burst: boolean },
  ): Promise<Record<string, string>> | undefined
}

/** Mounts what answers the endpoints of the contract. */
export function mountRoutes(app: FastifyInstance, routes: Route[], entrance: Entrance): void {
  for (const route of routes) if (!ignoresBody(route)) mountRoute(app, route, entrance)
  app.register(async (ignoring) => {
    ignoring.removeAllContentTypeParsers()
    ignoring.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const route of routes) if (ignoresBody(route)) mountRoute(ignoring, route, entrance)
  })
}

/**
 * Where the contract has no body, none is read: many clients send `Content-Type: application/json` with nothing behind
 * it, and a body of DELETE means nothing (RFC 9110, section 9.3.5). That of a GET Fastify ignores by itself.
 */
function ignoresBody({ endpoint }: Route): boolean {
  return !endpoint.body && endpoint.method !== 'GET'
}

/** Token first, then the input against the schemas of the endpoint, then the rule. */
function mountRoute(app: FastifyInstance, { endpoint, answer, cost }: Route, entrance: Entrance): void {
  const { method, path, params, query, headers, body, bodyFactor, status = 200, permission } = endpoint
  const deprecation = deprecationHooks(endpoint)
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    ...(bodyFactor && bodyOfMany(app, bodyFactor)),
    // Before the body is read: nobody without a token makes the service parse one.
    onRequest: [
      ...deprecation.onRequest,
      async (request, reply) => {
        const { authorization } = request.headers
        const { caller, headers } = await entrance.admit({ authorization, address: request.ip })
        const identified = request as FastifyRequest & { caller: Caller }
        identified.caller = caller
        requirePermission(caller, permission)
        setHeaders(reply, headers)
        const counted = entrance.count(caller, 1, { burst: cost !== undefined })
        if (counted) setHeaders(reply, await counted)
      },
    ],
    preHandler: deprecation.preHandler,
    handler: async (request, reply) => {
      const { caller } = request as FastifyRequest & { caller: Caller }
      const input = {
        caller,
        params: checked(params, request.params),
        query: checked(query, request.query),
        headers: checked(headers, request.headers),
        body: checked(body, request.body),
      } as Input<typeof endpoint>
      const more = cost ? cost(input.body) - 1 : 0
      const counted = more > 0 ? entrance.count(caller, more, { burst: true }) : undefined
      if (counted) setHeaders(reply, await counted)
      send(reply, status, await answer(input))
    },
  })
}

function bodyOfMany({ initialConfig }: FastifyInstance, factor: number) {
  const bodyLimit = Math.min(factor * (initialConfig.bodyLimit as number), largestBody)
  return { bodyLimit, config: { deepest: 1000 } satisfies BodyRules }
}

/** On the response itself, where those of Fastify and of `send` join them. */
function setHeaders({ raw }: FastifyReply, headers: Record<string, string>): void {
  for (const name in headers) raw.setHeader(name, headers[name] as string)
}

/** Past Fastify's own way of sending: its hooks and serializers have nothing to add, and took a tenth of a request. */
function send(reply: FastifyReply, status: number, value: unknown): void {
  const text = JSON.stringify(value)
  reply.hijack()
  reply.raw.writeHead(status, {
    ...corsHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  reply.raw.end(text)
}

function checked(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const result: Validation<unknown> = validate(schema, input)
  if (!result.ok) throw invalid(result.fieldErrors, result.formErrors)
  return result.value
}
