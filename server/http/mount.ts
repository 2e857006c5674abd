import { type Validation, validate } from '@dailies/contract/validate.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { invalid } from '../error.ts'
import type { Caller } from '../tokens/authenticate.ts'
import { corsHeaders } from './cors.ts'
import type { Input, Route } from './route.ts'

type Authenticate = (authorization: string | undefined) => Promise<Caller>

/** Mounts what answers the endpoints of the contract. */
export function mountRoutes(app: FastifyInstance, routes: Route[], authenticate: Authenticate): void {
  for (const route of routes) if (!ignoresBody(route)) mountRoute(app, route, authenticate)
  app.register(async (ignoring) => {
    ignoring.removeAllContentTypeParsers()
    ignoring.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const route of routes) if (ignoresBody(route)) mountRoute(ignoring, route, authenticate)
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
function mountRoute(app: FastifyInstance, { endpoint, answer }: Route, authenticate: Authenticate): void {
  const { method, path, params, query, headers, body, status = 200 } = endpoint
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    // Before the body is read: nobody without a token makes the service parse one.
    onRequest: async (request) => {
      const identified = request as FastifyRequest & { caller: Caller }
      identified.caller = await authenticate(request.headers.authorization)
    },
    handler: async (request, reply) => {
      const { caller } = request as FastifyRequest & { caller: Caller }
      const value = await answer({
        caller,
        params: checked(params, request.params),
        query: checked(query, request.query),
        headers: checked(headers, request.headers),
        body: checked(body, request.body),
      } as Input<typeof endpoint>)
      send(reply, status, value)
    },
  })
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
