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

interface Move {
  from: Pick<Store, 'localCopy' | 'check'>
  to: Pick<Store, 'size' | 'keep'>
  progress?: (moved: Moved) => void
}

interface Blob {
  hash: string
  bytes: number
}

/**
 * Copies every blob that the database knows from one store to another, which has it already or gets it with its bytes compared. Where
 * it is ended it is gone on with by calling it again. Nothing is removed.
 */
export function moveMedia(db: Connection, move: Move): Promise<Moved> {
  return moveBlobs(keptBlobs(db), move)
}

async function* keptBlobs(db: Connection): AsyncGenerator<Blob[]> {
  for (let after = ''; ; ) {
    const page = await db.all(listBlobs, { after, limit: pageSize })
    yield page.filter(({ keptAt }) => keptAt !== null)
    const last = page.at(-1)
    if (!last) return
    after = last.hash
  }
}

/** The same for those that are given, in parts. */
export async function moveBlobs(
  blobs: AsyncIterable<Blob[]> | Iterable<Blob[]>,
  { from, to, progress = () => {} }: Move,
): Promise<Moved> {
  const moved: Moved = { copied: 0, bytes: 0, there: 0, damaged: [] }
  for await (const page of blobs) {
    const kept = page.values()
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
  }
  return { ...moved, damaged: moved.damaged.sort() }
}

async function copy(blob: Blob, from: Move['from'], to: Move['to']): Promise<boolean> {
  const local = await from.localCopy(blob.hash).catch((error) => requireUnreadable(from, error))
  if (!local) return false
  try {
    if (!(await has(local.path, blob, from))) return false
    await to.keep(blob.hash, local.path)
    return true
  } finally {
    await local.release()
  }
}

/** Whether a file is what it should be. One that cannot be read is not. */
async function has(path: string, { hash, bytes }: Blob, from: Move['from']): Promise<boolean> {
  try {
    return (await stat(path)).size === bytes && (await hashOfFile(path)) === hash
  } catch (error) {
    await requireUnreadable(from, error)
    return false
  }
}
