import type { Notice } from '@dailies/contract/inbox.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { notFound } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import { readerOf, toNotice } from './notice.ts'
import { countUnread, findNotice, setRead, setReadThrough } from './queries.ts'

/** Throws `not_found` for a notice that is missing, somebody else's, or of a project that the actor may not see. */
export function markNotice(
  db: Database,
  actor: Actor,
  { id, read }: { id: string; read: boolean },
): Promise<Notice> {
  const { userId } = actor
  return db.transaction(async (transaction) => {
    const found = await transaction.first(findNotice, { ...readerOf(actor), id })
    if (!found) throw notFound('Notice')
    const readAt = read ? (found.readAt ?? isoNow()) : null
    await transaction.run(setRead, { userId, id, readAt })
    transaction.changed({ kind: 'inbox', userId })
    return toNotice({ ...found, readAt })
  })
}

/** Marks all as read, or all up to one; returns how many are unread then. */
export function markAllRead(
  db: Database,
  actor: Actor,
  { through = beyondIds }: { through?: string | undefined },
): Promise<number> {
  const reader = readerOf(actor)
  return db.transaction(async (transaction) => {
    await transaction.run(setReadThrough, { ...reader, through, now: isoNow() })
    transaction.changed({ kind: 'inbox', userId: actor.userId })
    return (await transaction.first(countUnread, reader))?.unread ?? 0
  })
}
