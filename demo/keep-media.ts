import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { UploadKind } from '@dailies/contract/media.ts'
import type { Database } from '@dailies/server/db/database.ts'
import { storeBlob, tieBlob } from '@dailies/server/media/keep.ts'
import { findVersion } from '@dailies/server/media/queries.ts'
import type { Store } from '@dailies/server/media/store.ts'

const quotas = { installation: undefined, project: undefined }

/** Keeps a file as media of an asset version, as if the extension had sent it. */
export async function keepMedia(
  db: Database,
  store: Store,
  { id, kind, path, by }: { id: string; kind: UploadKind; path: string; by: string },
): Promise<void> {
  // The store gives it a second name, and whoever serves the sample has the first.
  const copy = join(store.incoming, `${id}-${kind}`)
  await copyFile(path, copy)
  const blob = { hash: await hashOf(copy), bytes: (await stat(copy)).size, path: copy }
  await storeBlob({ db, store, quotas }, blob)
  await rm(copy)
  await db.transaction(async (transaction) => {
    const version = await transaction.first(findVersion, { id })
    if (version) await tieBlob(transaction, { version, kind, blob, by, quotas })
  })
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
