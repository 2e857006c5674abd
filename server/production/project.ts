import type { ProjectRole } from '@dailies/contract/member.ts'
import type { ProjectOverview } from '@dailies/contract/production.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { type Actor, admitMember } from './membership.ts'
import { withPreview } from './preview.ts'
import { findProjectOverview, lockProjectOfMember } from './project-queries.ts'

/** A project, with how far it is and what the actor is in it. Throws `not_found`. */
export async function readProject(
  db: Connection,
  actor: Actor,
  id: string,
  addressOf: AddressOf = plainAddress,
): Promise<ProjectOverview> {
  const found = await db.first(findProjectOverview, { id, userId: actor.userId })
  const { projectId: _, memberRole, ...overview } = admitMember({ actor, need: 'viewer', missing }, found)
  return { ...withPreview(overview, addressOf), role: memberRole }
}

const missing = () => notFound('Project')

/**
 * Holds the project of something that the actor was admitted to until the transaction ends, and admits once more: whoever waited
 * for it may have been removed meanwhile. Before anything else is held, so that no two wait for each other.
 */
export async function holdProject(
  transaction: Transaction,
  admission: Parameters<typeof admitMember>[0],
  id: string,
) {
  return admitMember(
    admission,
    await transaction.first(lockProjectOfMember, { id, userId: admission.actor.userId }),
  )
}

/**
 * The project, held until the transaction ends: whatever changes its production takes turns here. Throws
 * `not_found`, `forbidden` where the actor's role is less than `need`.
 */
export async function projectToChange(
  transaction: Transaction,
  actor: Actor,
  id: string,
  need: ProjectRole = 'editor',
) {
  const {
    projectId: _,
    memberRole: __,
    ...project
  } = await holdProject(transaction, { actor, need, missing }, id)
  transaction.changed({ kind: 'project', projectId: id })
  return project
}
