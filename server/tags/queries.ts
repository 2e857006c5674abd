import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../db/database.ts'
import { type Builder, contains, isAmong, long, statement } from '../db/statement.ts'

interface Page {
  projectId: string
  /** Empty for all. */
  q: string
  /** The only one; empty for all. */
  only: string
  /** After this one. */
  name: string
  count: number
  limit: number
}

/** The texts of a column that is a JSON array. They compare by byte, as the columns do. */
function elementsOf(column: string, engine: Engine): RawBuilder<{ value: string }> {
  const list = sql.ref(column)
  return engine === 'sqlite'
    ? sql`json_each(${list})`
    : sql`(select value collate "C" as value from json_array_elements_text(cast(${list} as json)) as one(value))`
}

/** Those that asset versions have, and those that have a colour. Through the scenes: versions have no index by project. */
function tagsOf(db: Builder, { projectId, q, only }: Pick<Page, 'projectId' | 'q' | 'only'>, engine: Engine) {
  const lateral = engine === 'postgres' ? sql`lateral` : sql``
  const all = sql<{ name: string; count: number; color: string | null }>`(
    select tag.value as name, count(distinct version.id) as count, cast(null as text) as color
    from scenes
      inner join asset_versions as version on version.scene_id = scenes.id
      cross join ${lateral} ${elementsOf('version.tags', engine)} as tag
    where scenes.project_id = ${projectId}
    group by tag.value
    union all
    select name, 0 as count, color from project_tags where project_id = ${projectId})`
  const each = db
    .selectFrom(all.as('one'))
    .select([
      'one.name',
      sql<number>`cast(sum(one.count) as bigint)`.as('count'),
      sql<string | null>`max(one.color)`.as('color'),
    ])
    .where('one.name', '<>', '')
    .where(contains('one.name', q, engine))
    .where(sql<boolean>`(cast(${only} as text) = '' or one.name = ${only})`)
    .groupBy('one.name')
  return db.selectFrom(each.as('tag')).select(['tag.name', 'tag.count', 'tag.color'])
}

/** Capitals and small letters of English stand together. */
const byName = sql<string>`lower(tag.name)`

function isAfter(name: string): RawBuilder<boolean> {
  return sql<boolean>`(lower(tag.name), tag.name) > (lower(cast(${name} as text)), cast(${name} as text))`
}

export const listTagsByName = long(
  statement((db, page: Omit<Page, 'count'>, engine) =>
    tagsOf(db, page, engine).where(isAfter(page.name)).orderBy(byName).orderBy('tag.name').limit(page.limit),
  ),
)

export const listTagsByCount = long(
  statement((db, page: Page, engine) =>
    tagsOf(db, page, engine)
      .where(
        sql<boolean>`(tag.count < ${page.count} or (tag.count = ${page.count} and ${isAfter(page.name)}))`,
      )
      .orderBy('tag.count', 'desc')
      .orderBy(byName)
      .orderBy('tag.name')
      .limit(page.limit),
  ),
)

/** Versions that have one of the tags, a JSON array, with how many have. */
export const listVersionsWithTags = long(
  statement((db, { projectId, tags, limit }: { projectId: string; tags: string; limit: number }, engine) =>
    db
      .selectFrom('scenes')
      .innerJoin('asset_versions as version', 'version.scene_id', 'scenes.id')
      .select(['version.id', sql<number>`count(*) over ()`.as('total')])
      .where('scenes.project_id', '=', projectId)
      .where(
        sql<boolean>`exists (select 1 from ${elementsOf('version.tags', engine)} as tag where ${isAmong('tag.value', tags, engine)})`,
      )
      .orderBy('version.id')
      .limit(limit),
  ),
)

export const listColors = statement((db, { projectId }: { projectId: string }) =>
  db.selectFrom('project_tags').select(['name', 'color']).where('project_id', '=', projectId).orderBy('name'),
)

export const putColor = statement((db, row: { projectId: string; name: string; color: string }) =>
  db
    .insertInto('project_tags')
    .values({ project_id: row.projectId, name: row.name, color: row.color })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'name'])
        .doUpdateSet((stored) => ({ color: stored.ref('excluded.color') })),
    ),
)

/** `names` is a JSON array. */
export const deleteColors = statement(
  (db, { projectId, names }: { projectId: string; names: string }, engine) =>
    db
      .deleteFrom('project_tags')
      .where('project_id', '=', projectId)
      .where(isAmong('name', names, engine)),
)
