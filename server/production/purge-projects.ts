import type { Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { listDismissedOwners } from './deleted-project-queries.ts'
import { takeAllScenesToPurge } from './deleted-scene-queries.ts'
import { insertDeletions } from './deletion-queries.ts'
import { purgeScenes } from './purge-scenes.ts'

/**
 * Lets projects go for good that were taken out of the trash in the same transaction, with what is in their own: nothing brings them
 * back, and what is in them is removed in steps (`finishDeletions`). By as many statements for a thousand as for one.
 */
export async function purgeProjects(transaction: Transaction, projects: { id: string }[]): Promise<void> {
  if (projects.length === 0) return
  const projectIds = JSON.stringify(projects.map(({ id }) => id))
  await purgeScenes(transaction, await transaction.all(takeAllScenesToPurge, { projectIds }))
  const rows = projects.map((project) => ({ id: newId(), projectId: project.id }))
  await transaction.run(insertDeletions, { rows: JSON.stringify(rows) })
  const owners = await transaction.all(listDismissedOwners, { projectIds })
  for (const userId of new Set(owners.map((owner) => owner.userId)))
    transaction.changed({ kind: 'memberships', userId })
}
