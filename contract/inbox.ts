import { z } from 'zod'
import { assetStatus, assetType } from './asset-version.ts'
import { projectRole } from './member.ts'
import { day, id, timestamp } from './text.ts'
import { verdictKind } from './verdict.ts'

export const noticeMail = z.enum(['off', 'soon', 'daily']).meta({
  id: 'NoticeMail',
  description: 'soon: within a minute or so, unless it is read before; daily: once a day, all together',
})

export type NoticeMail = z.output<typeof noticeMail>

interface Defaults {
  mail: NoticeMail
  /** Ends "A notice when …". */
  when: string
}

/** What a user is told of, and whether it is mailed as well until the user says otherwise. A new kind joins here. */
export const noticeKinds = {
  'member.added': { mail: 'soon', when: 'somebody adds you to a project' },
  'member.role_changed': { mail: 'soon', when: 'your role in a project changes' },
  'member.removed': { mail: 'soon', when: 'you are removed from a project' },
  'asset.selected': { mail: 'daily', when: 'somebody else selects a take of yours' },
  'asset.approved': { mail: 'daily', when: 'somebody else makes a take of yours APPROVED or FINAL' },
  'scene.completed': { mail: 'off', when: 'a scene of a project of yours is complete' },
  'shot.assigned': { mail: 'soon', when: 'somebody else assigns a shot to you' },
  'comment.mentioned': { mail: 'soon', when: 'somebody mentions you in a comment' },
  'comment.replied': { mail: 'soon', when: 'somebody else replies in a thread of yours' },
  'comment.on_take': { mail: 'daily', when: 'somebody else comments on a take of yours' },
  'verdict.given': { mail: 'daily', when: 'somebody else gives a verdict on a take of yours' },
  'review.completed': { mail: 'daily', when: 'a review session that you took part in comes to its end' },
  'link.answered': {
    mail: 'soon',
    when: 'a guest of a review link of yours comments, or gives a verdict',
  },
  'budget.reached': {
    mail: 'soon',
    when: 'a film that you own has spent 80 % of its budget, or goes over it',
  },
  'webhook.paused': { mail: 'soon', when: 'a webhook of yours is paused, for everything sent to it fails' },
  'backup.failed': {
    mail: 'soon',
    when: 'you are an administrator, and a backup that the service makes by itself fails or lacks further files',
  },
  'token.expiring': { mail: 'soon', when: 'a token of yours ends within 7 days' },
} as const satisfies Record<string, Defaults>

export type NoticeKind = keyof typeof noticeKinds

const kinds = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]

export const noticeKind = z.enum(kinds).meta({
  id: 'NoticeKind',
  description: kinds.map((kind) => `${kind}: ${noticeKinds[kind].when}`).join('; '),
})

/** What a notice says that is not looked up: as it was then. */
export const noticeDetails = z.object({
  role: projectRole.optional().meta({ description: 'What one is in the project since' }),
  verdict: verdictKind.optional(),
  guestName: z.string().optional().meta({ description: 'Of a guest of a link, who did it' }),
  status: assetStatus.optional().meta({ description: 'What the take became' }),
  projectName: z.string().optional().meta({ description: 'Of a project that one was removed from' }),
  dueOn: day.optional().meta({ description: 'By when the shot, or all of them, were to be done' }),
  shots: z.int().optional().meta({ description: 'How many shots of the scene were assigned at once' }),
  review: z
    .object({ id: z.string(), name: z.string(), notes: z.int() })
    .optional()
    .meta({ description: 'The review session that ended, and how many notes were taken in it' }),
  budget: z.object({ percent: z.int(), budgetUsd: z.number(), spentUsd: z.number() }).optional().meta({
    description: 'Of the film: 80 or 100 per cent of it were reached, and what it had cost by then',
  }),
  expiresAt: timestamp.optional().meta({ description: 'When the token ends' }),
  backedUpAt: timestamp.optional().meta({ description: 'The moment that the last backup is of' }),
  missing: z.int().optional().meta({ description: 'Files that are not in the backup, which was made' }),
  problem: z.string().optional().meta({ description: 'Why the backup failed, in short' }),
})

export type NoticeDetails = z.output<typeof noticeDetails>

const named = z.object({ id: z.string(), name: z.string() })

/** Something that concerns whoever asks. What it is about is null where there is no such thing, or it is gone. */
export const notice = z
  .object({
    id: z.string(),
    kind: noticeKind,
    createdAt: timestamp,
    readAt: timestamp.nullable(),
    actor: named.nullable().meta({ description: 'Who did it; null: nobody, or on the command line' }),
    project: named.nullable(),
    scene: z.object({ id: z.string(), sceneId: z.string() }).nullable(),
    shot: z.object({ id: z.string(), shotCode: z.string() }).nullable(),
    asset: z
      .object({
        id: z.string(),
        assetType,
        platformLabel: z.string(),
        versionNumber: z.int(),
        title: z.string().nullable(),
        thumbnailUrl: z.string().nullable(),
      })
      .nullable(),
    comment: z
      .object({ id: z.string(), text: z.string().meta({ description: 'Its first 200 characters' }) })
      .nullable(),
    webhook: named.nullable().meta({ description: 'By its description, or the host it sends to' }),
    token: named.nullable(),
    details: noticeDetails,
  })
  .meta({ id: 'Notice' })

export type Notice = z.output<typeof notice>

/** The newest so many of a user are kept; it is counted up to so many. */
export const mostNotices = 1000

export const unreadNotices = z
  .object({ unread: z.int().meta({ description: `Counted up to ${mostNotices}` }) })
  .meta({ id: 'UnreadNotices' })

/** The body of PATCH inbox. */
export const noticeUpdate = z.object({ read: z.boolean() }).meta({ id: 'NoticeUpdate' })

/** The body of POST read. */
export const readThrough = z
  .object({
    through: id.optional().meta({
      description:
        'The newest notice that was shown: what came since stays unread. All, where it is left out',
    }),
  })
  .meta({ id: 'ReadThrough' })

export const noticeSetting = z
  .object({
    kind: noticeKind,
    inConsole: z.boolean().meta({ description: 'Whether it is in the inbox' }),
    mail: noticeMail,
  })
  .meta({ id: 'NoticeSetting' })

export type NoticeSetting = z.output<typeof noticeSetting>

/** The body of PATCH settings: what is left out stays as it is. */
export const noticeSettingUpdate = z
  .object({ kind: noticeKind, inConsole: z.boolean().optional(), mail: noticeMail.optional() })
  .meta({ id: 'NoticeSettingUpdate' })

export type NoticeSettingUpdate = z.output<typeof noticeSettingUpdate>
