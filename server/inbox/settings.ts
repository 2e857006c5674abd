import {
  type NoticeKind,
  type NoticeSetting,
  type NoticeSettingUpdate,
  noticeKinds,
} from '@dailies/contract/inbox.ts'
import type { Connection, Database } from '../db/database.ts'
import { listNoticeSettingsOf, saveNoticeSetting } from './queries.ts'

/** How a user is told of each kind. */
export async function noticeSettings(db: Connection, userId: string): Promise<NoticeSetting[]> {
  const stored = new Map((await db.all(listNoticeSettingsOf, { userId })).map((row) => [row.kind, row]))
  return (Object.keys(noticeKinds) as NoticeKind[]).map((kind) => {
    const { inConsole = 1, mail = noticeKinds[kind].mail } = stored.get(kind) ?? {}
    return { kind, inConsole: inConsole === 1, mail }
  })
}

/** Holds for what happens from now on. */
export function updateNoticeSetting(
  db: Database,
  userId: string,
  { kind, inConsole, mail }: NoticeSettingUpdate,
): Promise<NoticeSetting> {
  return db.transaction(async (transaction) => {
    const [saved] = await transaction.all(saveNoticeSetting, {
      userId,
      kind,
      inConsole: inConsole === undefined ? null : Number(inConsole),
      mail: mail ?? null,
      defaultMail: noticeKinds[kind].mail,
    })
    transaction.changed({ kind: 'account', userId })
    return { kind, inConsole: saved!.inConsole === 1, mail: saved!.mail }
  })
}
