import { setImmediate } from 'node:timers/promises'
import type { ImportReport, Workspace } from '@dailies/contract/workspace.ts'
import { lockUser } from '../accounts/queries.ts'
import type { Database, Statement, Transaction } from '../db/database.ts'
import { unauthorized } from '../error.ts'
import type { Columns } from './import-queries.ts'
import * as stored from './import-queries.ts'
import type { Actor } from './membership.ts'
import { placesOf as inOrder, setPlaces } from './new-order.ts'
import { placeNewScenes } from './place-new-scenes.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import { touchProject } from './project-queries.ts'
import { listScenePlaces, setScenePositions } from './scene-queries.ts'

const rowsAtOnce = 500

/**
 * Brings the actor's projects to what a workspace says, in one transaction: what is missing is added, what differs is
 * updated, what the workspace does not mention stays. Projects, characters and prompt packages are known by their
 * name, rights by their platform, scenes by their number, shots by their code. A preview writes nothing.
 *
 * Throws `forbidden` where an actor who is limited to projects would have to add one, `invalid` where it would be too
 * many of anything.
 */
export async function importWorkspace(
  db: Database,
  actor: Actor,
  workspace: Workspace,
  { preview = false }: { preview?: boolean } = {},
): Promise<ImportReport> {
  if (preview) return (await planImport(db, actor, workspace)).report
  return db.longTransaction(async (transaction) => {
    const { userId } = actor
    // Two imports at once for the same user take turns, and other changes of the projects wait: nobody adds what
    // another just did.
    if (!(await transaction.first(lockUser, { userId }))) throw unauthorized()
    await transaction.all(stored.lockProjectsOfMember, { userId })
    const plan = await planImport(transaction, actor, workspace)
    await write(transaction, plan)
    for (const projectId of plan.touched) transaction.changed({ kind: 'everything', projectId })
    if (plan.added.has(stored.members)) transaction.changed({ kind: 'memberships', userId })
    return plan.report
  })
}

async function write(transaction: Transaction, plan: ImportPlan) {
  const { added, updated, newScenes, orders, touched, now } = plan
  const places = new Map<string, Awaited<ReturnType<typeof placesOf>>>()
  for (const projectId of newScenes.keys()) {
    if (touched.has(projectId) && !orders.has(projectId))
      places.set(projectId, await placesOf(transaction, projectId))
  }
  const { projects, members, characters, promptPackages, rightsDefaults, scenes, shots } = stored
  // Each after those that its rows belong to.
  for (const kind of [projects, members, characters, promptPackages, rightsDefaults, scenes, shots]) {
    await writeRows(transaction, kind.insert, added.get(kind))
    await writeRows(transaction, kind.update, updated.get(kind))
  }
  for (const [projectId, before] of places) {
    await placeNewScenes(transaction, { before, added: newScenes.get(projectId) ?? [] })
  }
  for (const ids of orders.values()) {
    await setPlaces(transaction, setScenePositions, inOrder(ids))
  }
  for (const id of touched) await transaction.run(touchProject, { id, now })
}

function placesOf(transaction: Transaction, projectId: string) {
  return transaction.all(listScenePlaces, { projectId })
}

/** A part at a time, so that on SQLite other requests get their turn in between. */
async function writeRows(
  transaction: Transaction,
  statement: Statement<{ rows: string }, unknown>,
  rows: Columns[] = [],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await transaction.run(statement, { rows: JSON.stringify(rows.slice(start, start + rowsAtOnce)) })
    await setImmediate()
  }
}
