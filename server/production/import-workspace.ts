import { lockUser } from '../accounts/queries.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { naturalOrder } from '../db/natural-order.ts'
import type { Statement } from '../db/statement.ts'
import * as stored from './import-queries.ts'
import type { Workspace, WorkspaceProject, WorkspaceScene } from './workspace-file.ts'

export interface Counts {
  added: number
  updated: number
  unchanged: number
}

/**
 * Brings the user's projects to what a workspace says, in one transaction: what is missing is added, what differs is
 * updated, what the workspace does not mention stays. Projects, characters and prompt packages are known by their
 * name, scenes by their number, shots by their code.
 */
export function importWorkspace(db: Database, userId: string, workspace: Workspace): Promise<Counts> {
  return db.transaction(async (transaction) => {
    // Two imports at once for the same user take turns, so neither adds what the other just did.
    await transaction.first(lockUser, { userId })
    const saver = new Saver(transaction)
    for (const project of workspace.projects) await importProject(saver, userId, project)
    return saver.counts
  })
}

async function importProject(saver: Saver, userId: string, project: WorkspaceProject): Promise<void> {
  const { name, status, genre, characters, promptPackages, scenes } = project
  const before = saver.changes
  const projectId = await saver.save(stored.projects, { userId, name }, { status, genre })
  for (const { name, ...rest } of characters) {
    await saver.save(stored.characters, { projectId, name }, { nameOrder: naturalOrder(name), ...rest })
  }
  for (const { name, prompt } of promptPackages) {
    await saver.save(stored.promptPackages, { projectId, name }, { prompt })
  }
  for (const scene of scenes) await importScene(saver, projectId, scene)
  if (saver.changes > before)
    await saver.transaction.run(stored.touchProject, { id: projectId, now: saver.now })
}

async function importScene(saver: Saver, projectId: string, scene: WorkspaceScene): Promise<void> {
  const { sceneId, shots, ...rest } = scene
  const numberOrder = naturalOrder(sceneId)
  const sceneDbId = await saver.save(stored.scenes, { projectId, sceneId }, { numberOrder, ...rest })
  for (const [index, { shotCode, description, sortOrder, required }] of shots.entries()) {
    await saver.save(
      stored.shots,
      { sceneDbId, shotCode },
      { description, sortOrder, required: required === undefined ? undefined : Number(required) },
      { sortOrder: index + 1 },
    )
  }
}

type Row = Record<string, string | number | null>

/** How a kind of row is found by what names it, added, and updated. */
export interface Kind {
  find: Statement<never, { id: string } & Row>
  insert: Statement<never, unknown>
  update: Statement<never, unknown>
  /** What a new row has where nothing is said. */
  defaults: Row
}

class Saver {
  readonly transaction: Transaction
  readonly now = isoNow()
  readonly counts: Counts = { added: 0, updated: 0, unchanged: 0 }

  constructor(transaction: Transaction) {
    this.transaction = transaction
  }

  get changes(): number {
    return this.counts.added + this.counts.updated
  }

  /** Adds the row that `name` names, or updates what differs in it. Returns its id. */
  async save(
    kind: Kind,
    name: Row,
    given: Partial<Record<string, Row[string] | undefined>>,
    ownDefaults: Row = {},
  ) {
    const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Row
    const found = await this.transaction.first(kind.find, name as never)
    if (!found) {
      const id = newId()
      const row = { ...kind.defaults, ...ownDefaults, ...said, ...name, id, now: this.now }
      await this.transaction.run(kind.insert, row as never)
      this.counts.added += 1
      return id
    }
    const { id, ...before } = found
    if (Object.entries(said).some(([field, value]) => before[field] !== value)) {
      await this.transaction.run(kind.update, { ...before, ...said, id, now: this.now } as never)
      this.counts.updated += 1
    } else {
      this.counts.unchanged += 1
    }
    return id
  }
}
