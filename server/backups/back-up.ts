import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { CopyProgress } from '../db/copy/copy-database.ts'
import type { CopyPlace } from '../db/copy/open-side.ts'
import { checkSnapshot, writeSnapshot } from '../db/copy/snapshot-file.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { listBlobs } from '../media/blob-queries.ts'
import { type Moved, moveMedia } from '../media/move.ts'
import type { Store } from '../media/store.ts'
import { version } from '../version.ts'
import { keyName, type Manifest, manifestName, sealed } from './manifest.ts'
import { keepPacked } from './packed.ts'

const pageSize = 1000
const mostMissing = 1000

interface Backup {
  database: CopyPlace
  /** Where the files of takes are. */
  media: Store
  target: Store
  /** The secret key, where it is to be in it. */
  secretKey?: string | undefined
}

export interface BackupProgress {
  onDatabase?: (progress: CopyProgress) => void
  onMedia?: (moved: Moved) => void
}

/**
 * Makes a backup while the service runs: the database as it is at one moment, and of the files that it knows those that the
 * target has not. It is there as a whole, or not at all: what one that was killed has brought the next one need not bring again.
 * Files that are gone or damaged are in the manifest; all else is safe nevertheless.
 */
export async function backUp(
  { database, media, target, secretKey }: Backup,
  { onDatabase, onMedia }: BackupProgress = {},
): Promise<Manifest> {
  await target.check()
  // The next process on this machine removes what is left of it.
  const workspace = await mkdtemp(join(target.incoming, 'backup-'))
  try {
    const madeAt = new Date()
    await writeSnapshot(database, workspace, onDatabase)
    const schema = checkSnapshot(workspace)
    const snapshot = await openDatabase({ dataFolder: workspace, databasePool: 1 }, () => {})
    let moved: Moved
    let list: Awaited<ReturnType<typeof keepList>>
    try {
      moved = await bringMedia(snapshot, { from: media, to: target }, onMedia)
      list = await keepList(snapshot, target, { missing: new Set(moved.damaged), workspace })
    } finally {
      await snapshot.close()
    }
    const path = join(workspace, 'dailies.db')
    const kept = await keepPacked(target, createReadStream(path), join(workspace, 'database.zst'))
    const name = manifestName(madeAt)
    const manifest: Manifest = {
      format: 1,
      name,
      madeAt: madeAt.toISOString(),
      program: version,
      schema,
      database: { ...kept, plainBytes: (await stat(path)).size },
      media: list,
      missing: moved.damaged.slice(0, mostMissing),
      missingCount: moved.damaged.length,
      hasSecretKey: secretKey !== undefined,
    }
    if (secretKey !== undefined) await target.writeText(keyName(name), sealed({ secretKey }))
    await target.writeText(name, sealed(manifest))
    return manifest
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

/** What is there already is asked in one go: a request for each would take longer than all else. */
async function bringMedia(
  db: Database,
  { from, to }: { from: Store; to: Store },
  progress?: (moved: Moved) => void,
): Promise<Moved> {
  const there = new Map<string, number>()
  for await (const { hash, bytes } of to.list()) there.set(hash, bytes)
  return moveMedia(db, {
    from,
    to: { size: async (hash) => there.get(hash), keep: (hash, path) => to.keep(hash, path) },
    ...(progress && { progress }),
  })
}

async function keepList(
  db: Database,
  target: Store,
  { missing, workspace }: { missing: Set<string>; workspace: string },
): Promise<Manifest['media']> {
  const all = { count: 0, bytes: 0 }
  const lines = async function* () {
    for (let after = ''; ; ) {
      const page = await db.all(listBlobs, { after, limit: pageSize })
      const kept = page.filter(({ hash, keptAt }) => keptAt !== null && !missing.has(hash))
      for (const { bytes } of kept) all.bytes += bytes
      all.count += kept.length
      yield kept.map(({ hash, bytes }) => `${hash} ${bytes}\n`).join('')
      const last = page.at(-1)
      if (!last) return
      after = last.hash
    }
  }
  const { hash, bytes } = await keepPacked(target, Readable.from(lines()), join(workspace, 'media.zst'))
  return { list: hash, listBytes: bytes, ...all }
}

/** The key of a data folder; undefined where it has none. */
export async function keyOfFolder(dataFolder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataFolder, 'secret.key'), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
