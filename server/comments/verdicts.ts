import { mostVerdictsOfVersion, type NewVerdict, type Verdict } from '@dailies/contract/verdict.ts'
import type { Connection, Database, Transaction } from '../db/database.ts'
import { beyondIds, timeOfId } from '../db/id.ts'
import type { RowOf } from '../db/statement.ts'
import { nextId } from '../db/time.ts'
import { invalid, notFound } from '../error.ts'
import { pageOf } from '../http/envelope.ts'
import type { Actor } from '../production/membership.ts'
import { keepMade, madeBefore, type Said } from './answered.ts'
import { announceVerdict, tellOfVerdict } from './tell.ts'
import {
  countVerdictsOf,
  endVerdictOf,
  endVerdictOfGuest,
  findVerdict,
  insertVerdict,
  listVerdictsOf,
} from './verdict-queries.ts'
import { type ReviewPlace, recount, requireVersionToRead, versionToReview } from './version-to-review.ts'

/**
 * Gives a verdict on an asset version, in one transaction: it follows what the actor said before, which counts no more. Neither
 * winner nor status move. Throws `not_found`, `forbidden`, `invalid` where there are too many. docs/review.md, "Verdicts"
 */
export function giveVerdict(
  db: Database,
  actor: Actor,
  { assetVersionId, given }: { assetVersionId: string; given: NewVerdict },
): Promise<Verdict> {
  return db.transaction(async (transaction) =>
    verdictOn(transaction, await versionToReview(transaction, actor, assetVersionId), given),
  )
}

/** The same by whoever was admitted to the version, which is locked. */
export async function verdictOn(
  transaction: Transaction,
  place: ReviewPlace,
  given: NewVerdict,
): Promise<Verdict> {
  const { userId, guest, assetVersionId, projectId, sceneDbId } = place
  const said: Said = { place, kind: 'verdict', key: given.key, body: given }
  const made = await madeBefore(transaction, said)
  if (made !== undefined) return storedVerdict(transaction, made)
  const counted = await transaction.first(countVerdictsOf, { assetVersionId })
  if (counted && counted.count >= mostVerdictsOfVersion) {
    throw invalid({}, [`A version has at most ${mostVerdictsOfVersion} verdicts`])
  }
  const { verdict: kind, note } = given
  const id = await nextId(transaction)
  const createdAt = new Date(timeOfId(id)).toISOString()
  if (guest) await transaction.run(endVerdictOfGuest, { assetVersionId, guestId: guest.id })
  else await transaction.run(endVerdictOf, { assetVersionId, userId: userId! })
  const by = { userId, guestId: guest?.id ?? null, guestName: guest?.name ?? null }
  const row = { id, assetVersionId, projectId, sceneDbId, ...by, verdict: kind, createdAt, note }
  await transaction.run(insertVerdict, row)
  await recount(transaction, place, createdAt)
  await keepMade(transaction, said, id, createdAt)
  const written = await storedVerdict(transaction, id)
  const { name } = written.by
  await announceVerdict(transaction, place, { id, kind, note, name, now: createdAt })
  await tellOfVerdict(transaction, place, kind)
  return written
}

async function storedVerdict(db: Connection, id: string): Promise<Verdict> {
  const row = await db.first(findVerdict, { id })
  if (!row) throw notFound('Verdict')
  return toVerdict(row)
}

/** A page of the verdicts on an asset version, the newest first. Throws `not_found`. */
export async function listVerdicts(
  db: Connection,
  actor: Actor,
  {
    assetVersionId,
    cursor: before = beyondIds,
    limit,
  }: { assetVersionId: string; cursor?: string | undefined; limit: number },
) {
  await requireVersionToRead(db, actor, assetVersionId)
  return pageOf(
    (await db.all(listVerdictsOf, { assetVersionId, before, limit: limit + 1 })).map(toVerdict),
    limit,
  )
}

function toVerdict({ userId, name, isCurrent, ...row }: RowOf<typeof findVerdict>): Verdict {
  return { ...row, by: { id: userId, name }, current: isCurrent === 1 }
}
