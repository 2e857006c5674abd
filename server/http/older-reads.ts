import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Connection, Database } from '../db/database.ts'
import { furthest, newest, type Position, positionOf } from '../db/position.ts'
import type { Replica } from '../db/replica.ts'
import { DailiesError } from '../error.ts'
import { setCookies, setHeaders } from './let-in.ts'
import type { Caller } from './route.ts'

/** What programs are told it by, and say it by; pages say `newest` by it. Browsers have a cookie. */
const header = 'dailies-position'
const cookieName = 'dailies_position'

/** Seconds for which a browser says what it wrote; a replica that is so far behind is not asked in any case. */
const lasts = 60

/**
 * See `Input`. What somebody wrote they read: they say how far the log was then. Of a program that says nothing it is not
 * known what it wrote; a browser that does has written nothing for a minute.
 */
export function olderReads(
  replica: Replica,
  { headers }: FastifyRequest,
  caller: Caller,
): (db: Database) => Connection {
  const isProgram = caller.tokenId !== null
  const said = [headers[header], isProgram ? undefined : cookieOf(headers.cookie)]
    .flat()
    .filter((one) => one !== undefined)
  if (isProgram && said.length === 0) return (db) => db
  const positions = said.map(positionOf)
  if (positions.includes(undefined)) return (db) => db
  const needed = (positions as Position[]).reduce<Position | undefined>(
    (so, one) => (so ? furthest(so, one) : one),
    undefined,
  )
  return () => replica.reading(needed)
}

/**
 * Says with the answer how far the log has come, with whatever the request wrote: also where it failed, for a part of it may
 * be written, or nobody knows. Strangers are told nothing: nothing that they may see is read from a replica.
 */
export async function tellPosition<T>(
  answered: Promise<T>,
  {
    replica,
    request,
    reply,
    secure,
    isKnown,
  }: {
    replica: Replica
    request: FastifyRequest
    reply: FastifyReply
    secure: boolean
    /** Asked once it is answered: whether it is known by then who asks. */
    isKnown: () => boolean
  },
): Promise<T> {
  // Who is away, or has no connection to give, is not asked once more.
  const isAway = await answered.then(() => false, isUnavailable)
  if (!isKnown()) return answered
  const position = isAway ? newest : await replica.position()
  setHeaders(reply, { [header]: position })
  const cookie = `${cookieName}=${position}; Path=/; Max-Age=${lasts}; HttpOnly; SameSite=Strict`
  if (request.headers.authorization === undefined) setCookies(reply, [secure ? `${cookie}; Secure` : cookie])
  return answered
}

function isUnavailable(error: unknown): boolean {
  return error instanceof DailiesError && error.code === 'unavailable'
}

function cookieOf(cookies: string | undefined): string | undefined {
  return new RegExp(`(?:^|;)\\s*${cookieName}=([^;]*)`).exec(cookies ?? '')?.[1]
}
