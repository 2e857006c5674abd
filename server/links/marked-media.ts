import type { MediaKind } from '@dailies/contract/media.ts'
import type { Database } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { DailiesError, forbidden, notFound } from '../error.ts'
import type { MediaFile } from '../http/media-file.ts'
import { askForMarked, type Markable, markableBy } from '../media/ask-for-marked.ts'
import { setMarkedUsed } from '../media/marked-queries.ts'
import { mediaFileOf } from '../media/serve.ts'
import type { Store } from '../media/store.ts'
import { cardMediaOf, fileOf } from '../media/summary.ts'
import { lockGuest, type Visitor } from './guest.ts'
import type { VisitRow } from './guest-queries.ts'
import { addressesOf } from './shown-media.ts'
import { findMarkedForGuest, type MarkedRow } from './take-queries.ts'

/** Copies that guests get with their name burnt in. */
export interface Marking {
  /** Whether films can be copied: where there is ffmpeg. */
  films: () => Promise<boolean>
  /** Called once somebody waits for a copy. */
  wanted: () => void
}

const hour = 60 * 60_000

/** What is too small to be of use to anybody, or no picture, guests get as it is. */
const harmless = new Set<MediaKind>(['thumb-320', 'filmstrip', 'waveform'])

/** By which file the copy is had. */
const kindOf = { picture: 'original', film: 'proxy' } as const satisfies Record<Markable, MediaKind>

export interface Wanted {
  versionId: string
  kind: MediaKind
  v?: string | undefined
  download?: 'true' | 'false' | undefined
}

export interface GuestStore {
  db: Database
  store: Store
  marking: Marking
}

/**
 * The copy of a take that a guest gets in the place of the file that they ask for; undefined where that one is theirs as it is. One that
 * is not there is asked for. Throws `clash` until it is made, `forbidden` where it cannot be, `not_found`, `too_many_requests`.
 */
export async function findMarked(
  { db, store, marking }: GuestStore,
  visit: VisitRow,
  visitor: Visitor,
  { versionId: id, kind, v, download }: Wanted,
): Promise<MediaFile | undefined> {
  if (visit.watermark !== 1 || harmless.has(kind)) return undefined
  const { id: linkId, guestId, mayDownload } = visit
  const found = await db.first(findMarkedForGuest, { linkId, guestId, id })
  const media = found ? cardMediaOf(id, found.mediaSummary, addressesOf(visit)) : null
  if (!found || !media?.type) throw notFound('Media')
  const what = markableBy(media, { films: await marking.films() })
  if (what === null) return undefined
  if (kind === 'original' && mayDownload === 1 && (what === 'film' || download === 'true')) return undefined
  if (kind === 'original' && what === 'film') throw forbidden()
  if (kind !== kindOf[what] || (v !== undefined && v !== fileOf(found.hash))) throw notFound('Media')
  if (found.problem !== null) throw unmarked(found.problem)
  if (found.copyHash !== null) return fileOfCopy(db, store, found, { kind, download })
  if (found.markedId === null) {
    await ask(db, visitor, { id, what, seconds: media.durationSeconds })
    marking.wanted()
  }
  throw notYet()
}

/** With the link held, so that nobody revokes it meanwhile. */
function ask(
  db: Database,
  visitor: Visitor,
  { id, what, seconds }: { id: string; what: Markable; seconds: number | null },
): Promise<void> {
  return db.transaction(async (transaction) => {
    const { id: linkId, guestId, guestName: name } = await lockGuest(transaction, visitor)
    const found = await transaction.first(findMarkedForGuest, { linkId, guestId, id })
    if (!found) throw notFound('Media')
    if (found.markedId !== null) return
    await askForMarked(transaction, { guestId, linkId, hash: found.hash, seconds, name, what })
  })
}

async function fileOfCopy(
  db: Database,
  store: Store,
  found: MarkedRow,
  { kind, download }: Pick<Wanted, 'kind' | 'download'>,
): Promise<MediaFile> {
  const now = await databaseTime(db)
  if (now - Number(found.usedAt) > hour) {
    await db.transaction((transaction) => transaction.run(setMarkedUsed, { id: found.markedId!, now }))
  }
  const copy = {
    hash: found.copyHash!,
    bytes: Number(found.copyBytes),
    facts: found.copyFacts,
    platformKey: '',
  }
  return mediaFileOf({ store, redirects: false }, { ...found, ...copy }, { kind, download })
}

function notYet(): DailiesError {
  const message = 'It is being made with your name in it: ask again in a moment'
  return new DailiesError('clash', message, { retryAfter: 1 })
}

function unmarked(problem: string): DailiesError {
  return new DailiesError(
    'forbidden',
    `It cannot be shown with your name in it, and is not shown without. ${problem}`,
  )
}
