import { setTimeout as sleep } from 'node:timers/promises'
import { undoableDays } from '@dailies/contract/asset-change.ts'
import { mostNotices } from '@dailies/contract/inbox.ts'
import { forgetLeft, forgetSomeOfVersion } from '../attachments/forget-attachments.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { RowOf } from '../db/statement.ts'
import { databaseTime } from '../db/time.ts'
import { forgetMedia } from '../media/forget.ts'
import { listDeletedProjectsAfter, takeOldDeletedProject } from '../production/deleted-project-queries.ts'
import { listDeletedScenesAfter, takeOldDeletedScene } from '../production/deleted-scene-queries.ts'
import { purgeProjects } from '../production/purge-projects.ts'
import { purgeScenes } from '../production/purge-scenes.ts'
import {
  deleteAudit,
  deleteCaptureKey,
  deleteChangeSet,
  deleteDeletedVersion,
  deleteDeparture,
  deleteNotice,
  deletePlaylistItemsOf,
  deleteReviewOf,
  deleteShownOf,
  deleteSomeCommentsOf,
  deleteSomeMarksOf,
  deleteSomeVerdictsOf,
  deleteStatusChangesOf,
  listAuditAfter,
  listCaptureKeysAfter,
  listChangeSetsAfter,
  listDeletedVersionsAfter,
  listDeparturesAfter,
  listNoticesAfter,
  listNoticesBeyond,
  listPurgedAfter,
  lockDeletedVersion,
} from './queries.ts'

/** Rows of a step: few enough that nobody waits long for its transaction. */
const stepSize = 200
const restBetweenSteps = 20

/** How long each is kept, in milliseconds. */
export interface Retention {
  keepCaptureKeys: number
  keepDeleted: number
  keepAudit: number
  keepNotices: number
}

/** Removes what is older than it is kept, by the clock of the database, in steps, until it is done or is to stop. */
export async function pruneOld(
  db: Database,
  { keepCaptureKeys, keepDeleted, keepAudit, keepNotices }: Retention,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const now = await databaseTime(db)
  const before = (kept: number) => new Date(Math.max(0, now - kept)).toISOString()
  const [oldestKey, oldestDeleted, oldestAudit, oldestNotice] = [
    before(keepCaptureKeys),
    before(keepDeleted),
    before(keepAudit),
    before(keepNotices),
  ]

  await goThrough(
    db,
    isStopping,
    { userId: '', kind: '', key: '' },
    {
      after: (last) => db.all(listCaptureKeysAfter, { ...last, limit: stepSize }),
      isOld: ({ createdAt }) => createdAt < oldestKey,
      remove: async (transaction, row) => void (await transaction.run(deleteCaptureKey, row)),
    },
  )
  await pruneDeleted(db, oldestDeleted, (last) => db.all(listDeletedVersionsAfter, last), isStopping)
  // What is in them is removed as of every one that is purged.
  for (const { listAfter, take, purge } of [
    { listAfter: listDeletedScenesAfter, take: takeOldDeletedScene, purge: purgeScenes },
    { listAfter: listDeletedProjectsAfter, take: takeOldDeletedProject, purge: purgeProjects },
  ]) {
    await goThrough(
      db,
      isStopping,
      { id: '' },
      {
        after: (last) => db.all(listAfter, { ...last, limit: stepSize }),
        isOld: ({ deletedAt }) => deletedAt < oldestDeleted,
        remove: async (transaction, { id }) =>
          purge(transaction, await transaction.all(take, { id, before: oldestDeleted })),
      },
    )
  }
  await forgetLeft(db, isStopping)
  await goThrough(
    db,
    isStopping,
    { id: '' },
    {
      after: (last) => db.all(listAuditAfter, { ...last, limit: stepSize }),
      // By who made whom it is told which tokens came of a stolen one, as long as there are any.
      isOld: ({ action, createdAt }) => action !== 'created' && createdAt < oldestAudit,
      remove: async (transaction, { id }) => void (await transaction.run(deleteAudit, { id })),
    },
  )
  const oldestChange = before(undoableDays * 24 * 60 * 60 * 1000)
  await goThrough(
    db,
    isStopping,
    { id: '' },
    {
      after: (last) => db.all(listChangeSetsAfter, { ...last, limit: stepSize }),
      isOld: ({ createdAt }) => createdAt < oldestChange,
      remove: async (transaction, { id }) => void (await transaction.run(deleteChangeSet, { id })),
    },
  )
  // Nobody is told of those of more than an hour ago.
  const oldestDeparture = before(24 * 60 * 60 * 1000)
  await goThrough(
    db,
    isStopping,
    { sceneDbId: '', assetVersionId: '' },
    {
      after: (last) => db.all(listDeparturesAfter, { ...last, limit: stepSize }),
      isOld: ({ leftAt }) => leftAt < oldestDeparture,
      remove: async (transaction, row) => void (await transaction.run(deleteDeparture, row)),
    },
  )
  const kept = new Map<string, number>()
  await goThrough(
    db,
    isStopping,
    { userId: '', id: '' },
    {
      after: async (last) => {
        const rows = await db.all(listNoticesAfter, { ...last, limit: stepSize })
        for (const { userId } of rows) kept.set(userId, (kept.get(userId) ?? 0) + 1)
        return rows
      },
      isOld: ({ createdAt }) => createdAt < oldestNotice,
      remove: async (transaction, row) => void (await transaction.run(deleteNotice, row)),
    },
  )
  for (const [userId, count] of kept) {
    if (count > mostNotices) await pruneNoticesOf(db, userId, isStopping)
  }
}

/** Removes what was purged from a project, as `pruneOld` would. */
export async function prunePurged(
  db: Database,
  projectId: string,
  isStopping: () => boolean = () => false,
): Promise<void> {
  await pruneDeleted(db, afterPurged, (last) => db.all(listPurgedAfter, { ...last, projectId }), isStopping)
}

/** Comes after the time that purged versions have, which is none, and before every other. */
const afterPurged = '0'

/** Removes those of a list of deleted versions that were deleted before a time, with what was said of them. */
async function pruneDeleted(
  db: Database,
  before: string,
  list: (page: { id: string; limit: number }) => Promise<RowOf<typeof listDeletedVersionsAfter>[]>,
  isStopping: () => boolean,
): Promise<void> {
  await goThrough(
    db,
    isStopping,
    { id: '' },
    {
      after: async (last) => {
        const rows = await list({ ...last, limit: stepSize })
        for (const { id, deletedAt, isSaid } of rows) {
          if (isSaid === 1 && deletedAt < before) await pruneSaid(db, id, before, isStopping)
        }
        // What is still said of them must not be left without them.
        return isStopping() ? [] : rows
      },
      isOld: ({ deletedAt }) => deletedAt < before,
      remove: async (transaction, { id }) => {
        // It may have been restored, and even deleted again, since it was listed.
        if ((await transaction.run(deleteDeletedVersion, { id, before })) === 0) return
        await transaction.run(deleteStatusChangesOf, { id })
        await transaction.run(deletePlaylistItemsOf, { id })
        await transaction.run(deleteShownOf, { id })
        await forgetMedia(transaction, [id])
        await transaction.run(deleteReviewOf, { id })
      },
    },
  )
}

/** Removes what was said of a deleted version, which may be thousands of comments, for as long as it is not restored. */
async function pruneSaid(db: Database, id: string, before: string, isStopping: () => boolean): Promise<void> {
  for (let isDone = false; !isDone && !isStopping(); ) {
    isDone = await db.longTransaction(async (transaction) => {
      if (!(await transaction.first(lockDeletedVersion, { id, before }))) return true
      const some = { id, limit: stepSize }
      if ((await forgetSomeOfVersion(transaction, { of: id, limit: stepSize })) > 0) return false
      const comments = await transaction.run(deleteSomeCommentsOf, some)
      const verdicts = await transaction.run(deleteSomeVerdictsOf, some)
      return comments + verdicts + (await transaction.run(deleteSomeMarksOf, some)) === 0
    })
    if (!isDone) await sleep(restBetweenSteps)
  }
}

async function pruneNoticesOf(db: Database, userId: string, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const beyond = await db.all(listNoticesBeyond, { userId, most: mostNotices, limit: stepSize })
    await db.longTransaction(async (transaction) => {
      for (const { id } of beyond) await transaction.run(deleteNotice, { userId, id })
    })
    if (beyond.length < stepSize) return
    await sleep(restBetweenSteps)
  }
}

/** All rows of a table in the order of their keys, a step at a time; those that are old go. */
async function goThrough<Key extends object, Row extends Key>(
  db: Database,
  isStopping: () => boolean,
  first: Key,
  {
    after,
    isOld,
    remove,
  }: {
    after: (last: Key) => Promise<Row[]>
    isOld: (row: Row) => boolean
    remove: (transaction: Transaction, row: Row) => Promise<void>
  },
): Promise<void> {
  for (let last: Key | undefined = first; last && !isStopping(); ) {
    const rows: Row[] = await after(last)
    const old = rows.filter(isOld)
    if (old.length > 0) {
      await db.longTransaction(async (transaction) => {
        for (const row of old) await remove(transaction, row)
      })
    }
    last = rows.at(-1)
    if (last) await sleep(restBetweenSteps)
  }
}
