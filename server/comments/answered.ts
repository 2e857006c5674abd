import { hash } from 'node:crypto'
import { CameSecond, type Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import { findCaptureKey, insertCaptureKey } from '../production/capture-key-queries.ts'
import type { ReviewPlace } from './version-to-review.ts'

/** What tells that something is said a second time: a key of whoever says it, and what it says. */
export interface Said {
  place: ReviewPlace
  kind: 'comment' | 'verdict'
  key: string | undefined
  body: object
}

/**
 * The id of what was made when the same was said before; undefined where it is said for the first time. Throws `invalid`
 * where the key came with something else.
 */
export async function madeBefore(transaction: Transaction, said: Said): Promise<string | undefined> {
  const { kind, key } = said
  if (key === undefined) return undefined
  const earlier = await transaction.first(findCaptureKey, { kind, ...keyOf(said.place, key) })
  if (!earlier) return undefined
  if (earlier.fingerprint !== fingerprintOf(said)) {
    throw invalid({ key: [`Already used for another ${kind}`] })
  }
  return earlier.answer
}

/** Remembers what was made. Throws `CameSecond` where the same came twice at once. */
export async function keepMade(transaction: Transaction, said: Said, id: string, now: string): Promise<void> {
  const { kind, key, place } = said
  if (key === undefined) return
  const fingerprint = fingerprintOf(said)
  const { assetVersionId } = place
  const row = { kind, ...keyOf(place, key), fingerprint, answer: id, assetVersionId, createdAt: now }
  if ((await transaction.run(insertCaptureKey, row)) === 0) throw new CameSecond()
}

/** A guest's keys are beside those of who made the link, and never among them. */
function keyOf({ userId, guest }: ReviewPlace, key: string): { userId: string; key: string } {
  return guest ? { userId: guest.linkMadeBy, key: `guest ${guest.id} ${key}` } : { userId: userId!, key }
}

/** Of what says something: so it is the same, once there are fields that it was sent without. */
function fingerprintOf({ place: { assetVersionId }, body }: Said): string {
  const told = Object.entries(body).filter(([, value]) => value?.length !== 0 && value != null)
  return hash('sha256', JSON.stringify([assetVersionId, told]))
}
