import type { VersionMedia } from '@dailies/contract/media.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { DailiesError, notFound } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import { endOfAddress } from './end-of-address.ts'
import { findMedia, lockVersion, touchVersion } from './queries.ts'
import { requireVersion } from './reach.ts'
import { readMedia } from './read.ts'
import type { AddressOf } from './summary.ts'
import { insertExpectedMedia, wantMedia } from './waiting-queries.ts'

/**
 * Has the service fetch what is not kept, at once. Throws `not_found`, also where nothing was captured that could be kept, and
 * `clash` where the service fetches nothing.
 */
export async function keepNow(
  db: Database,
  { actor, id, fetches, addressOf }: { actor: Actor; id: string; fetches: boolean; addressOf: AddressOf },
): Promise<VersionMedia> {
  await db.transaction(async (transaction) => {
    const { outputUrl, projectId, sceneDbId } = await requireVersion(transaction, actor, id, 'editor')
    await transaction.first(lockVersion, { id })
    const media = await transaction.first(findMedia, { versionId: id, kind: 'original' })
    if (media?.state === 'kept') return
    const url = media?.url ?? outputUrl
    if (!url) throw notFound('Media')
    if (!fetches) {
      throw new DailiesError(
        'clash',
        'This service fetches no media (DAILIES_MEDIA_FETCH is false): send the file, by the extension or by hand',
      )
    }
    const now = await databaseTime(transaction)
    const endsAt = endOfAddress(url) ?? null
    if (media) await transaction.run(wantMedia, { versionId: id, now, endsAt })
    else {
      const row = { versionId: id, projectId, endsAt, dueAt: now, leasedUntil: 0 }
      await transaction.run(insertExpectedMedia, { rows: JSON.stringify([row]) })
    }
    await transaction.run(touchVersion, { id, now: isoNow() })
    transaction.changed({ kind: 'asset', projectId, sceneDbId, assetVersionId: id })
  })
  const media = await readMedia(db, actor, id, addressOf)
  if (!media) throw notFound('Media')
  return media
}
