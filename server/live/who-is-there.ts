import type { Present } from '@dailies/contract/live.ts'
import type { Connection } from '../db/database.ts'
import { membersOf } from '../production/member.ts'
import type { Here } from './presence.ts'

/** Those of them who are members now, each once for each thing that they have open. */
export async function whoIsThere(db: Connection, projectId: string, here: Here[]): Promise<Present[]> {
  if (here.length === 0) return []
  const names = new Map((await membersOf(db, projectId)).map(({ userId, name }) => [userId, name]))
  const present = new Map<string, Present>()
  for (const { userId, assetVersionId = null } of here) {
    const name = names.get(userId)
    if (name !== undefined) present.set(`${userId} ${assetVersionId}`, { userId, name, assetVersionId })
  }
  return [...present.values()]
}
