import { type Endpoint, takesSession } from '@dailies/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCaller } from '../accounts/admit-session.ts'
import type { Presented } from '../accounts/auth.ts'
import { DailiesError } from '../error.ts'
import { forbidden, requirePermission } from '../tokens/access.ts'
import type { TokenCaller } from '../tokens/authenticate.ts'
import type { Caller } from './route.ts'
import { isSameOrigin } from './same-origin.ts'

/** Who lets requests in. They throw for a request that is refused. */
export interface Entrance {
  /** By a token; with headers for the answer. */
  admit(request: {
    authorization: string | undefined
    /** Where it comes from. */
    address: string
  }): Promise<{ caller: TokenCaller; headers: Record<string, string> }>
  /** By a cookie; with cookies for the answer. */
  admitSession(request: Presented): Promise<{ caller: SessionCaller; cookies: string[] }>
  /** Of the public address, if one is set. */
  ownOrigin?: string | undefined
  /**
   * Counts `cost` requests towards the limits of the caller's token; a `burst` may go beyond them for once. Returns
   * headers for the answer; or nothing, and at once, where there are no limits.
   */
  count(
    caller: TokenCaller,
    cost: number,
    options: { burst: boolean },
  ): Promise<Record<string, string>> | undefined
}

export type Identified = FastifyRequest & { caller?: Caller }

/** Lets in whom the contract lets in to an endpoint, before the body is read, and notes on the request who that is. */
export function letIn(
  endpoint: Endpoint,
  entrance: Entrance,
  { burst }: { burst: boolean },
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { permission, administrators } = endpoint
  const changesNothing = endpoint.method === 'GET'

  async function byToken(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { authorization } = request.headers
    const { caller, headers } = await entrance.admit({ authorization, address: request.ip })
    const identified = request as Identified
    identified.caller = caller
    if (permission) requirePermission(caller, permission)
    setHeaders(reply, headers)
    const counted = entrance.count(caller, 1, { burst })
    if (counted) setHeaders(reply, await counted)
  }

  async function bySession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await anybody(request, reply)
    const { caller, cookies } = await entrance.admitSession(presentedBy(request))
    const identified = request as Identified
    identified.caller = caller
    setCookies(reply, cookies)
    if (administrators && !caller.administrator) throw forbidden()
  }

  async function anybody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!changesNothing) requireSameOrigin(request, entrance.ownOrigin)
    setHeaders(reply, { 'cache-control': 'no-store' })
  }

  if (endpoint.open) return anybody
  if (!permission) return bySession
  if (!takesSession(endpoint)) return byToken
  return (request, reply) => (hasCookieAlone(request) ? bySession(request, reply) : byToken(request, reply))
}

/** With both, the token alone counts. */
function hasCookieAlone({ headers }: FastifyRequest): boolean {
  return headers.authorization === undefined && headers.cookie !== undefined
}

function requireSameOrigin({ headers }: FastifyRequest, ownOrigin: string | undefined): void {
  if (isSameOrigin(headers, ownOrigin)) return
  throw new DailiesError('forbidden', 'Only a page of this service may ask for that')
}

/** What a request says of itself, as far as sessions go. */
export function presentedBy({ headers, ip }: FastifyRequest): Presented {
  return { cookie: headers.cookie, address: ip, userAgent: headers['user-agent'] }
}

/** On the response itself, where those of Fastify and of the route join them. */
export function setHeaders({ raw }: FastifyReply, headers: Record<string, string>): void {
  for (const name in headers) raw.setHeader(name, headers[name] as string)
}

/** Each in a header of its own (RFC 6265, section 3). */
export function setCookies({ raw }: FastifyReply, cookies: string[]): void {
  for (const cookie of cookies) raw.appendHeader('set-cookie', cookie)
}
