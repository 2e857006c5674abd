import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type CopyProgress, copyDatabase, requireRoom } from '../db/copy/copy-database.ts'
import { type CopyPlace, openSource, openTarget } from '../db/copy/open-side.ts'
import { openPostgresTarget } from '../db/copy/postgres-side.ts'
import { searchAnew } from '../db/copy/search-anew.ts'
import { currentVersion, openSnapshot } from '../db/copy/snapshot-file.ts'
import { openSqliteTarget } from '../db/copy/sqlite-side.ts'
import { DailiesError } from '../error.ts'
import { makeFolders } from '../make-folders.ts'
import { type Moved, moveMedia } from '../media/move.ts'
import { ownFolder } from '../media/own-folder.ts'
import { syncFolder } from '../media/place-file.ts'
import type { Store } from '../media/store.ts'
import { keyOfFolder, placeKey } from './key-of-folder.ts'
import { keyIn, keyName, type Manifest } from './manifest.ts'
import { unpackDatabase } from './verify.ts'

interface Restore {
  source: Store
  manifest: Manifest
  /** Where it goes: a data folder without a database, or an empty database of PostgreSQL. */
  into: CopyPlace
  media: Store
}

export interface RestoreProgress {
  onDatabase?: (progress: CopyProgress) => void
  onMedia?: (moved: Moved) => void
}

/** Throws `invalid` where it cannot be restored there: something is there already, or a later program made the backup. */
export async function requireRestorable({
  source,
  manifest,
  into,
}: Pick<Restore, 'source' | 'manifest' | 'into'>): Promise<void> {
  if (manifest.schema > currentVersion) {
    throw new DailiesError(
      'invalid',
      `${manifest.name} is of version ${manifest.schema}, this program knows versions up to ${currentVersion}: restore it with Dailies ${manifest.program} or later`,
    )
  }
  requireNoFile(into)
  // What is in use may be named by mistake.
  if (into.databaseUrl) await requireEmptyDatabase(into.databaseDirectUrl ?? into.databaseUrl, manifest)
  const [key, there] = [await keyOf(source, manifest), await keyOfFolder(into.dataFolder)]
  if (key !== undefined && there !== undefined && key !== there) throw anotherKey(into)
}

function requireNoFile(into: CopyPlace): void {
  // A log that was left there would be taken for one of the database that comes.
  const files = ['dailies.db', 'dailies.db-wal', 'dailies.db-shm']
  if (!into.databaseUrl && files.some((file) => existsSync(join(into.dataFolder, file))))
    throw new DailiesError(
      'invalid',
      `${into.dataFolder}: Has a database already; restore into an empty folder`,
    )
}

/**
 * Restores a backup: first all is read and checked, then the files are brought, each compared, and the database last, so that where it
 * is ended nothing starts on half of it, and calling it again goes on. One of an earlier version is brought up to date.
 */
export async function restoreBackup(
  { source, manifest, into, media }: Restore,
  { onDatabase, onMedia }: RestoreProgress = {},
): Promise<{ media: Moved; hasKey: boolean }> {
  makeFolders(into.dataFolder)
  await requireRestorable({ source, manifest, into })
  const key = await keyOf(source, manifest)
  // The next one on this machine removes what is left of it.
  const workspace = await mkdtemp(join(ownFolder(into.dataFolder), 'restoring-'))
  try {
    await unpackDatabase(source, manifest, workspace)
    const db = await openSnapshot(workspace)
    let moved: Moved
    try {
      moved = await moveMedia(db, { from: source, to: media, ...(onMedia && { progress: onMedia }) })
    } finally {
      await db.close()
    }
    if (key !== undefined && (await placeKey(key, into.dataFolder)) === 'another') throw anotherKey(into)
    if (into.databaseUrl)
      await copyInto(into.databaseDirectUrl ?? into.databaseUrl, { manifest, workspace, onDatabase })
    else {
      // Files take hours: somebody may have started a service there meanwhile.
      requireNoFile(into)
      await searchAnewIn(workspace)
      await rename(join(workspace, 'dailies.db'), join(into.dataFolder, 'dailies.db'))
      await syncFolder(into.dataFolder)
    }
    return { media: moved, hasKey: manifest.hasSecretKey }
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

async function requireEmptyDatabase(databaseUrl: string, { name }: Manifest): Promise<void> {
  // Not as one that is copied into: that would make its tables.
  const into = await openPostgresTarget(databaseUrl)
  try {
    await requireRoom(into, name)
  } finally {
    await into.close()
  }
}

async function keyOf(source: Store, { name, hasSecretKey }: Manifest): Promise<string | undefined> {
  return hasSecretKey ? keyIn(await source.readText(keyName(name)), name) : undefined
}

function anotherKey({ dataFolder }: CopyPlace): DailiesError {
  const path = join(dataFolder, 'secret.key')
  return new DailiesError('invalid', `${path}: Is another key than that of the backup; take it away first`)
}

/** The folder may have an index of the search still, which knows what came after the backup. */
async function searchAnewIn(folder: string): Promise<void> {
  const database = openSqliteTarget(folder)
  try {
    await database.together(() => searchAnew(database))
  } finally {
    await database.close()
  }
}

async function copyInto(
  databaseUrl: string,
  {
    manifest,
    workspace,
    onDatabase,
  }: { manifest: Manifest; workspace: string; onDatabase: RestoreProgress['onDatabase'] },
): Promise<void> {
  const from = await openSource({ dataFolder: workspace })
  const into = await openTarget({ databaseUrl, dataFolder: '' })
  try {
    await from.look()
    await copyDatabase({ from, into, source: manifest.name }, onDatabase)
  } finally {
    await into.close()
    await from.close()
  }
}
