import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { only, pageOf } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { markAllRead, markNotice } from './mark-read.ts'
import { readerOf, toNotice } from './notice.ts'
import { countUnread, listNotices } from './queries.ts'
import { noticeSettings, updateNoticeSetting } from './settings.ts'

export function inboxRoutes(db: Database): Route[] {
  return [
    route(endpoints.listNotices, async ({ caller, query }) => {
      const { cursor: before = beyondIds, limit } = query
      const rows = await db.all(listNotices, { ...readerOf(caller), before, limit: limit + 1 })
      return pageOf(rows.map(toNotice), limit)
    }),

    route(endpoints.countUnreadNotices, async ({ caller }) => {
      const counted = await db.first(countUnread, readerOf(caller))
      return only({ unread: counted?.unread ?? 0 })
    }),

    route(endpoints.updateNotice, async ({ caller, params, body }) =>
      only(await markNotice(db, caller, { ...params, ...body })),
    ),

    route(endpoints.readNotices, async ({ caller, body }) =>
      only({ unread: await markAllRead(db, caller, body) }),
    ),

    route(endpoints.listNoticeSettings, async ({ caller }) => only(await noticeSettings(db, caller.userId))),

    route(endpoints.updateNoticeSetting, async ({ caller, body }) =>
      only(await updateNoticeSetting(db, caller.userId, body)),
    ),
  ]
}
