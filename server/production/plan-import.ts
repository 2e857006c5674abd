import type { ProjectRole } from '@dailies/contract/member.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import type {
  ImportReport,
  Workspace,
  WorkspaceProject,
  WorkspaceScene,
} from '@dailies/contract/workspace.ts'
import { isoNow } from '../clock.ts'
import type { Connection } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { naturalOrder } from '../db/natural-order.ts'
import { forbidden, invalid } from '../error.ts'
import { given } from '../given.ts'
import { pauses } from '../pauses.ts'
import { findLastCharacter } from './character-queries.ts'
import type { Columns, Kind } from './import-queries.ts'
import * as stored from './import-queries.ts'
import { mostCharacters, mostProjects, mostRightsDefaults, mostScenes, mostShots } from './limits.ts'
import { type Actor, reaches, requireUnlimited } from './membership.ts'
import { reordered } from './new-order.ts'
import { inserted } from './place-new-scenes.ts'
import { countProjectsOfUser } from './project-queries.ts'
import { countScenesOfProject, listScenePlaces } from './scene-queries.ts'

const mostReported = 1000

type Change = ImportReport['changes'][number]

/** What is there is read for so many things of the workspace at a time: each may have a text of 100,000 characters. */
const partSize = 100

/** What an import is to write, and what it will say that it did. */
export class ImportPlan {
  readonly now = isoNow()
  readonly report: ImportReport = { added: 0, updated: 0, unchanged: 0, reordered: [], changes: [] }
  readonly added = new Map<Kind, Columns[]>()
  readonly updated = new Map<Kind, Columns[]>()
  /** The projects in which anything changes. */
  readonly touched = new Set<string>()
  /** New scenes by their project. */
  readonly newScenes = new Map<string, { id: string; numberOrder: string }[]>()
  /** The ids of all scenes, in the order that they are to have, of projects that are given another. */
  readonly orders = new Map<string, string[]>()

  /**
   * Adds a row, or updates one where anything that is said of it differs; what is said to be undefined stays. Returns
   * its id.
   */
  save(
    kind: Kind,
    before: Columns | undefined,
    row: { named: Columns; said: Said; defaults: Columns; stamp?: Columns },
    thing: Omit<Change, 'change'>,
  ): { id: string; isNew: boolean; changed: boolean } {
    const { named, defaults, stamp } = row
    const said = given(row.said)
    const id = (before?.id as string | undefined) ?? newId()
    if (!before) {
      push(this.added, kind, { ...defaults, ...said, ...named, ...stamp, id })
      this.#tell(thing, 'added')
      return { id, isNew: true, changed: true }
    }
    const changed = Object.entries(said).some(([column, value]) => before[column] !== value)
    if (changed) {
      push(this.updated, kind, { ...before, ...said, ...stamp, id })
      this.#tell(thing, 'updated')
    } else {
      this.report.unchanged += 1
    }
    return { id, isNew: false, changed }
  }

  #tell(thing: Omit<Change, 'change'>, change: Change['change']): void {
    this.report[change] += 1
    if (this.report.changes.length < mostReported) this.report.changes.push({ ...thing, change })
  }
}

type Said = Record<string, Columns[string] | undefined>

function push<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/**
 * Compares a workspace with what there is. Throws `forbidden` where an actor who is limited to projects would have to
 * add one, `invalid` where it would be too many of anything.
 */
export async function planImport(db: Connection, actor: Actor, { projects }: Workspace): Promise<ImportPlan> {
  const { userId } = actor
  const plan = new ImportPlan()
  const names = namesOf(projects, ({ name }) => name)
  const known = new Map<string, Columns>()
  for (const project of await db.all(stored.listProjectsOfNames, { userId, names })) {
    const { memberRole, ...columns } = project
    if (known.has(project.name)) {
      throw invalid({}, [`You are in several projects called ${project.name}: rename one first`])
    }
    if (!reaches(actor, project.id)) requireUnlimited(actor)
    if (!mayAs(memberRole, 'editor')) throw forbidden()
    known.set(project.name, columns)
  }
  if (projects.some(({ name }) => !known.has(name))) requireUnlimited(actor)
  for (const project of projects) {
    await planProject(db, plan, { userId, project, before: known.get(project.name) })
  }
  const count = (await db.first(countProjectsOfUser, { userId }))?.count ?? 0
  requireRoom(count + (plan.added.get(stored.projects)?.length ?? 0), mostProjects, 'A user', 'projects')
  return plan
}

interface PlannedProject {
  userId: string
  project: WorkspaceProject
  before: Columns | undefined
}

async function planProject(
  db: Connection,
  plan: ImportPlan,
  { userId, project, before }: PlannedProject,
): Promise<void> {
  const { name, status, genre } = project
  const { now } = plan
  const changes = plan.report.added + plan.report.updated
  const { id } = plan.save(
    stored.projects,
    before,
    {
      named: { created_by: userId, name, created_at: now, updated_at: now },
      said: { status, genre },
      defaults: { status: 'DEVELOPMENT', genre: null },
    },
    { kind: 'project', project: name, scene: null, name },
  )
  if (!before) {
    const role: ProjectRole = 'owner'
    push(plan.added, stored.members, { project_id: id, user_id: userId, role, created_at: now })
  }
  const place = { projectId: id, project, isNew: before === undefined }
  await planCharacters(db, plan, place)
  await planPromptPackages(db, plan, place)
  await planRightsDefaults(db, plan, place)
  await planScenes(db, plan, place)
  if (before && plan.orders.has(id)) plan.touched.add(id)
  if (before && plan.report.added + plan.report.updated > changes) plan.touched.add(id)
}

interface ProjectPlace {
  projectId: string
  project: WorkspaceProject
  isNew: boolean
}

async function planCharacters(
  db: Connection,
  plan: ImportPlan,
  { projectId, project, isNew }: ProjectPlace,
): Promise<void> {
  const { characters } = project
  if (characters.length === 0) return
  const last = isNew ? undefined : await db.first(findLastCharacter, { projectId })
  const [count, position] = [last?.count ?? 0, last?.position ?? null]
  let added = 0
  const read = (names: string) => (isNew ? [] : db.all(stored.listCharactersOfNames, { projectId, names }))
  for await (const [{ name, role, description }, known] of withKnown(characters, read)) {
    const { isNew } = plan.save(
      stored.characters,
      known,
      {
        named: { project_id: projectId, name, position: position === null ? null : position + added + 1 },
        said: { name_order: naturalOrder(name), role, description },
        defaults: { role: null, description: null },
      },
      { kind: 'character', project: project.name, scene: null, name },
    )
    if (isNew) added += 1
  }
  requireRoom(added && count + added, mostCharacters, `The project ${project.name}`, 'characters')
}

async function planPromptPackages(
  db: Connection,
  plan: ImportPlan,
  { projectId, project, isNew }: ProjectPlace,
): Promise<void> {
  const { promptPackages } = project
  if (promptPackages.length === 0) return
  const read = (names: string) =>
    isNew ? [] : db.all(stored.listPromptPackagesOfNames, { projectId, names })
  for await (const [{ name, prompt }, known] of withKnown(promptPackages, read)) {
    plan.save(
      stored.promptPackages,
      known,
      {
        named: { project_id: projectId, name, created_at: plan.now },
        said: { prompt },
        defaults: {},
        stamp: { updated_at: plan.now },
      },
      { kind: 'promptPackage', project: project.name, scene: null, name },
    )
  }
}

async function planRightsDefaults(
  db: Connection,
  plan: ImportPlan,
  { projectId, project, isNew }: ProjectPlace,
): Promise<void> {
  const { rightsDefaults } = project
  if (rightsDefaults.length === 0) return
  const rows: Columns[] = isNew ? [] : await db.all(stored.listRightsDefaultsForImport, { projectId })
  const known = new Map(rows.map((row) => [row.platform_key, row]))
  let added = 0
  for (const { platformKey, rightsState } of rightsDefaults) {
    const { isNew } = plan.save(
      stored.rightsDefaults,
      known.get(platformKey),
      {
        named: { project_id: projectId, platform_key: platformKey },
        said: { rights_state: rightsState },
        defaults: {},
      },
      { kind: 'rightsDefault', project: project.name, scene: null, name: platformKey },
    )
    if (isNew) added += 1
  }
  requireRoom(
    added && known.size + added,
    mostRightsDefaults,
    `The project ${project.name}`,
    'platforms with rights of their own',
  )
}

async function planScenes(
  db: Connection,
  plan: ImportPlan,
  { projectId, project, isNew }: ProjectPlace,
): Promise<void> {
  const { scenes } = project
  if (scenes.length === 0) return
  const listed: string[] = []
  for await (const { scene, known, shots } of withShots(db, { projectId, scenes, isNew })) {
    const { sceneId, storyBeat, act, macroScene } = scene
    const numberOrder = naturalOrder(sceneId)
    const { id, isNew } = plan.save(
      stored.scenes,
      known,
      {
        named: { project_id: projectId, scene_number: sceneId },
        said: { number_order: numberOrder, story_beat: storyBeat, act, macro_scene: macroScene },
        defaults: { story_beat: null, act: null, macro_scene: null },
      },
      { kind: 'scene', project: project.name, scene: sceneId, name: sceneId },
    )
    listed.push(id)
    if (isNew) push(plan.newScenes, projectId, { id, numberOrder })
    planShots(plan, { sceneDbId: id, scene, project: project.name, known: shots })
  }
  const added = plan.newScenes.get(projectId)?.length ?? 0
  const count = isNew ? 0 : ((await db.first(countScenesOfProject, { projectId }))?.count ?? 0)
  requireRoom(added && count + added, mostScenes, `The project ${project.name}`, 'scenes')
  if (project.orderScenes) await planOrder(db, plan, { projectId, project: project.name, isNew, listed })
}

interface PlannedOrder {
  projectId: string
  project: string
  isNew: boolean
  /** The ids of the scenes that the workspace names, in its order. */
  listed: string[]
}

async function planOrder(
  db: Connection,
  plan: ImportPlan,
  { projectId, project, isNew, listed }: PlannedOrder,
): Promise<void> {
  const before = isNew ? [] : await db.all(listScenePlaces, { projectId })
  const present = inserted(before, plan.newScenes.get(projectId) ?? []).map(({ id }) => id)
  const wanted = reordered(present, listed)
  if (isSame(present, wanted)) return
  plan.orders.set(projectId, wanted)
  // That a new scene has its place goes without saying.
  const wasThere = new Set(before.map(({ id }) => id))
  const [was, becomes] = [present, wanted].map((ids) => ids.filter((id) => wasThere.has(id)))
  if (!isSame(was!, becomes!)) plan.report.reordered.push(project)
}

function isSame(one: string[], other: string[]): boolean {
  return one.every((id, index) => id === other[index])
}

/** Each thing with the row of its name, where there is one. */
async function* withKnown<T extends { name: string }>(things: T[], read: Read) {
  for await (const { part, known } of parts(things, { nameOf: ({ name }) => name, column: 'name', read }))
    for (const thing of part) yield [thing, known.get(thing.name)] as const
}

/** Each scene with its row and those of its shots, by code. */
async function* withShots(
  db: Connection,
  { projectId, scenes, isNew }: { projectId: string; scenes: WorkspaceScene[]; isNew: boolean },
) {
  const read: Read = (names) => (isNew ? [] : db.all(stored.listScenesOfNumbers, { projectId, names }))
  const pause = pauses()
  for await (const { part, known } of parts(scenes, {
    nameOf: ({ sceneId }) => sceneId,
    column: 'scene_number',
    read,
  })) {
    const ids = [...known.values()].map(({ id }) => id)
    const rows =
      ids.length === 0 ? [] : await db.all(stored.listShotsOfScenes, { sceneDbIds: JSON.stringify(ids) })
    const shotsOf = Map.groupBy<unknown, Columns>(rows, ({ scene_id }) => scene_id)
    for (const scene of part) {
      await pause()
      const row = known.get(scene.sceneId)
      const shots = new Map((shotsOf.get(row?.id) ?? []).map((shot) => [shot.shot_code as string, shot]))
      yield { scene, known: row, shots }
    }
  }
}

/** The rows of those of the names that are there; `names` is a JSON array. */
type Read = (names: string) => Columns[] | Promise<Columns[]>

/** Things of a workspace, some at a time, with what is there of their names; everything else has its turn in between. */
async function* parts<T>(
  things: T[],
  { nameOf, column, read }: { nameOf: (thing: T) => string; column: string; read: Read },
) {
  const pause = pauses()
  for (let start = 0; start < things.length; start += partSize) {
    const part = things.slice(start, start + partSize)
    const rows = await read(namesOf(part, nameOf))
    const known = new Map(rows.map((row) => [row[column], row]))
    yield { part, known }
    await pause()
  }
}

interface ScenePlace {
  sceneDbId: string
  scene: WorkspaceScene
  project: string
  known: Map<string, Columns>
}

function planShots(plan: ImportPlan, { sceneDbId, scene, project, known }: ScenePlace): void {
  let added = 0
  for (const [index, shot] of scene.shots.entries()) {
    const { shotCode, description, sortOrder, required, dueOn, note } = shot
    const { isNew } = plan.save(
      stored.shots,
      known.get(shotCode),
      {
        named: { scene_id: sceneDbId, shot_code: shotCode },
        said: {
          description,
          sort_order: sortOrder,
          required: required === undefined ? undefined : Number(required),
          due_on: dueOn,
          note,
        },
        defaults: { description: null, sort_order: index + 1, required: 1, due_on: null, note: null },
      },
      { kind: 'shot', project, scene: scene.sceneId, name: shotCode },
    )
    if (isNew) added += 1
  }
  requireRoom(added && known.size + added, mostShots, `The scene ${scene.sceneId} of ${project}`, 'shots')
}

function namesOf<T>(things: T[], nameOf: (thing: T) => string): string {
  return JSON.stringify(things.map(nameOf))
}

function requireRoom(count: number, most: number, where: string, things: string): void {
  if (count > most) throw invalid({}, [`${where} has at most ${most} ${things}, and would have ${count}`])
}
