import type { OpenLink } from '@dailies/contract/guest.ts'
import { hashSecret } from '../accounts/secret.ts'
import { isoNow } from '../clock.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { findVisit, lockVisit, type VisitRow } from './guest-queries.ts'
import { rightsOf } from './link.ts'

/** Who makes a request, as far as it says: the header `Cookie`, and which link it is about. */
export interface Visitor {
  linkId: string
  cookie: string | undefined
}

const cookieName = 'dailies_guest'
const shape = /^[\w-]{43}$/

/**
 * What opens a link from now on, and nothing else: sent to the addresses of the link alone, by pages of the service alone.
 * RFC 6265bis, section 4.1.2
 */
export function guestCookie(
  { linkId, secret, expiresAt }: { linkId: string; secret: string; expiresAt: string },
  { secure }: { secure: boolean },
): string {
  const seconds = Math.max(0, Math.floor((Date.parse(expiresAt) - Date.now()) / 1000))
  const parts = [`${cookieName}=${secret}`, `Max-Age=${seconds}`, `Path=/api/links/${linkId}`]
  return [...parts, 'HttpOnly', 'SameSite=Strict', ...(secure ? ['Secure'] : [])].join('; ')
}

/**
 * The guest whom a cookie speaks for. Throws `not_found` for whatever is wrong: no cookie, that of another link, one of a visit
 * that was ended, a link that is revoked or expired, or none.
 */
export async function findGuest(db: Connection, visitor: Visitor): Promise<VisitRow> {
  return admitted(await lookFor(visitor, (visit) => db.first(findVisit, visit)))
}

/** The same where something is written: it holds until the transaction ends. */
export async function lockGuest(transaction: Transaction, visitor: Visitor): Promise<VisitRow> {
  return admitted(await lookFor(visitor, (visit) => transaction.first(lockVisit, visit)))
}

async function lookFor(
  { linkId, cookie = '' }: Visitor,
  find: (visit: { linkId: string; hash: string; now: string }) => Promise<VisitRow | undefined>,
): Promise<VisitRow | undefined> {
  const secret = secretIn(cookie)
  return secret === undefined ? undefined : find({ linkId, hash: hashSecret(secret), now: isoNow() })
}

function admitted(found: VisitRow | undefined): VisitRow {
  if (!found) throw notFound('Link')
  return found
}

function secretIn(cookie: string): string | undefined {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('=', 2))
  const [, value] = pairs.find(([name]) => name === cookieName) ?? []
  return value !== undefined && shape.test(value) ? value : undefined
}

/** Whether a text can be the secret of a link, or a guest's, at all. */
export function looksLikeSecret(text: string): boolean {
  return shape.test(text)
}

/** What a guest is told of the link. */
export function toOpenLink(visit: VisitRow): OpenLink {
  const { id, name, shows, title, projectName, expiresAt, guestId, guestName } = visit
  const guest = { id: guestId, name: guestName }
  return { id, name, shows, title, projectName, expiresAt, ...rightsOf(visit), guest }
}
