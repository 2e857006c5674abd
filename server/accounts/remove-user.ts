import type { Account } from '@dailies/contract/account.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { nextId } from '../db/time.ts'
import { invalid, notFound } from '../error.ts'
import { changeMember, type MemberManager } from '../production/change-member.ts'
import {
  findDeletedProjectOfMember,
  insertDismissedOwner,
  listDeletedProjectsOfOnlyOwner,
} from '../production/deleted-project-queries.ts'
import { mostProjects } from '../production/limits.ts'
import {
  findMember,
  insertMemberChange,
  listMembershipsOf,
  listProjectsOfOnlyOwner,
} from '../production/member-queries.ts'
import { allOf } from '../production/membership.ts'
import { countProjectsOfUser, lockProject } from '../production/project-queries.ts'
import { deleteSavedSearchesOf } from '../saved-searches/delete.ts'
import { revokeTokensOf } from '../tokens/revoke.ts'
import { endWebhooksOf } from '../webhooks/switch-off.ts'
import { userByEmail } from './create-user.ts'
import { lockInstallation } from './installation-queries.ts'
import { deleteInvitationsBy } from './invitation-queries.ts'
import { deletePassword, findAccount, lockUser, setRemoved } from './queries.ts'
import { endFactors } from './second-factor/set-up-second-factor.ts'
import { deleteSessionsOfUser } from './session-queries.ts'
import { administers, requireAnother } from './update-user.ts'

interface Removal {
  id: string
  /** Who becomes owner of what only the removed one owns. */
  handTo?: string | undefined
  /** Null for the command line. */
  removedBy: string | null
}

/**
 * Removes a user for good, at once and on every node: what lets them in ends, and their name stays with what they did.
 * Returns the user as it was. Throws `not_found`, and `invalid` for the last administrator, for oneself, and where projects
 * would be without an owner.
 */
export function removeUser(db: Database, { id, handTo, removedBy }: Removal): Promise<Account> {
  return db.transaction(async (transaction) => {
    await transaction.first(lockInstallation, {})
    const user = await transaction.first(findAccount, { id })
    if (!user) throw notFound('User')
    if (id === removedBy) throw invalid({}, ['Nobody removes themself: ask another administrator'])
    if (administers(user)) await requireAnother(transaction, {}, ['The last administrator cannot be removed'])
    for (const userId of [id, ...(handTo ? [handTo] : [])].sort()) {
      await transaction.first(lockUser, { userId })
    }
    if (handTo !== undefined) await requireHeir(transaction, id, handTo)
    const manager: MemberManager = removedBy === null ? 'command line' : allOf(removedBy)
    await lockProjectsOf(transaction, id)
    // First, so that nothing is left that would wait for each of the projects.
    await end(transaction, id)
    await leaveProjects(transaction, manager, { id, handTo })
    transaction.changed({ kind: 'user' })
    transaction.changed({ kind: 'account', userId: id })
    return user
  })
}

/** The same for whoever has the machine. */
export async function removeUserByEmail(
  db: Database,
  email: string,
  { handTo }: { handTo?: string | undefined },
): Promise<void> {
  const { id } = await userByEmail(db, email)
  const heir = handTo === undefined ? undefined : (await userByEmail(db, handTo)).id
  await removeUser(db, { id, handTo: heir, removedBy: null })
}

async function requireHeir(transaction: Transaction, id: string, handTo: string): Promise<void> {
  const heir = await transaction.first(findAccount, { id: handTo })
  if (handTo === id || !heir || heir.disabledAt !== null) {
    throw invalid({ handTo: ['There is no such user who may sign in'] })
  }
}

/** Nobody adds the user anywhere meanwhile, for that waits for the user's row. */
async function lockProjectsOf(transaction: Transaction, userId: string): Promise<void> {
  for (const { projectId } of await transaction.all(listMembershipsOf, { userId })) {
    await transaction.first(lockProject, { id: projectId })
  }
}

async function end(transaction: Transaction, userId: string): Promise<void> {
  const now = isoNow()
  await transaction.run(setRemoved, { id: userId, now })
  await transaction.run(deletePassword, { userId })
  await endFactors(transaction, userId)
  await transaction.run(deleteSessionsOfUser, { userId })
  await transaction.run(deleteInvitationsBy, { userId })
  await revokeTokensOf(transaction, userId, now)
  await endWebhooksOf(transaction, userId)
  await deleteSavedSearchesOf(transaction, userId)
}

/** The projects are locked: what others have changed is known. */
async function leaveProjects(
  transaction: Transaction,
  manager: MemberManager,
  { id: userId, handTo }: { id: string; handTo: string | undefined },
): Promise<void> {
  const memberships = await transaction.all(listMembershipsOf, { userId })
  const alone = await transaction.all(listProjectsOfOnlyOwner, { userId })
  const deleted = await transaction.all(listDeletedProjectsOfOnlyOwner, { userId })
  const names = [...alone.map(nameOf), ...deleted.map((project) => `${nameOf(project)} in the trash`)]
  if (names.length > 0 && handTo === undefined) throw invalid({ handTo: [askFor(names)] })
  for (const { id: projectId } of alone) await makeOwner(transaction, manager, projectId, handTo!)
  for (const { id: projectId } of deleted) await makeOwnerOfDeleted(transaction, manager, projectId, handTo!)
  await requireRoom(transaction, handTo)
  for (const { projectId, role } of memberships) {
    await changeMember(transaction, { projectId, userId, oldRole: role, newRole: null, manager })
  }
}

const mostNamed = 10

const nameOf = ({ name }: { name: string }) => `“${name}”`

function askFor(names: readonly string[]): string {
  const more = names.length - mostNamed
  const all = names.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return `Required: who is to own what nobody else does, ${all}`
}

async function makeOwner(
  transaction: Transaction,
  manager: MemberManager,
  projectId: string,
  userId: string,
): Promise<void> {
  const member = await transaction.first(findMember, { projectId, userId })
  const oldRole = member?.role ?? null
  await changeMember(transaction, { projectId, userId, oldRole, newRole: 'owner', manager })
}

/** It has no members until it is restored: nobody is told, and nothing counts it. */
async function makeOwnerOfDeleted(
  transaction: Transaction,
  manager: MemberManager,
  projectId: string,
  userId: string,
): Promise<void> {
  const now = isoNow()
  const found = await transaction.first(findDeletedProjectOfMember, { id: projectId, userId })
  await transaction.run(insertDismissedOwner, { projectId, userId, now })
  const id = await nextId(transaction)
  const changedBy = manager === 'command line' ? null : manager.userId
  const change = { oldRole: found?.memberRole ?? null, newRole: 'owner', changedBy } as const
  await transaction.run(insertMemberChange, { id, projectId, userId, ...change, now })
  transaction.changed({ kind: 'memberships', userId })
}

async function requireRoom(transaction: Transaction, handTo: string | undefined): Promise<void> {
  if (handTo === undefined) return
  const counted = await transaction.first(countProjectsOfUser, { userId: handTo })
  if ((counted?.count ?? 0) > mostProjects) {
    throw invalid({ handTo: [`Would be a member of more than ${mostProjects} projects`] })
  }
}
