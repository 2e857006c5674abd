import { type Endpoint, takesSession } from '@dailies/contract/endpoint.ts'
import { secondFactorRequired } from '@dailies/contract/second-factor-words.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCaller } from '../accounts/admit-session.ts'
import type { Presented } from '../accounts/auth.ts'
import type { Database, Transaction } from '../db/database.ts'
import { DailiesError, forbidden } from '../error.ts'
import { covers, requirePermission } from '../tokens/access.ts'
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
  /** Asks again what the caller may. In a transaction the answer holds until that ends. */
  confirm(
    caller: Caller,
    options: { administrators: boolean; transaction?: Transaction | undefined },
  ): Promise<Caller>
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

/** `since` is when it was found out who the caller is, by the clock of `performance.now`. */
export type Identified = FastifyRequest & { caller?: Caller; since?: number }

/** A body that takes longer may have been held back until a right ended. */
export const trustedMilliseconds = 50

/** Lets in whom the contract lets in to an endpoint, before the body is read, and notes on the request who that is. */
export function letIn(
  endpoint: Endpoint,
  entrance: Entrance,
  { burst }: { burst: boolean },
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { permission } = endpoint
  const changesNothing = endpoint.method === 'GET'

  const byToken = (request: FastifyRequest, reply: FastifyReply) =>
    letInByToken(request, reply, entrance, { burst, require: (caller) => requireRight(endpoint, caller) })

  async function bySession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await anybody(request, reply)
    const { caller, cookies } = await entrance.admitSession(presentedBy(request))
    identify(request, caller)
    setCookies(reply, cookies)
    requireRight(endpoint, caller)
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

/** Lets in whom a token speaks for, whatever that may, unless `require` throws; and counts the request. */
export async function letInByToken(
  request: FastifyRequest,
  reply: FastifyReply,
  entrance: Entrance,
  { burst, require }: { burst: boolean; require?: (caller: Caller) => void },
): Promise<void> {
  const { authorization } = request.headers
  const { caller, headers } = await entrance.admit({ authorization, address: request.ip })
  identify(request, caller)
  require?.(caller)
  setHeaders(reply, headers)
  const counted = entrance.count(caller, 1, { burst })
  if (counted) setHeaders(reply, await counted)
}

/** Asks again where the body of a request that changes something was long in coming. Throws as `letIn` does. */
export async function letInStill(
  request: FastifyRequest,
  endpoint: Endpoint,
  entrance: Entrance,
): Promise<void> {
  if (endpoint.method !== 'GET') await confirmLater(request, endpoint, entrance)
}

/**
 * Asks again before the next part of a long answer is read: its client may take the one before as slowly as it likes.
 * Throws as `letIn` does, and `forbidden` where a part of the rights is gone with which the answer was begun.
 */
export async function mayReadOn(
  request: FastifyRequest,
  endpoint: Endpoint,
  entrance: Entrance,
): Promise<void> {
  const { caller: before } = request as Identified
  await confirmLater(request, endpoint, entrance)
  const { caller } = request as Identified
  if (before && caller && !covers(caller, before)) throw forbidden()
}

async function confirmLater(request: FastifyRequest, endpoint: Endpoint, entrance: Entrance): Promise<void> {
  const { caller, since = 0 } = request as Identified
  if (!caller || performance.now() - since < trustedMilliseconds) return
  identify(request, await confirmed(caller, endpoint, entrance))
}

/** See `Input`. A token that lost a part of its rights by then is refused: the rule was told what it had before. */
export function guarding(endpoint: Endpoint, entrance: Entrance, caller: Caller): (db: Database) => Database {
  const guarded =
    (transact: Database['transaction']): Database['transaction'] =>
    (work, waiting) =>
      transact(async (transaction) => {
        if (!covers(await confirmed(caller, endpoint, entrance, transaction), caller)) throw forbidden()
        return work(transaction)
      }, waiting)
  return (db) => ({
    ...db,
    transaction: guarded(db.transaction),
    longTransaction: guarded(db.longTransaction),
  })
}

async function confirmed(
  caller: Caller,
  endpoint: Endpoint,
  entrance: Entrance,
  transaction?: Transaction,
): Promise<Caller> {
  const { administrators = false } = endpoint
  const now = await entrance.confirm(caller, { administrators, transaction })
  requireRight(endpoint, now)
  return now
}

function identify(request: FastifyRequest, caller: Caller): void {
  const identified = request as Identified
  identified.caller = caller
  identified.since = performance.now()
}

function requireRight({ permission, administrators, withoutSecondFactor }: Endpoint, caller: Caller): void {
  if (caller.tokenId === null && caller.lacksSecondFactor && !withoutSecondFactor)
    throw new DailiesError('forbidden', secondFactorRequired)
  if (permission) requirePermission(caller, permission)
  if (administrators && (caller.tokenId !== null || !caller.administrator)) throw forbidden()
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
