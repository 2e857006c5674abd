import { type Validation, validate } from '@dailies/contract/validate.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { invalid } from '../error.ts'
import type { Caller } from '../tokens/authenticate.ts'
import type { Input, Route } from './route.ts'

/** Mounts an endpoint of the contract: token first, then the input against its schemas, then the rule. */
export function mountRoute(
  app: FastifyInstance,
  { endpoint, answer }: Route,
  authenticate: (authorization: string | undefined) => Promise<Caller>,
): void {
  const { method, path, query, headers, body } = endpoint
  app.route({
    method,
    url: path,
    // Before the body is read: nobody without a token makes the service parse one.
    onRequest: async (request) => {
      const identified = request as FastifyRequest & { caller: Caller }
      identified.caller = await authenticate(request.headers.authorization)
    },
    handler: async (request) => {
      const { caller } = request as FastifyRequest & { caller: Caller }
      return answer({
        caller,
        query: checked(query, request.query),
        headers: checked(headers, request.headers),
        body: checked(body, request.body),
      } as Input<typeof endpoint>)
    },
  })
}

function checked(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const result: Validation<unknown> = validate(schema, input)
  if (!result.ok) throw invalid(result.fieldErrors, result.formErrors)
  return result.value
}
