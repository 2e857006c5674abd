import { noticePlace, noticeText } from '@dailies/contract/notice-sentence.ts'
import type { Database, Transaction } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import type { LeasedMail } from '../mail/queries.ts'
import { queueMail } from '../mail/queue.ts'
import type { Composed } from '../mail/worker.ts'
import {
  findMailAddress,
  listDueNotices,
  listNoticesToMail,
  listUsersToMail,
  setMailed,
} from './mail-queries.ts'
import { grace } from './mail-times.ts'
import { toNotice } from './notice.ts'

const atOnce = 100

/** Notices that one mail is about, and how many of them it has. */
const [ofMail, told] = [500, 50]

/** What could not be mailed for so long, in milliseconds, is no news any more. */
const newsFor = 3 * 24 * 60 * 60_000

/** Queues a mail for each user of whom notices have become due. */
export async function gatherNotices(db: Database): Promise<void> {
  const found = await db.all(listUsersToMail, { now: await databaseTime(db), limit: atOnce })
  for (const userId of new Set(found.map((row) => row.userId))) {
    await db.transaction((transaction) => queueMail(transaction, { kind: 'notices', userId }))
  }
}

/** What is due is not mailed any more. */
export async function dropNotices(transaction: Transaction, mail: LeasedMail): Promise<void> {
  const userId = mail.userId!
  const until = (await databaseTime(transaction)) + grace
  const due = await transaction.all(listDueNotices, { userId, until, limit: ofMail })
  await transaction.run(setMailed, { userId, ids: JSON.stringify(due.map(({ id }) => id)) })
}

/** Of what is due, and of what came since the first of it was waited for, those that the user may see by now and has not read meanwhile. */
export async function composeNotices(
  db: Database,
  mail: LeasedMail,
  address: (path: string) => string,
): Promise<Composed | undefined> {
  const userId = mail.userId!
  const now = await databaseTime(db)
  const due = await db.all(listDueNotices, { userId, until: now + grace, limit: ofMail })
  const ids = JSON.stringify(due.map(({ id }) => id))
  const since = new Date(now - newsFor).toISOString()
  const notices = (await db.all(listNoticesToMail, { userId, ids, since })).map(toNotice)
  const to = (await db.first(findMailAddress, { userId }))?.email
  const settle: Composed['settle'] = async (transaction) => {
    await transaction.run(setMailed, { userId, ids })
  }
  if (to === undefined || notices.length === 0) {
    await db.transaction(settle)
    return undefined
  }
  const list = notices.slice(0, told).map((notice) => {
    const place = noticePlace(notice)
    return { text: noticeText(notice), ...(place && { link: address(place) }) }
  })
  const more = notices.length - list.length
  const subject = notices.length === 1 ? list[0]!.text : `${notices.length} new notices in Dailies`
  return {
    to,
    // The same notices make the same letter.
    id: `${mail.id}.${notices[0]!.id}`,
    settle,
    letter: {
      subject,
      paragraphs: [
        { list },
        ...(more > 0 ? [`And ${more} more.`] : []),
        { link: address('/inbox'), label: 'Your inbox' },
        { link: address('/preferences#notices'), label: 'Choose what is mailed to you' },
      ],
    },
  }
}
