import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Connection } from '../db/database.ts'
import { listBlobs } from './blob-queries.ts'
import type { Store } from './store.ts'

const pageSize = 200
/** Files on their way at a time: each waits for the disk, or the network, more than it computes. */
const atOnce = 16

export interface Moved {
  copied: number
  bytes: number
  /** Those that were there already. */
  there: number
  /** Hashes of those that the first store has not, or with other bytes. */
  damaged: string[]
}

/**
 * Copies every blob that the database knows from one store to another, which has it already or gets it with its bytes compared. Where
 * it is ended it is gone on with by calling it again. Nothing is removed.
 */
export async function moveMedia(
  db: Connection,
  {
    from,
    to,
    progress = () => {},
  }: { from: Store; to: Pick<Store, 'size' | 'keep'>; progress?: (moved: Moved) => void },
): Promise<Moved> {
  const moved: Moved = { copied: 0, bytes: 0, there: 0, damaged: [] }
  for (let after = ''; ; ) {
    const page = await db.all(listBlobs, { after, limit: pageSize })
    const kept = page.filter(({ keptAt }) => keptAt !== null).values()
    const take = async () => {
      // What several go through is handed out once.
      for (const { hash, bytes } of kept) {
        if ((await to.size(hash)) === bytes) moved.there += 1
        else if (await copy(hash, from, to)) {
          moved.copied += 1
          moved.bytes += bytes
        } else moved.damaged.push(hash)
        progress(moved)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, take))
    const last = page.at(-1)
    if (!last) return { ...moved, damaged: moved.damaged.sort() }
    after = last.hash
  }
}

async function copy(hash: string, from: Store, to: Pick<Store, 'keep'>): Promise<boolean> {
  const local = await from.localCopy(hash)
  if (!local) return false
  try {
    const digest = createHash('sha256')
    await pipeline(createReadStream(local.path), digest)
    if (digest.digest('hex') !== hash) return false
    await to.keep(hash, local.path)
    return true
  } finally {
    await local.release()
  }
}
