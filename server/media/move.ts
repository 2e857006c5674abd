import { stat } from 'node:fs/promises'
import type { Connection } from '../db/database.ts'
import { listBlobs } from './blob-queries.ts'
import { hashOfFile } from './hash-of-file.ts'
import type { Store } from './store.ts'
import { requireUnreadable } from './unreadable.ts'

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
        else if (await copy({ hash, bytes }, from, to)) {
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

async function copy(
  { hash, bytes }: { hash: string; bytes: number },
  from: Store,
  to: Pick<Store, 'keep'>,
): Promise<boolean> {
  const local = await from.localCopy(hash).catch((error) => requireUnreadable(from, error))
  if (!local) return false
  try {
    if (!(await has(local.path, { hash, bytes }, from))) return false
    await to.keep(hash, local.path)
    return true
  } finally {
    await local.release()
  }
}

/** Whether a file is what it should be. One that cannot be read is not. */
async function has(
  path: string,
  { hash, bytes }: { hash: string; bytes: number },
  from: Store,
): Promise<boolean> {
  try {
    return (await stat(path)).size === bytes && (await hashOfFile(path)) === hash
  } catch (error) {
    await requireUnreadable(from, error)
    return false
  }
}
