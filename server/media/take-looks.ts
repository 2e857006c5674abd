import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import type { Keeping } from './keep.ts'
import { workLeased } from './leased-work.ts'
import { partsOfLook } from './look-parts.ts'
import {
  findSmallestThumbnail,
  finishLook,
  type LeasedToTakeLook,
  listBlobsWithoutLook,
  postponeLook,
  wantLooks,
} from './look-queries.ts'
import type { Workshop } from './work/workshop.ts'

/** After so many tries, each of which ended with the process, it has no look. */
const mostAttempts = 3

const pageSize = 100

/** Takes how a blob of before looks, of the picture that was made of it, and writes it down. The caller has its lease. */
export async function takeLook(
  keeping: Keeping,
  workshop: Pick<Workshop, 'work'>,
  { leaseId, blob: { hash, attempts } }: { leaseId: string; blob: LeasedToTakeLook },
  onError: (error: unknown) => void,
): Promise<'done' | 'failed'> {
  const { db } = keeping
  return await workLeased(
    keeping,
    {
      name: 'look',
      postpone: (transaction, until) => transaction.run(postponeLook, { hash, leaseId, ...until }),
      work: async (folder) => {
        const look = attempts > mostAttempts ? null : await lookOfBlob(keeping, workshop, { hash, folder })
        const row = { hash, leaseId, ...partsOfLook(look) }
        await db.transaction((transaction) => transaction.run(finishLook, row))
      },
    },
    onError,
  )
}

async function lookOfBlob(
  { db, store }: Keeping,
  workshop: Pick<Workshop, 'work'>,
  { hash, folder }: { hash: string; folder: string },
): Promise<string | null> {
  const thumbnail = await db.first(findSmallestThumbnail, { hash })
  const copy = thumbnail && (await store.localCopy(thumbnail.hash))
  if (!copy) return null
  try {
    const { look } = await workshop.work(copy.path, folder, { isForLook: true })
    return look ?? null
  } finally {
    await copy.release()
  }
}

/** What was kept before anybody took how it looks, or by a node of before, waits for it from now on. */
export async function wantMissingLooks(db: Database, isStopping: () => boolean = () => false): Promise<void> {
  for (let after = ''; !isStopping(); await turn()) {
    const blobs = await db.all(listBlobsWithoutLook, { after, limit: pageSize })
    const last = blobs.at(-1)
    if (!last) return
    const hashes = JSON.stringify(blobs.map(({ hash }) => hash))
    await db.transaction(async (transaction) => {
      await transaction.run(wantLooks, { hashes, now: await databaseTime(transaction) })
    })
    after = last.hash
  }
}
