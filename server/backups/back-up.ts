import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { checkSnapshotAside } from '../db/copy/check-aside.ts'
import type { CopyProgress } from '../db/copy/copy-database.ts'
import type { CopyPlace } from '../db/copy/open-side.ts'
import { writeSnapshot } from '../db/copy/snapshot-file.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { DailiesError, unavailable } from '../error.ts'
import { listBlobs, listKnownBlobs } from '../media/blob-queries.ts'
import { type Moved, moveMedia } from '../media/move.ts'
import type { Store } from '../media/store.ts'
import { keepPacked } from '../packed.ts'
import { sealed } from '../sealed.ts'
import { version } from '../version.ts'
import { keyName, type Manifest, manifestName, mostMissing, sealedKey } from './manifest.ts'
import { markIn } from './mark.ts'
import { findFirstUser } from './queries.ts'
import { listedMedia } from './verify.ts'

const pageSize = 1000

interface Backup {
  database: CopyPlace
  /** Where the files of takes are. */
  media: Store
  target: Store
  /** The secret key, where it is to be in it. */
  secretKey?: string | undefined
}

export interface BackupProgress {
  /** `remove` takes away the text that is in the target until it is made, also while that is still written: for whoever ends it before. */
  onMark?: (remove: () => Promise<void>) => void
  /** The target answers: called every few minutes. */
  onRenewed?: () => void
  /** Milliseconds between two of these. */
  renewEvery?: number
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
  { onMark, onDatabase, onMedia, ...onMarked }: BackupProgress = {},
): Promise<Manifest> {
  await target.check()
  await requireNoProjects(target)
  // The next process on this machine removes what is left of it.
  const workspace = await mkdtemp(join(target.incoming, 'backup-'))
  const madeAt = new Date()
  const mark = markIn(target, madeAt, onMarked)
  try {
    onMark?.(mark.remove)
    await mark.set
    await writeSnapshot(database, workspace, onDatabase)
    const schema = await checkSnapshotAside(workspace)
    const snapshot = await openDatabase({ dataFolder: workspace, databasePool: 1 }, () => {})
    let moved: Moved
    let list: Awaited<ReturnType<typeof keepList>>
    let installation: string | null
    try {
      installation = (await snapshot.first(findFirstUser, {}))?.id ?? null
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
      installation,
      program: version,
      schema,
      database: { ...kept, plainBytes: (await stat(path)).size },
      media: list,
      missing: moved.damaged.slice(0, mostMissing),
      missingCount: moved.damaged.length,
      letGoCount: await countLetGo(database, moved.damaged),
      hasSecretKey: secretKey !== undefined,
    }
    await requireWhole(target, manifest)
    if (secretKey !== undefined) await target.writeText(keyName(name), sealedKey(name, secretKey))
    await target.writeText(name, sealed(manifest))
    return manifest
  } finally {
    await mark.remove().catch(() => {})
    await rm(workspace, { recursive: true, force: true })
  }
}

/** Throws `invalid` where projects are that were exported: of their files `--keep` would leave none. */
async function requireNoProjects(target: Store): Promise<void> {
  for await (const name of target.listTexts())
    if (name.startsWith('project-'))
      throw new DailiesError(
        'invalid',
        'There are projects in that place that were exported, whose files --keep would remove: name another one',
      )
}

/** How many of these nobody needs any more: they were let go of since the moment that the database is of. */
async function countLetGo(place: CopyPlace, hashes: string[]): Promise<number> {
  if (hashes.length === 0) return 0
  const db = await openDatabase({ ...place, databasePool: 1 }, () => {})
  try {
    const known = await db.all(listKnownBlobs, { hashes: JSON.stringify(hashes) })
    return hashes.length - known.length
  } finally {
    await db.close()
  }
}

/** What was found there at its beginning may have been removed since, with a backup that needed it. */
async function requireWhole(target: Store, manifest: Manifest): Promise<void> {
  const there = new Set<string>()
  for await (const { hash } of target.list()) there.add(hash)
  for await (const line of listedMedia(target, manifest)) {
    if (there.has(line.slice(0, 64))) continue
    throw unavailable(
      undefined,
      'Files were removed from the target while the backup was made: make it again',
    )
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
