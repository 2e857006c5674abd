import { sql } from 'kysely'
import type { Statement, Value } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { isAmong, statement, textsOf } from '../db/statement.ts'
import type { Tables } from '../db/tables.ts'
import { asMember } from './as-member.ts'

/** A row by the names of its columns, or a part of one. */
export type Columns = Record<string, Value>

/** How the rows of a table are written, many by one statement: `rows` is a JSON array of `Columns`. */
export interface Kind {
  insert: Statement<{ rows: string }, unknown>
  update: Statement<{ rows: string }, unknown>
}

type Types = Record<string, 'text' | 'number'>

/** `named` are the columns that only a new row is given. */
function kind(table: keyof Tables, named: Types, rest: Types): Kind {
  return {
    insert: statement((db, { rows }: { rows: string }, engine) => {
      const columns: Types = { id: 'text', ...named, ...rest }
      return db
        .insertInto(table)
        .columns(Object.keys(columns) as never[])
        .expression(db.selectFrom(jsonRows(rows, columns, engine)).selectAll() as never)
    }),
    update: statement((db, { rows }: { rows: string }, engine) => {
      const given = jsonRows(rows, { id: 'text', ...rest }, engine)
      const values = Object.keys(rest).map((name) => [name, sql.ref(`given.${name}`)])
      return db
        .updateTable(table as 'projects')
        .from(given)
        .set(Object.fromEntries(values))
        .where(sql<boolean>`${sql.ref(`${table}.id`)} = given.id`)
    }),
  }
}

export const projects = kind(
  'projects',
  { created_by: 'text', name: 'text', created_at: 'text', updated_at: 'text' },
  { status: 'text', genre: 'text' },
)

export const characters = kind(
  'characters',
  { project_id: 'text', name: 'text', position: 'number' },
  { name_order: 'text', role: 'text', description: 'text' },
)

export const promptPackages = kind(
  'prompt_packages',
  { project_id: 'text', name: 'text', created_at: 'text' },
  { prompt: 'text', updated_at: 'text' },
)

export const scenes = kind(
  'scenes',
  { project_id: 'text', scene_number: 'text' },
  { number_order: 'text', story_beat: 'text', act: 'number', macro_scene: 'text' },
)

export const shots = kind(
  'shots',
  { scene_id: 'text', shot_code: 'text' },
  { description: 'text', sort_order: 'number', required: 'number', due_on: 'text', note: 'text' },
)

const insertMembers = statement((db, { rows }: { rows: string }, engine) => {
  const columns: Types = { project_id: 'text', user_id: 'text', role: 'text', created_at: 'text' }
  return db
    .insertInto('project_members')
    .columns(Object.keys(columns) as never[])
    .expression(db.selectFrom(jsonRows(rows, columns, engine)).selectAll() as never)
})

/** Who imports a new project owns it: that is all that an import says of members. */
export const members: Kind = { insert: insertMembers, update: insertMembers }

/** Known by project and platform: has no id of its own, and is written the same way whether it is there or not. */
const writeRightsDefaults = statement((db, { rows }: { rows: string }, engine) => {
  const given = jsonRows(rows, { project_id: 'text', platform_key: 'text', rights_state: 'text' }, engine)
  return (
    db
      .insertInto('rights_defaults')
      .columns(['project_id', 'platform_key', 'rights_state'])
      // Without a condition SQLite takes "on conflict" for that of a join.
      .expression(db.selectFrom(given).selectAll().where(sql<boolean>`true`) as never)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'platform_key'])
          .doUpdateSet((set) => ({ rights_state: set.ref('excluded.rights_state') })),
      )
  )
})

export const rightsDefaults: Kind = { insert: writeRightsDefaults, update: writeRightsDefaults }

/** Held until the transaction ends. SQLite has one writer anyway. */
export const lockProjectsOfMember = statement((db, { userId }: { userId: string }, engine) =>
  db
    .selectFrom('projects')
    .innerJoin('project_members as member', asMember('projects.id', userId))
    .select('id')
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate('projects')),
)

export const listProjectsOfNames = statement(
  (db, { userId, names }: { userId: string; names: string }, engine) =>
    db
      .selectFrom('projects')
      .innerJoin('project_members as member', asMember('projects.id', userId))
      .select(['id', 'name', 'status', 'genre', 'member.role as memberRole'])
      .where(isAmong('name', names, engine)),
)

interface Named {
  projectId: string
  names: string
}

export const listCharactersOfNames = statement((db, { projectId, names }: Named, engine) =>
  db
    .selectFrom('characters')
    .select(['id', 'name', 'name_order', 'role', 'description'])
    .where('project_id', '=', projectId)
    .where(isAmong('name', names, engine)),
)

/** The oldest of a name is the file's: captures may have made others of the same name since. */
/** The oldest of each name: there may be thousands. */
export const listPromptPackagesOfNames = statement((db, { projectId, names }: Named, engine) =>
  db
    .selectFrom(textsOf(names, engine).as('given'))
    .innerJoin('prompt_packages', (join) =>
      join.on('prompt_packages.id', '=', (on) =>
        on
          .selectFrom('prompt_packages as alike')
          .select('alike.id')
          .where('alike.project_id', '=', projectId)
          .whereRef('alike.name', '=', sql.ref('given.value'))
          .orderBy('alike.id')
          .limit(1),
      ),
    )
    .select(['prompt_packages.id', 'prompt_packages.name', 'prompt_packages.prompt']),
)

export const listRightsDefaultsForImport = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('rights_defaults')
    .select(['project_id', 'platform_key', 'rights_state'])
    .where('project_id', '=', projectId),
)

export const listScenesOfNumbers = statement((db, { projectId, names }: Named, engine) =>
  db
    .selectFrom('scenes')
    .select(['id', 'scene_number', 'number_order', 'story_beat', 'act', 'macro_scene'])
    .where('project_id', '=', projectId)
    .where(isAmong('scene_number', names, engine)),
)

export const listShotsOfScenes = statement((db, { sceneDbIds }: { sceneDbIds: string }, engine) =>
  db
    .selectFrom('shots')
    .select(['id', 'scene_id', 'shot_code', 'description', 'sort_order', 'required', 'due_on', 'note'])
    .where(isAmong('scene_id', sceneDbIds, engine)),
)
