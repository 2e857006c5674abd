import type { FastifyReply, FastifyRequest } from 'fastify'
import { corsHeaders, patchPreflightHeaders } from './cors.ts'

/** Preflights carry no token, so they are answered before anyone asks for one. */
export function answerOptions(request: FastifyRequest, reply: FastifyReply, allowed: AllowedMethods) {
  const methods = allowed.of(request.url)
  if (!methods) return reply.code(404).send({ error: 'Not found' })
  const asksForPatch = request.headers['access-control-request-method'] === 'PATCH'
  if (asksForPatch) reply.headers({ ...corsHeaders, ...patchPreflightHeaders })
  return reply.code(204).header('allow', methods).send()
}

/** No route has that path, or none of them that method. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply, allowed: AllowedMethods) {
  const methods = allowed.of(request.url)
  if (methods) return reply.code(405).header('allow', methods).send({ error: 'Method not allowed' })
  return reply.code(404).send({ error: 'Not found' })
}

/** Which methods each path takes, for `Allow` (RFC 9110, section 10.2.1). */
export class AllowedMethods {
  readonly #byPath = new Map<string, Set<string>>()

  add(path: string, method: string | string[]): void {
    const methods = this.#byPath.get(path) ?? new Set<string>()
    for (const one of [method].flat()) methods.add(one)
    this.#byPath.set(path, methods)
  }

  /** For the address of a request, with its query and its trailing slash; nothing when no route has that path. */
  of(url: string): string | undefined {
    const path = url.replace(/[?#].*$/s, '').replace(/(.)\/$/, '$1')
    const methods = this.#byPath.get(path) ?? this.#byPath.get(path.replace(/^(\/[^/]+\/).+$/s, '$1*'))
    return methods && [...methods, 'OPTIONS'].join(', ')
  }
}
