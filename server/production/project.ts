import type { ProjectOverview } from '@dailies/contract/production.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { type Owner, reaches } from './ownership.ts'
import { withPreview } from './preview.ts'
import { findProjectOverview, lockProjectOfOwner } from './project-queries.ts'

/** The owner's project, with how far it is. Throws `not_found`. */
export async function readProject(db: Connection, owner: Owner, id: string): Promise<ProjectOverview> {
  const found = await db.first(findProjectOverview, { id, userId: owner.userId })
  if (!found || !reaches(owner, id)) throw notFound('Project')
  return withPreview(found)
}

/**
 * The owner's project, held until the transaction ends: whatever changes its production takes turns here. Throws
 * `not_found`.
 */
export async function projectToChange(transaction: Transaction, owner: Owner, id: string) {
  const found = await transaction.first(lockProjectOfOwner, { id, userId: owner.userId })
  if (!found || !reaches(owner, id)) throw notFound('Project')
  return found
}
