import type { MarkCounts } from '@dailies/contract/mark.ts'
import type { Connection } from '../db/database.ts'
import type { RowOf } from '../db/statement.ts'
import { type Actor, requireScene } from '../production/membership.ts'
import type { Step } from '../shares.ts'
import { countMarksOfDeleted, countMarksOfScene, countVersionsOfScene } from './queries.ts'

/** How many asset versions of the scene are marked, and how many the actor has not looked at. Throws `not_found`. */
export async function countMarks(
  db: Connection,
  step: Step,
  { actor, sceneDbId }: { actor: Actor; sceneDbId: string },
): Promise<MarkCounts> {
  await requireScene(db, actor, sceneDbId, 'viewer')
  const asked = { sceneDbId, userId: actor.userId }
  const versions = await step(() => db.first(countVersionsOfScene, { sceneDbId }))
  const marked = await step(() => db.all(countMarksOfScene, asked))
  const gone = await step(() => db.all(countMarksOfDeleted, asked))
  const total = versions?.count ?? 0
  // What is marked or deleted between the steps is counted by some of them alone.
  const orNone = (difference: number) => Math.max(0, difference)
  const count = (answers: (row: Counted) => boolean) => orNone(sum(marked, answers) - sum(gone, answers))
  const flagged = (whose: string) => ({
    rejected: count((row) => row.whose === whose && row.flag === 'rejected'),
    shortlisted: count((row) => row.whose === whose && row.flag === 'shortlisted'),
  })
  const unseen = orNone(total - count(({ isSeen }) => isSeen === 1))
  return { total, mine: { unseen, ...flagged(actor.userId) }, film: flagged('') }
}

type Counted = RowOf<typeof countMarksOfScene>

function sum(rows: Counted[], answers: (row: Counted) => boolean): number {
  return rows.filter(answers).reduce((total, { count }) => total + count, 0)
}
