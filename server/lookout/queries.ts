import { sql } from 'kysely'
import { type RowOf, statement } from '../db/statement.ts'
import { exactNow } from '../db/time.ts'
import { due } from '../db/work-lease.ts'
import { usersToMail } from '../inbox/mail-queries.ts'
import { dueMails } from '../mail/queries.ts'
import { toMark } from '../media/marked-queries.ts'
import { anyToFetch } from '../media/waiting-queries.ts'
import { dueWebhooks } from '../webhooks/delivery-queries.ts'

interface AskedWork {
  now: number
  sealedBy: string
  /** 0 where this process cannot make copies of films. */
  films: number
  /** 0 where it fetches no media. */
  fetches: number
}

/** Of all that is done in the background whether there is any, by one statement, and the time by the clock of the database. */
export const findDueWork = statement((db, { now, sealedBy, films, fetches }: AskedWork, engine) =>
  db.selectNoFrom(({ exists, or }) => [
    exactNow[engine].as('now'),
    exists(dueWebhooks(db, { now, sealedBy, limit: 1 })).as('webhooks'),
    or([exists(dueMails(db, now)), exists(usersToMail(db, now))]).as('mails'),
    exists(due(db, 'blobs', 'hash', now)).as('works'),
    exists(toMark(db, { now, films })).as('marks'),
    exists(due(db, 'content_credentials', 'hash', now)).as('reads'),
    exists(due(db, 'looks', 'hash', now)).as('looks'),
    or(
      (['fresh', 'tried'] as const).map((lane) =>
        exists(anyToFetch(db, lane, now).where(sql<boolean>`${fetches} = 1`)),
      ),
    ).as('fetches'),
    exists(due(db, 'exports', 'id', now)).as('exports'),
  ]),
)

/** Whether there is anything that the search has to take up. */
export const findDueSearch = statement((db) =>
  db.selectNoFrom(({ exists, selectFrom }) => [
    exists(selectFrom('search_waiting').select('number')).as('takes'),
    exists(selectFrom('search_places_waiting').select('number')).as('places'),
  ]),
)

export type DueWork = RowOf<typeof findDueWork>
