import { z } from 'zod'
import { all, cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import {
  notice,
  noticeSetting,
  noticeSettingUpdate,
  noticeUpdate,
  readThrough,
  unreadNotices,
} from './inbox.ts'
import { id } from './text.ts'

const tag = 'Inbox'

/** What concerns whoever asks. docs/inbox.md */
export const inboxEndpoints = {
  listNotices: {
    method: 'GET',
    path: '/api/inbox',
    tag,
    permission: 'read',
    summary: 'List what concerns oneself',
    description:
      'The newest first. Of projects that one is no member of any more there is nothing. The newest 1,000 are kept, for 90 days unless it is set otherwise. A token that is limited to projects sees the notices of these alone.',
    query: z.object({ cursor, limit }),
    reply: page(notice),
    errors: [400, 401],
  },
  countUnreadNotices: {
    method: 'GET',
    path: '/api/inbox/unread',
    tag,
    permission: 'read',
    summary: 'Tell how many notices are unread',
    reply: one(unreadNotices),
    errors: [401],
  },
  updateNotice: {
    method: 'PATCH',
    path: '/api/inbox/{id}',
    tag,
    permission: 'preferences',
    summary: 'Mark a notice as read or unread',
    params: z.object({ id: id.meta({ description: 'Of the notice' }) }),
    body: noticeUpdate,
    reply: one(notice),
    errors: [400, 401, 404],
  },
  readNotices: {
    method: 'POST',
    path: '/api/inbox/read',
    tag,
    permission: 'preferences',
    summary: 'Mark all notices as read, or all up to one',
    body: readThrough.prefault({}),
    reply: one(unreadNotices),
    errors: [400, 401],
  },
  listNoticeSettings: {
    method: 'GET',
    path: '/api/inbox/settings',
    tag,
    permission: 'read',
    summary: 'Tell of what one is told, and how',
    reply: all(noticeSetting),
    errors: [401],
  },
  updateNoticeSetting: {
    method: 'PATCH',
    path: '/api/inbox/settings',
    tag,
    permission: 'preferences',
    summary: 'Change how one is told of a kind of notice',
    description:
      'Holds for what happens from then on. Mail is sent where the installation can (`mail` of GET /api/account/state).',
    body: noticeSettingUpdate,
    reply: one(noticeSetting),
    errors: [400, 401],
  },
} as const satisfies Record<string, Endpoint>
