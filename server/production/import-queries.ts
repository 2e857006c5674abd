import type { ProjectStatus } from '@dailies/contract/project.ts'
import { statement } from '../db/statement.ts'
import type { Kind } from './import-workspace.ts'

export const projects = {
  defaults: { status: 'DEVELOPMENT', genre: null },
  find: statement((db, { userId, name }: { userId: string; name: string }) =>
    db
      .selectFrom('projects')
      .select(['id', 'status', 'genre'])
      .where('owner_id', '=', userId)
      .where('name', '=', name),
  ),
  insert: statement(
    (
      db,
      row: {
        id: string
        userId: string
        name: string
        status: ProjectStatus
        genre: string | null
        now: string
      },
    ) =>
      db.insertInto('projects').values({
        id: row.id,
        owner_id: row.userId,
        name: row.name,
        status: row.status,
        genre: row.genre,
        created_at: row.now,
        updated_at: row.now,
      }),
  ),
  update: statement((db, row: { id: string; status: ProjectStatus; genre: string | null }) =>
    db.updateTable('projects').set({ status: row.status, genre: row.genre }).where('id', '=', row.id),
  ),
} as Kind

/** A project counts as updated when anything of its production is. */
export const touchProject = statement((db, { id, now }: { id: string; now: string }) =>
  db.updateTable('projects').set({ updated_at: now }).where('id', '=', id),
)

interface CharacterRow {
  id: string
  projectId: string
  name: string
  nameOrder: string
  role: string | null
  description: string | null
}

export const characters = {
  defaults: { role: null, description: null },
  find: statement((db, { projectId, name }: { projectId: string; name: string }) =>
    db
      .selectFrom('characters')
      .select(['id', 'name_order as nameOrder', 'role', 'description'])
      .where('project_id', '=', projectId)
      .where('name', '=', name),
  ),
  insert: statement((db, row: CharacterRow) =>
    db.insertInto('characters').values({
      id: row.id,
      project_id: row.projectId,
      name: row.name,
      name_order: row.nameOrder,
      role: row.role,
      description: row.description,
    }),
  ),
  update: statement((db, row: CharacterRow) =>
    db
      .updateTable('characters')
      .set({ name_order: row.nameOrder, role: row.role, description: row.description })
      .where('id', '=', row.id),
  ),
} as Kind

export const promptPackages = {
  defaults: {},
  // Captures may have made others of the same name since: the first one is the file's.
  find: statement((db, { projectId, name }: { projectId: string; name: string }) =>
    db
      .selectFrom('prompt_packages')
      .select(['id', 'prompt'])
      .where('project_id', '=', projectId)
      .where('name', '=', name)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1),
  ),
  insert: statement((db, row: { id: string; projectId: string; name: string; prompt: string; now: string }) =>
    db.insertInto('prompt_packages').values({
      id: row.id,
      project_id: row.projectId,
      name: row.name,
      prompt: row.prompt,
      created_at: row.now,
      updated_at: row.now,
    }),
  ),
  update: statement((db, row: { id: string; prompt: string; now: string }) =>
    db
      .updateTable('prompt_packages')
      .set({ prompt: row.prompt, updated_at: row.now })
      .where('id', '=', row.id),
  ),
} as Kind

interface SceneRow {
  id: string
  projectId: string
  sceneId: string
  numberOrder: string
  storyBeat: string | null
  act: number | null
  macroScene: string | null
}

export const scenes = {
  defaults: { storyBeat: null, act: null, macroScene: null },
  find: statement((db, { projectId, sceneId }: { projectId: string; sceneId: string }) =>
    db
      .selectFrom('scenes')
      .select([
        'id',
        'number_order as numberOrder',
        'story_beat as storyBeat',
        'act',
        'macro_scene as macroScene',
      ])
      .where('project_id', '=', projectId)
      .where('scene_number', '=', sceneId),
  ),
  insert: statement((db, row: SceneRow) =>
    db.insertInto('scenes').values({
      id: row.id,
      project_id: row.projectId,
      scene_number: row.sceneId,
      number_order: row.numberOrder,
      story_beat: row.storyBeat,
      act: row.act,
      macro_scene: row.macroScene,
    }),
  ),
  update: statement((db, row: SceneRow) =>
    db
      .updateTable('scenes')
      .set({
        number_order: row.numberOrder,
        story_beat: row.storyBeat,
        act: row.act,
        macro_scene: row.macroScene,
      })
      .where('id', '=', row.id),
  ),
} as Kind

interface ShotRow {
  id: string
  sceneDbId: string
  shotCode: string
  description: string | null
  sortOrder: number
  required: number
}

export const shots = {
  defaults: { description: null, required: 1 },
  find: statement((db, { sceneDbId, shotCode }: { sceneDbId: string; shotCode: string }) =>
    db
      .selectFrom('shots')
      .select(['id', 'description', 'sort_order as sortOrder', 'required'])
      .where('scene_id', '=', sceneDbId)
      .where('shot_code', '=', shotCode),
  ),
  insert: statement((db, row: ShotRow) =>
    db.insertInto('shots').values({
      id: row.id,
      scene_id: row.sceneDbId,
      shot_code: row.shotCode,
      description: row.description,
      sort_order: row.sortOrder,
      required: row.required,
    }),
  ),
  update: statement((db, row: ShotRow) =>
    db
      .updateTable('shots')
      .set({ description: row.description, sort_order: row.sortOrder, required: row.required })
      .where('id', '=', row.id),
  ),
} as Kind
