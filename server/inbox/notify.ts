import { type NoticeDetails, type NoticeKind, noticeKinds } from '@dailies/contract/inbox.ts'
import type { Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { mailTimes } from './mail-times.ts'
import { insertNotices, insertNoticesOfVersions } from './notify-queries.ts'

/** Users who are told live one by one; of more, all members of the project look. */
const mostOneByOne = 10

interface News {
  kind: NoticeKind
  /** The users whom it concerns. */
  to: readonly string[]
  /** Who did it, who is not told of it; null for nobody, and for the command line. */
  by: string | null
  /** Where it is about something of a project: whoever may not see that by then does not see the notice. */
  projectId?: string
  sceneDbId?: string
  shotId?: string
  assetVersionId?: string
  commentId?: string
  /** Of the user's own. */
  webhookId?: string
  tokenId?: string
  details?: NoticeDetails
}

/**
 * Tells users of what concerns them, in the transaction that does it: so they are told once where it is committed, and not
 * at all where it is not. One statement, and none where it concerns nobody but who did it. docs/inbox.md
 */
export async function notify(
  transaction: Transaction,
  { kind, to, by, details = {}, ...about }: News,
): Promise<void> {
  const others = to.filter((userId) => userId !== by)
  if (others.length === 0) return
  tellLive(transaction, others, about.projectId)
  const { projectId } = about
  const now = Date.now()
  await transaction.run(insertNotices, {
    to: JSON.stringify(others),
    id: newId(),
    kind,
    createdAt: new Date(now).toISOString(),
    actorId: by,
    projectId: projectId ?? null,
    sceneDbId: about.sceneDbId ?? null,
    shotId: about.shotId ?? null,
    assetVersionId: about.assetVersionId ?? null,
    commentId: about.commentId ?? null,
    webhookId: about.webhookId ?? null,
    tokenId: about.tokenId ?? null,
    details: JSON.stringify(details),
    mail: noticeKinds[kind].mail,
    ...mailTimes(now),
  })
}

interface NewsOfVersion {
  to: string
  sceneDbId: string
  shotId: string | null
  assetVersionId: string
}

/** The same of one kind about many versions of a project, by one statement. */
export async function notifyOfVersions(
  transaction: Transaction,
  {
    kind,
    by,
    projectId,
    details = {},
  }: { kind: NoticeKind; by: string; projectId: string; details?: NoticeDetails },
  news: NewsOfVersion[],
): Promise<void> {
  const others = news.filter(({ to }) => to !== by)
  if (others.length === 0) return
  tellLive(transaction, [...new Set(others.map(({ to }) => to))], projectId)
  const now = Date.now()
  await transaction.run(insertNoticesOfVersions, {
    rows: JSON.stringify(others.map(({ to, ...about }) => ({ ...about, userId: to, id: newId() }))),
    kind,
    createdAt: new Date(now).toISOString(),
    actorId: by,
    projectId,
    details: JSON.stringify(details),
    mail: noticeKinds[kind].mail,
    ...mailTimes(now),
  })
}

function tellLive(transaction: Transaction, userIds: string[], projectId: string | undefined): void {
  if (projectId !== undefined && userIds.length > mostOneByOne) {
    transaction.changed({ kind: 'inbox', projectId })
  } else for (const userId of userIds) transaction.changed({ kind: 'inbox', userId })
}
