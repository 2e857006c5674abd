import type { CardMedia } from '@dailies/contract/media.ts'
import type { Transaction } from '../db/database.ts'
import { databaseTime, nextId } from '../db/time.ts'
import { tooManyRequests } from '../error.ts'
import { countToMark, deleteFirstAsked, insertMarked } from './marked-queries.ts'

/** What may wait at once to be made: of a guest, of all guests of a link, and of all. */
const [mostOfGuest, mostOfLink, mostOfAll] = [10, 200, 1000]

/** Seconds. A copy of a longer film takes too long to make. */
const longestFilm = 30 * 60

/** What of a take is made with the name of a guest in it. */
export type Markable = 'picture' | 'film'

/**
 * Whether a name can be burnt into a file: into pictures that are decoded here, and into films where there is ffmpeg. What is damaged, or of a kind
 * that nobody can look into, and what is only heard, stays as it is.
 */
export function markableBy(
  { type, width, height, thumbnails, reason, isWorkedOn }: CardMedia,
  { films }: { films: boolean },
): Markable | null {
  if (!type || !width || !height || type.startsWith('audio/')) return null
  const isPictured = thumbnails.length > 0
  // The same bytes may be known, and be without thumbnails until they are looked into as this take's.
  if (type.startsWith('image/')) return isPictured || isWorkedOn ? 'picture' : null
  return films && (isPictured || reason === null) ? 'film' : null
}

interface Asked {
  guestId: string
  linkId: string
  /** Of the original. */
  hash: string
  /** Of a film, how long it is. */
  seconds: number | null
  /** What is burnt in. */
  name: string
  what: Markable
}

/**
 * Has a copy made with the name of a guest in it. Of ten that a guest waits for, the one that they asked for first makes way. Throws
 * `too_many_requests` where others of the link, or of the installation, wait for too many.
 */
export async function askForMarked(
  transaction: Transaction,
  { guestId, linkId, hash: ofHash, seconds, name, what }: Asked,
): Promise<void> {
  const waiting = await transaction.first(countToMark, { guestId, linkId })
  const { ofGuest = 0, ofLink = 0, ofAll = 0 } = waiting ?? {}
  const madeWay = ofGuest >= mostOfGuest ? await transaction.run(deleteFirstAsked, { guestId }) : 0
  if (madeWay === 0 && (ofGuest >= mostOfGuest || ofLink >= mostOfLink || ofAll >= mostOfAll)) {
    throw tooManyRequests('Too many copies are waiting to be made', 5)
  }
  const now = await databaseTime(transaction)
  const isTooLong = what === 'film' && (seconds ?? 0) > longestFilm
  await transaction.run(insertMarked, {
    ...{ id: await nextId(transaction), guestId, linkId, ofHash, name, now },
    isFilm: Number(what === 'film'),
    problem: isTooLong ? 'It is too long to make a copy of it' : null,
    workDueAt: isTooLong ? null : now,
  })
}
