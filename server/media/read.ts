import type { MediaFacts, VersionMedia } from '@dailies/contract/media.ts'
import type { Connection } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import type { Actor } from '../production/membership.ts'
import { endOfAddress } from './end-of-address.ts'
import { listMediaOfVersion } from './queries.ts'
import { requireVersion } from './reach.ts'
import { type AddressOf, type BlobFacts, cardMediaOf } from './summary.ts'

/** Of which the row is still to be written. */
function justCaptured(url: string) {
  const endsAt = endOfAddress(url) ?? null
  const nothing = { reason: null, hash: null, url: null, summary: null, facts: null }
  return { ...nothing, state: 'waiting' as const, endsAt, attempts: 0, dueAt: 0 }
}

/** Later than this nothing is said of when it is tried. */
const someTime = 365 * 24 * 60 * 60_000

/** All that is known of the media of a version; null where nothing was captured that could be kept. Throws `not_found`. */
export async function readMedia(
  db: Connection,
  actor: Actor,
  id: string,
  addressOf: AddressOf,
): Promise<VersionMedia | null> {
  const { outputUrl } = await requireVersion(db, actor, id, 'viewer')
  const all = await db.all(listMediaOfVersion, { versionId: id })
  const media =
    all.find(({ kind }) => kind === 'original') ?? (outputUrl ? justCaptured(outputUrl) : undefined)
  if (!media) return null
  const { state, endsAt, attempts, dueAt, reason, hash, url, summary, facts } = media
  const card = cardMediaOf(id, summary ?? JSON.stringify({ state, endsAt, reason }), addressOf)
  const now = await databaseTime(db)
  const waitsForTry = state === 'waiting' && attempts > 0 && dueAt < now + someTime
  return {
    ...(card as NonNullable<typeof card>),
    facts: facts === null ? null : contractFacts(facts),
    sha256: hash,
    url: url ?? outputUrl,
    attempts,
    nextTryAt: waitsForTry ? new Date(dueAt).toISOString() : null,
  }
}

function contractFacts(column: string): MediaFacts {
  const { waveform: _, ...facts } = JSON.parse(column) as BlobFacts
  return facts
}
