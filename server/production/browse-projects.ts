import type { ProjectOverview } from '@dailies/contract/production.ts'
import type { ProjectStatus } from '@dailies/contract/project.ts'
import type { Connection } from '../db/database.ts'
import { type Owner, reaches } from './ownership.ts'
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
 * A page of the owner's projects with how far they are, the last updated first; ARCHIVED ones only by their status.
 * Throws `invalid` for a cursor that is no project of the list. A user has so few projects (create-project.ts) that
 * names are looked through here, where letters beyond ASCII have cases too.
 */
export async function browseProjects(
  db: Connection,
  owner: Owner,
  { status, q = '', cursor, limit }: Browse,
): Promise<ProjectOverview[]> {
  const reachable = (await db.all(listProjectNames, { userId: owner.userId })).filter(({ id }) =>
    reaches(owner, id),
  )
  const start = cursor === undefined ? 0 : reachable.findIndex(({ id }) => id === cursor) + 1
  if (cursor !== undefined && start === 0) throw unknownCursor()
  const ids = reachable
    .slice(start)
    .filter((project) => (status ? project.status === status : project.status !== 'ARCHIVED'))
    .filter(({ name }) => searchable(name).includes(searchable(q)))
    .slice(0, limit)
    .map(({ id }) => id)
  const rows = await db.all(listProjectOverviews, { ids: JSON.stringify(ids) })
  const byId = new Map(rows.map((row) => [row.id, withPreview(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Without case and accents. */
function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}
