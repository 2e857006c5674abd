import { budgetLevel } from '@dailies/contract/budget-level.ts'
import type { ProjectOverview } from '@dailies/contract/production.ts'
import type { ProjectStatus } from '@dailies/contract/project.ts'
import { lockUser } from '../accounts/queries.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { admitEdit } from './admit-edit.ts'
import { deleteBudget, findBudget, putBudget } from './budget-queries.ts'
import { changed } from './changed.ts'
import { requireNewName } from './create-project.ts'
import { type Actor, requireProject } from './membership.ts'
import { projectToChange, readProject } from './project.ts'
import { updateProjectRow } from './project-queries.ts'
import { spentOf } from './spending.ts'

interface ProjectUpdate {
  name?: string | undefined
  status?: ProjectStatus | undefined
  genre?: string | null | undefined
  /** Owners alone say it. */
  budgetUsd?: number | null | undefined
}

/**
 * Changes what is given; any status may follow any other. Throws `not_found`, `invalid` for a name that is taken, `clash` for
 * what is other than it `was`.
 */
export async function updateProject(
  db: Database,
  actor: Actor,
  { id, update, was }: { id: string; update: ProjectUpdate; was?: ProjectUpdate | undefined },
  addressOf: AddressOf = plainAddress,
): Promise<ProjectOverview> {
  const { userId } = actor
  const need = update.budgetUsd === undefined ? 'editor' : 'owner'
  // Before the transaction: it may take a while.
  const spentUsd = update.budgetUsd ? await spentIn(db, actor, id) : 0
  return db.transaction(async (transaction) => {
    // Before the project, as an import does: names belong to the user.
    await transaction.first(lockUser, { userId })
    const project = await projectToChange(transaction, actor, id, need)
    const budget = await transaction.first(findBudget, { projectId: id })
    const before = { ...project, budgetUsd: budget?.budgetUsd ?? null }
    await admitEdit(transaction, { projectId: id, ofId: id, userId, now: before, update, was })
    const after = changed(before, update)
    if (after) {
      if (after.name !== before.name) await requireNewName(transaction, { userId, name: after.name })
      await transaction.run(updateProjectRow, { ...after, now: isoNow() })
      const { budgetUsd } = after
      if (budgetUsd !== before.budgetUsd) await setBudget(transaction, { projectId: id, budgetUsd, spentUsd })
    }
    return readProject(transaction, actor, id, addressOf)
  })
}

async function spentIn(db: Database, actor: Actor, projectId: string): Promise<number> {
  await requireProject(db, actor, projectId, 'owner')
  return spentOf(db, projectId)
}

/** Of what is spent by now its owner, who sees it, is told no more. */
async function setBudget(
  transaction: Transaction,
  { projectId, budgetUsd, spentUsd }: { projectId: string; budgetUsd: number | null; spentUsd: number },
): Promise<void> {
  if (budgetUsd === null) await transaction.run(deleteBudget, { projectId })
  else {
    const told = budgetLevel({ budgetUsd, spentUsd })
    await transaction.run(putBudget, { projectId, budgetUsd, spentUsd, told })
  }
}
