import type { ProjectStatus } from '@dailies/contract/project.ts'
import { sql } from 'kysely'
import { type Builder, isAmong, statement } from '../db/statement.ts'
import { asMember } from './as-member.ts'
import { isUndeleted } from './member-queries.ts'
import { isApproved, isDone, latestWinner, openNotesOf, previewColumns } from './overview-queries.ts'

function overviews(db: Builder) {
  return db
    .selectFrom('projects')
    .leftJoin('asset_versions as preview', (join) =>
      join.on(sql<boolean>`preview.id = ${latestWinner('project')}`),
    )
    .leftJoin('budgets', 'budgets.project_id', 'projects.id')
    .select([
      'projects.id',
      'projects.name',
      'projects.status',
      'projects.genre',
      'budgets.amount_usd as budgetUsd',
      'budgets.spent_usd as spentUsd',
      'projects.created_at as createdAt',
      'projects.updated_at as updatedAt',
      sql<number>`(select count(*) from scenes where scenes.project_id = projects.id)`.as('sceneCount'),
      countShots(sql`shots.required = 1`).as('requiredShots'),
      countShots(sql`shots.required = 1 and ${isApproved}`).as('approvedShots'),
      sql<number>`(select count(*) from scenes where scenes.project_id = projects.id and ${isDone})`.as(
        'doneScenes',
      ),
      openNotesOf('project').as('openNotes'),
      ...previewColumns,
    ])
}

/** Scene by scene: of a join PostgreSQL may read the shots of all projects, and for each project anew. */
function countShots(condition: ReturnType<typeof sql>) {
  return sql<number>`(select cast(coalesce(sum(
      (select count(*) from shots where shots.scene_id = scenes.id and ${condition})
    ), 0) as bigint)
    from scenes where scenes.project_id = projects.id)`
}

/** Little of each, for a page to be chosen among them. */
export const listProjectNames = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('projects')
    .innerJoin('project_members as member', asMember('projects.id', userId))
    .select(['id', 'name', 'status', 'updated_at as updatedAt', 'member.role as memberRole'])
    .orderBy('updated_at', 'desc')
    .orderBy('id'),
)

/** `ids` is a JSON array. In no order. */
export const listProjectOverviews = statement((db, { ids }: { ids: string }, engine) =>
  overviews(db).where(isAmong('projects.id', ids, engine)),
)

export const findProjectOverview = statement((db, { id, userId }: { id: string; userId: string }) =>
  overviews(db)
    .innerJoin('project_members as member', asMember('projects.id', userId))
    .select(['projects.id as projectId', 'member.role as memberRole'])
    .where('projects.id', '=', id),
)

/**
 * Held until the transaction ends, with what the user is in it: whoever waited for the lock finds what has become of that
 * meanwhile. SQLite has one writer anyway.
 */
export const lockProjectOfMember = statement((db, { id, userId }: { id: string; userId: string }, engine) =>
  db
    .selectFrom('projects')
    .innerJoin('project_members as member', asMember('projects.id', userId))
    .select(['id', 'id as projectId', 'name', 'status', 'genre', 'member.role as memberRole'])
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate('projects').forShare('member')),
)

/** The same for whoever needs to be no member; nothing for one that was deleted. */
export const lockProject = statement((db, { id }: { id: string }, engine) =>
  undeleted(db)
    .select('id')
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate('projects')),
)

/** Of those that were not deleted. `ids` is a JSON array. */
export const listNamesOfProjects = statement((db, { ids }: { ids: string }, engine) =>
  undeleted(db)
    .select(['id', 'name'])
    .where(isAmong('id', ids, engine)),
)

function undeleted(db: Builder) {
  return db.selectFrom('projects').where(isUndeleted('projects.id'))
}

export const findProjectByName = statement((db, { userId, name }: { userId: string; name: string }) =>
  db
    .selectFrom('projects')
    .innerJoin('project_members as member', asMember('projects.id', userId))
    .select('id')
    .where('name', '=', name),
)

export const countProjectsOfUser = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('project_members')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null),
)

interface ProjectRow {
  id: string
  name: string
  status: ProjectStatus
  genre: string | null
  now: string
}

export const insertProject = statement((db, row: ProjectRow & { userId: string }) =>
  db.insertInto('projects').values({
    id: row.id,
    created_by: row.userId,
    name: row.name,
    status: row.status,
    genre: row.genre,
    created_at: row.now,
    updated_at: row.now,
  }),
)

export const updateProjectRow = statement((db, row: ProjectRow) =>
  db
    .updateTable('projects')
    .set({ name: row.name, status: row.status, genre: row.genre, updated_at: row.now })
    .where('id', '=', row.id),
)

/** A project counts as updated when anything of its production is. Of two nodes the later time counts, whichever writes last. */
export const touchProject = statement((db, { id, now }: { id: string; now: string }) =>
  db
    .updateTable('projects')
    .set({ updated_at: sql<string>`case when updated_at < ${now} then ${now} else updated_at end` })
    .where('id', '=', id),
)
