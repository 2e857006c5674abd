import type { Member } from '@dailies/contract/member.ts'
import type { Connection } from '../db/database.ts'
import { notFound } from '../error.ts'
import { mostMembers } from './limits.ts'
import { findMember, listMembers } from './member-queries.ts'

/** Throws `not_found`. */
export async function memberOf(
  db: Connection,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<Member> {
  const member = await db.first(findMember, { projectId, userId })
  if (!member) throw notFound('Member')
  return member
}

/** Those who were members first come first. Throws `not_found` for a project without members: there is none. */
export async function membersOf(db: Connection, projectId: string): Promise<Member[]> {
  const members = await db.all(listMembers, { projectId, limit: mostMembers })
  if (members.length === 0) throw notFound('Project')
  return members
}
