import {
  checkedDeprecation,
  type Deprecation,
  deprecatedFields,
  everyItem,
  type FieldPath,
} from '@dailies/contract/deprecation.ts'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Hooks that put into answers, errors too, what of the request is deprecated: the endpoint itself, or fields of query
 * and body that it uses. None for an endpoint with nothing deprecated. Throws for what is no deprecation.
 */
export function deprecationHooks(endpoint: Endpoint): { onRequest: Hook[]; preHandler: Hook[] } {
  const whole = endpoint.deprecated ? [checkedDeprecation(endpoint.deprecated)] : []
  const ofQuery = deprecatedFields(endpoint.query)
  const ofBody = deprecatedFields(endpoint.body)

  async function announce(request: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    const used = [
      ...ofQuery.filter(({ path }) => isUsed(request.query, path)),
      ...ofBody.filter(({ path }) => isUsed(request.body, path)),
    ]
    const all = [...whole, ...used.map(({ deprecation }) => deprecation)]
    for (const [name, value] of Object.entries(headersOf(all))) raw.setHeader(name, value)
  }

  return {
    onRequest: whole.length + ofQuery.length > 0 ? [announce] : [],
    // Once more when the body is there, for a field of it may be the earliest.
    preHandler: ofBody.length > 0 ? [announce] : [],
  }
}

/** As the client sent it: a request that is refused for another reason is told too. */
function isUsed(input: unknown, [step, ...below]: FieldPath): boolean {
  if (step === undefined) return input !== undefined
  if (typeof input !== 'object' || input === null) return false
  if (step === everyItem) return Array.isArray(input) && input.some((item) => isUsed(item, below))
  return isUsed((input as Record<string, unknown>)[step], below)
}

/** RFC 9745, sections 2 and 3, and RFC 8594, section 3. Of several the earliest day counts. */
function headersOf(deprecations: Deprecation[]): Record<string, string> {
  const [since] = deprecations.map((one) => one.since).sort()
  const [sunset] = deprecations.flatMap((one) => one.sunset ?? []).sort()
  if (since === undefined) return {}
  const links = new Set(deprecations.map(({ link }) => new URL(link).href))
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
    link: [...links].map((link) => `<${link}>; rel="deprecation"; type="text/html"`).join(', '),
  }
}
