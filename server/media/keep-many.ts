import type { Transaction } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { pauses } from '../pauses.ts'
import { endOfAddress } from './end-of-address.ts'
import { listMediaToKeep, lockVersions, touchVersions } from './queries.ts'
import { insertExpectedMedia, wantManyMedia } from './waiting-queries.ts'

/** Of each version whether it is wanted now or needs nothing, being kept or on its way; else a sentence why it cannot be kept. */
export type Keeping = 'wanted' | 'same' | { reason: string }

/** Has the service fetch what is not kept of many versions, as `keepNow` does of one. `now` is written as when they changed. */
export async function keepMany(
  transaction: Transaction,
  { projectId, ids, fetches, now }: { projectId: string; ids: string[]; fetches: boolean; now: string },
): Promise<Map<string, Keeping>> {
  const outcomes = new Map<string, Keeping>()
  if (ids.length === 0) return outcomes
  await transaction.all(lockVersions, { ids: JSON.stringify(ids) })
  const time = await databaseTime(transaction)
  const wanted: {
    versionId: string
    projectId: string
    endsAt: number | null
    dueAt: number
    leasedUntil: number
  }[] = []
  const pause = pauses()
  for (const row of await transaction.all(listMediaToKeep, { ids: JSON.stringify(ids) })) {
    await pause()
    const url = row.url ?? row.outputUrl
    const isUnderWay = row.leasedBy !== null && (row.leasedUntil ?? 0) > time
    if (row.state === 'kept' || isUnderWay) outcomes.set(row.id, 'same')
    else if (!url) outcomes.set(row.id, { reason: 'Nothing was captured that could be kept' })
    else if (!fetches) outcomes.set(row.id, { reason: 'This service fetches no media: send the file' })
    else {
      const endsAt = endOfAddress(url) ?? null
      outcomes.set(row.id, 'wanted')
      wanted.push({ versionId: row.id, projectId, endsAt, dueAt: time, leasedUntil: 0 })
    }
  }
  if (wanted.length === 0) return outcomes
  const rows = JSON.stringify(wanted)
  await transaction.run(wantManyMedia, { rows, now: time })
  await transaction.run(insertExpectedMedia, { rows })
  await transaction.run(touchVersions, { ids: JSON.stringify(wanted.map(({ versionId }) => versionId)), now })
  return outcomes
}
