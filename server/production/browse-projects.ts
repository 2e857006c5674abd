import type { ProjectOverview } from '@dailies/contract/production.ts'
import type { ProjectStatus } from '@dailies/contract/project.ts'
import { searchable } from '@dailies/contract/searchable.ts'
import type { Connection } from '../db/database.ts'
import { firstIdOf, timeOfId } from '../db/id.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { type Actor, reaches } from './membership.ts'
import { withPreview } from './preview.ts'
import { listProjectNames, listProjectOverviews } from './project-queries.ts'
import { unknownCursor } from './unknown-cursor.ts'

interface Browse {
  status?: ProjectStatus | undefined
  q?: string | undefined
  cursor?: string | undefined
  /** How many at most. */
  limit: number
}

/**
 * A page of the actor's projects with how far they are, the last updated first; ARCHIVED ones only by their status. It goes
 * on where the page before ended, wherever the projects of that page are now: one that changes meanwhile is the first of all.
 * Throws `invalid` for a cursor that is no project of the list. A user has so few projects (create-project.ts) that
 * names are looked through here, where letters beyond ASCII have cases too.
 */
export async function browseProjects(
  db: Connection,
  actor: Actor,
  { status, q = '', cursor, limit }: Browse,
  addressOf: AddressOf = plainAddress,
): Promise<ProjectOverview[]> {
  const reachable = (await db.all(listProjectNames, { userId: actor.userId })).filter(({ id }) =>
    reaches(actor, id),
  )
  const isNext = cursor === undefined ? () => true : behind(cursor, reachable)
  const listed = reachable
    .filter(isNext)
    .filter((project) => (status ? project.status === status : project.status !== 'ARCHIVED'))
    .filter(({ name }) => searchable(name).includes(searchable(q)))
    .slice(0, limit)
  const ids = JSON.stringify(listed.map(({ id }) => id))
  const rows = await db.all(listProjectOverviews, { ids })
  const byId = new Map(rows.map((row) => [row.id, withPreview(row, addressOf)]))
  return listed.flatMap(({ id, updatedAt, memberRole }) => {
    const overview = byId.get(id)
    // The time by which it stands here: it may have changed since, and the next page goes by this one.
    return overview ? [{ ...overview, updatedAt, role: memberRole }] : []
  })
}

interface Place {
  id: string
  updatedAt: string
}

/** Where a page ends: the id of its last project with the time by which that stood there in place of its own. */
export function placeCursor({ id, updatedAt }: Place): string {
  return firstIdOf(Date.parse(updatedAt)).slice(0, 14) + id.slice(14)
}

/** Which of them come behind the page that ended there. Throws `invalid` where none of them is its end. */
export function behind(cursor: string, projects: Place[]): (project: Place) => boolean {
  const last = projects.find(({ id }) => id.slice(14) === cursor.slice(14))
  if (!last) throw unknownCursor()
  const time = new Date(timeOfId(cursor)).toISOString()
  return ({ id, updatedAt }) => updatedAt < time || (updatedAt === time && id > last.id)
}
