import type { Person, ProjectRole } from '@dailies/contract/member.ts'
import { searchable } from '@dailies/contract/searchable.ts'
import { listPeople } from '../accounts/queries.ts'
import type { Connection } from '../db/database.ts'
import { by } from '../order.ts'
import { pauses } from '../pauses.ts'
import { mostMembers } from './limits.ts'
import { listMembers } from './member-queries.ts'
import { type Actor, requireProject } from './membership.ts'

const mostShown = 20
const mostSearched = 10_000

/**
 * The first users by name whose name has the text in it, with what they are in the project if there is one. Names are looked
 * through here, where letters beyond ASCII have cases too. Throws `not_found` for the project.
 */
export async function findPeople(
  db: Connection,
  actor: Actor,
  { q = '', projectId }: { q?: string | undefined; projectId?: string | undefined },
): Promise<Person[]> {
  const roles = await rolesIn(db, actor, projectId)
  const wanted = searchable(q)
  const pause = pauses()
  const found: { id: string; name: string; key: string }[] = []
  for (const { id, name } of await db.all(listPeople, { limit: mostSearched })) {
    const key = searchable(name)
    if (key.includes(wanted)) found.push({ id, name, key })
    await pause()
  }
  return found
    .sort(byName)
    .slice(0, mostShown)
    .map(({ id, name }) => ({ id, name, role: roles.get(id) ?? null }))
}

async function rolesIn(
  db: Connection,
  actor: Actor,
  projectId: string | undefined,
): Promise<Map<string, ProjectRole>> {
  if (projectId === undefined) return new Map()
  await requireProject(db, actor, projectId, 'viewer')
  const members = await db.all(listMembers, { projectId, limit: mostMembers })
  return new Map(members.map(({ userId, role }) => [userId, role]))
}

const byName = by<{ id: string; key: string }>(
  ({ key }) => key,
  ({ id }) => id,
)
