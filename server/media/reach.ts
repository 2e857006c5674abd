import type { ProjectRole } from '@dailies/contract/member.ts'
import type { Connection } from '../db/database.ts'
import { notFound } from '../error.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import { findVersionOfMember } from './queries.ts'

/** An asset version whose media it is about. Throws `not_found`, or `forbidden` where the role is less than `need`. */
export async function requireVersion(db: Connection, actor: Actor, id: string, need: ProjectRole) {
  const found = await db.first(findVersionOfMember, { id, userId: actor.userId })
  return admitMember({ actor, need, missing: () => notFound('Asset') }, found)
}
