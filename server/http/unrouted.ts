import type { FastifyReply, FastifyRequest } from 'fastify'
import { preflightHeaders } from './cors.ts'

/** Preflights carry no token, so they are answered before anyone asks for one. */
export function answerOptions(request: FastifyRequest, reply: FastifyReply, allowed: AllowedMethods) {
  const methods = allowed.of(request.url)
  if (methods.size === 0) return reply.code(404).send({ error: 'Not found' })
  return reply
    .code(204)
    .headers(preflightHeaders(request.headers['access-control-request-method'], methods))
    .header('allow', allowHeader(methods))
    .send()
}

/** No route has that path, or none of them that method. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply, allowed: AllowedMethods) {
  const methods = allowed.of(request.url)
  if (methods.size === 0) return reply.code(404).send({ error: 'Not found' })
  return reply.code(405).header('allow', allowHeader(methods)).send({ error: 'Method not allowed' })
}

/** RFC 9110, section 10.2.1. */
function allowHeader(methods: Set<string>): string {
  return [...methods, 'OPTIONS'].join(', ')
}

/** Which methods each path takes. It reads addresses as Fastify's router does, which tells this to nobody. */
export class AllowedMethods {
  readonly #byPath = new Map<string, Set<string>>()
  /** Made for the first address that asks: a start has hundreds of paths and waits for none of them. */
  #patterns: { pattern: RegExp; methods: Set<string> }[] | undefined

  /** `path` as Fastify has it: `/api/webhooks/:id`, `/media/*`. */
  add(path: string, method: string | string[]): void {
    const methods = this.#byPath.get(path) ?? new Set<string>()
    for (const one of [method].flat()) methods.add(one)
    this.#byPath.set(path, methods)
    this.#patterns = undefined
  }

  /** For the address of a request as it came; none when no route has that path. */
  of(url: string): Set<string> {
    const path = pathOf(url)
    this.#patterns ??= [...this.#byPath].map(([route, methods]) => ({ pattern: patternOf(route), methods }))
    const fitting = this.#patterns.filter(({ pattern }) => pattern.test(path))
    return new Set(fitting.flatMap(({ methods }) => [...methods]))
  }
}

/** No two of its parts can take the same character, so matching takes time in proportion to the length. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    if (segment.startsWith(':')) return '[^/]*'
    return segment === '*' ? '.*' : RegExp.escape(segment)
  })
  return new RegExp(`^${segments.join('/')}$`, 's')
}

/** Without its origin (RFC 9112, section 3.2.2), its query and one trailing slash, decoded but for `%2F` and the like. */
export function pathOf(url: string): string {
  const path = url
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/(.)\/$/s, '$1')
  try {
    return decodeURI(path)
  } catch {
    return ''
  }
}
