import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Transaction } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { addUsage } from '../media/usage-queries.ts'
import { deleteOthersOfComment, deleteSomeLeft, deleteSomeOfScene, deleteSomeOfVersion } from './queries.ts'

/** Milliseconds for which a file waits for a comment. */
const patience = 24 * 60 * 60_000

/** Rows of a step: few enough that nobody waits long for its transaction. */
const stepSize = 200
const restBetweenSteps = 20

/** What the statements that delete return. */
type Gone = readonly { projectId: string; bytes: number }[]

/** Of a comment that says nothing any more. Their blobs go later, unless others have them. */
export async function forgetAttachmentsOf(transaction: Transaction, commentId: string): Promise<void> {
  await uncount(transaction, await transaction.all(deleteOthersOfComment, { commentId, ids: '[]' }))
}

interface Some {
  of: string
  limit: number
}

/** Some of those of a version that goes for good. Returns how many there were. */
export async function forgetSomeOfVersion(transaction: Transaction, some: Some): Promise<number> {
  return uncount(transaction, await transaction.all(deleteSomeOfVersion, some))
}

/** Likewise of a scene. */
export async function forgetSomeOfScene(transaction: Transaction, some: Some): Promise<number> {
  return uncount(transaction, await transaction.all(deleteSomeOfScene, some))
}

/** Lets go of what no comment has taken within a day, by the clock of the database, in steps. */
export async function forgetLeft(db: Database, isStopping: () => boolean): Promise<void> {
  const before = (await databaseTime(db)) - patience
  while (!isStopping()) {
    const gone = await db.longTransaction(async (transaction) =>
      uncount(transaction, await transaction.all(deleteSomeLeft, { before, limit: stepSize })),
    )
    if (gone < stepSize) return
    await sleep(restBetweenSteps)
  }
}

/** Their projects have so much less. Returns how many there were. */
export async function uncount(transaction: Transaction, gone: Gone): Promise<number> {
  for (const [projectId, ofProject] of Map.groupBy(gone, (one) => one.projectId)) {
    const bytes = ofProject.reduce((sum, one) => sum + one.bytes, 0)
    await transaction.run(addUsage, { projectId, files: -ofProject.length, bytes: -bytes })
  }
  return gone.length
}
