import type { ClosedLink, Entry, OpenLink } from '@dailies/contract/guest.ts'
import { inLine, isPassword } from '../accounts/password.ts'
import { hashSecret, newSecret } from '../accounts/secret.ts'
import { isoNow } from '../clock.ts'
import type { Connection, Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { notFound, tooManyRequests, unauthorized } from '../error.ts'
import { findGuest, guestCookie, looksLikeSecret, toOpenLink } from './guest.ts'
import type { GuestLimits } from './guest-limits.ts'
import { countGuest, findOpenLink, insertGuest, lockOpenLink } from './guest-queries.ts'

const mostGuests = 1000

interface Door {
  db: Database
  limits: GuestLimits
  /** Whether guests come by HTTPS. */
  secure: boolean
}

/** What somebody learns of a link before they enter. Throws `not_found`, whatever is wrong with it. */
export async function checkLink(db: Connection, secret: string): Promise<ClosedLink> {
  const { id, password } = await openLink(db, secret)
  return { id, needsPassword: password !== null }
}

/**
 * Begins the visit of a guest, with a cookie for the answer. Throws `not_found` whatever is wrong with the link, `unauthorized` for
 * a wrong password, `too_many_requests` for too many of those, or of visits.
 */
export async function enterLink(
  { db, limits, secure }: Door,
  { secret, name, password = '' }: Entry,
  address: string,
): Promise<{ link: OpenLink; cookie: string }> {
  for (;;) {
    const { id: linkId, password: hash } = await openLink(db, secret)
    if (hash !== null) await requirePassword(limits, { linkId, hash, password, address })
    await limits.countEntry({ linkId, address })
    const own = newSecret()
    const entered = await begin(db, { linkId, password: hash, name, secret: own })
    if (!entered) continue
    const cookie = guestCookie({ linkId, secret: own, expiresAt: entered.expiresAt }, { secure })
    const visit = await findGuest(db, { linkId, cookie })
    return { link: toOpenLink(visit), cookie }
  }
}

async function openLink(db: Connection, secret: string) {
  const hash = hashSecret(secret)
  const found = looksLikeSecret(secret) ? await db.first(findOpenLink, { hash, now: isoNow() }) : undefined
  if (!found) throw notFound('Link')
  return found
}

/** Counted before it is known whether it is right, so that many at once count each other. */
function requirePassword(
  limits: GuestLimits,
  { hash, password, ...attempt }: { linkId: string; hash: string; password: string; address: string },
): Promise<void> {
  return inLine(async () => {
    await limits.countPassword(attempt)
    if (!(await isPassword(password, hash))) throw unauthorized('Wrong password')
    await limits.forgetPassword(attempt)
  })
}

/** Nothing where the password was changed since it was looked up. */
function begin(
  db: Database,
  {
    linkId,
    password,
    name,
    secret,
  }: { linkId: string; password: string | null; name: string; secret: string },
): Promise<{ expiresAt: string } | undefined> {
  return db.transaction(async (transaction) => {
    const now = isoNow()
    const link = await transaction.first(lockOpenLink, { id: linkId, now })
    if (!link) throw notFound('Link')
    if (link.password !== password) return undefined
    if (link.guests >= mostGuests) throw tooManyRequests('The link has had as many guests as it may', 86_400)
    const { projectId, expiresAt } = link
    await transaction.run(insertGuest, {
      id: newId(),
      linkId,
      projectId,
      name,
      hash: hashSecret(secret),
      now,
    })
    await transaction.run(countGuest, { linkId, now })
    transaction.changed({ kind: 'project', projectId })
    return { expiresAt }
  })
}
