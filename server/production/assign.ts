import { mostAssignees } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import { notify } from '../inbox/notify.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import {
  deleteAssignmentsOf,
  insertAssignments,
  listAssignmentsOf,
  listMembersAmong,
} from './assignment-queries.ts'
import type { Actor } from './membership.ts'

interface Place {
  actor: Actor
  scene: { id: string; projectId: string; sceneId: string }
  /** Whether there is a webhook that may want to hear of it. */
  heard: boolean
}

interface Shot {
  id: string
  shotCode: string
  dueOn: string | null
}

export interface AssignmentChange {
  /** These and nobody else; without the others. */
  assigneeIds?: string[] | undefined
  /** These, too, */
  assignIds?: string[] | undefined
  /** and these no more, but those who are among both. */
  unassignIds?: string[] | undefined
}

/** Changes who is assigned to a shot. Returns whether anything changed. As `assign` otherwise. */
export async function assignTo(
  transaction: Transaction,
  place: Place,
  shot: Shot,
  { assigneeIds, assignIds = [], unassignIds = [] }: AssignmentChange,
): Promise<boolean> {
  const shots = [shot]
  const isChanged = assignIds.length + unassignIds.length > 0
  if (!assigneeIds) {
    if (!isChanged) return false
    return assign(transaction, place, { shots, assign: assignIds, unassign: unassignIds, field: 'assignIds' })
  }
  if (isChanged) {
    throw invalid({ assigneeIds: ['Sets all of them: leave out assignIds and unassignIds'] })
  }
  const before = await transaction.all(listAssignmentsOf, { ids: JSON.stringify([shot.id]) })
  const unassign = before.map(({ userId }) => userId)
  return assign(transaction, place, { shots, assign: assigneeIds, unassign, field: 'assigneeIds' })
}

interface Assignment {
  shots: Shot[]
  assign: string[]
  unassign: string[]
  /** What of the request names who is to be assigned. */
  field: string
}

/**
 * Assigns people to shots of a scene, and others no longer; tells of those who are new to one. The project is to be locked:
 * a member who is removed meanwhile waits. Returns whether anything changed. Throws `invalid` for who is no member, and
 * too many.
 */
export async function assign(
  transaction: Transaction,
  place: Place,
  { shots, assign, unassign, field }: Assignment,
): Promise<boolean> {
  const { projectId } = place.scene
  const ids = JSON.stringify(shots.map(({ id }) => id))
  const before = await transaction.all(listAssignmentsOf, { ids })
  const userIds = JSON.stringify(assign)
  const members = await transaction.all(listMembersAmong, { projectId, userIds })
  if (members.length < assign.length) throw invalid({ [field]: ['Must be members of the project'] })

  const leaving = unassign.filter((userId) => !assign.includes(userId))
  const removed = await transaction.run(deleteAssignmentsOf, { ids, userIds: JSON.stringify(leaving) })
  const assigned = Map.groupBy(before, ({ shotId }) => shotId)
  const added = shots.flatMap((shot) => {
    const there = (assigned.get(shot.id) ?? []).map(({ userId }) => userId)
    const staying = there.filter((userId) => !leaving.includes(userId))
    const coming = assign.filter((userId) => !staying.includes(userId))
    if (staying.length + coming.length > mostAssignees) {
      throw invalid({ [field]: [`${shot.shotCode} would be assigned to more than ${mostAssignees}`] })
    }
    return coming.map((userId) => ({ shot, userId }))
  })
  if (added.length > 0) {
    const rows = added.map(({ shot, userId }) => ({
      shot_id: shot.id,
      user_id: userId,
      project_id: projectId,
    }))
    await transaction.run(insertAssignments, { rows: JSON.stringify(rows) })
  }
  for (const { shot, userId } of added) await announce(transaction, place, shot, userId)
  for (const [userId, theirs] of Map.groupBy(added, ({ userId }) => userId)) {
    const shots = theirs.map(({ shot }) => shot)
    await tellAssigned(transaction, place, userId, shots)
  }
  return removed > 0 || added.length > 0
}

/** One notice, of however many shots. */
async function tellAssigned(
  transaction: Transaction,
  { actor, scene }: Place,
  userId: string,
  shots: Shot[],
): Promise<void> {
  const [{ id, dueOn }] = shots as [Shot]
  const sameDay = shots.every((shot) => shot.dueOn === dueOn)
  await notify(transaction, {
    kind: 'shot.assigned',
    to: [userId],
    by: actor.userId,
    projectId: scene.projectId,
    sceneDbId: scene.id,
    ...(shots.length === 1 && { shotId: id }),
    details: { ...(dueOn && sameDay && { dueOn }), ...(shots.length > 1 && { shots: shots.length }) },
  })
}

async function announce(
  transaction: Transaction,
  { actor, scene, heard }: Place,
  { id: shotId, shotCode, dueOn }: Shot,
  assigneeId: string,
): Promise<void> {
  const { projectId, sceneId } = scene
  await recordEvent(transaction, {
    event: 'shot.assigned',
    userId: actor.userId,
    sceneDbId: scene.id,
    now: isoNow(),
    heard,
    data: {
      shotId,
      shotCode,
      projectId,
      sceneId,
      assigneeId,
      assignedBy: actor.userId,
      dueOn: dueOn ?? '',
    },
  })
}
