import type { ProjectTag, TagColorOf } from '@dailies/contract/project-tag.ts'
import type { TagColor } from '@dailies/contract/tag.ts'
import type { Connection } from '../db/database.ts'
import { type Actor, requireProject } from '../production/membership.ts'
import type { Step } from '../shares.ts'
import { listColors, listTagsByCount, listTagsByName } from './queries.ts'

interface Asked {
  actor: Actor
  projectId: string
  q?: string | undefined
  /** Only this one. */
  name?: string | undefined
  sort: 'name' | 'count'
  /** The count and the name of the last of the page before. */
  cursor?: string | undefined
  limit: number
  /** Where the tags are read from. */
  older?: Connection
}

/** Before every tag, in either order. */
const beginning = `${1e15 - 1} `

/** A page of the tags of a project, with how many asset versions have each. Throws `not_found`. */
export async function browseTags(
  db: Connection,
  step: Step,
  { actor, projectId, q = '', name: only = '', sort, cursor = beginning, limit, older = db }: Asked,
) {
  await requireProject(db, actor, projectId, 'viewer')
  const space = cursor.indexOf(' ')
  const [count, name] = [Number(cursor.slice(0, space)), cursor.slice(space + 1)]
  const page = { projectId, q, only, name, limit: limit + 1 }
  const rows = await step(() =>
    sort === 'name' ? older.all(listTagsByName, page) : older.all(listTagsByCount, { ...page, count }),
  )
  const data = rows.slice(0, limit) as ProjectTag[]
  const last = rows.length > limit ? data.at(-1) : undefined
  return { data, metadata: { nextCursor: last ? `${last.count} ${last.name}` : null } }
}

/** The tags of a project that have a colour, by name. Throws `not_found`. */
export async function listTagColors(db: Connection, actor: Actor, projectId: string): Promise<TagColorOf[]> {
  await requireProject(db, actor, projectId, 'viewer')
  const rows = await db.all(listColors, { projectId })
  return rows.map(({ name, color }) => ({ name, color: color as TagColor }))
}
