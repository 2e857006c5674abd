import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CopyProgress, copyDatabase } from '../db/copy/copy-database.ts'
import { type CopyPlace, openSource, openTarget } from '../db/copy/open-side.ts'
import { currentVersion } from '../db/copy/snapshot-file.ts'
import { openDatabase } from '../db/open.ts'
import { DailiesError } from '../error.ts'
import { type Moved, moveMedia } from '../media/move.ts'
import { syncFolder } from '../media/place-file.ts'
import type { Store } from '../media/store.ts'
import { keyName, type Manifest, unsealed } from './manifest.ts'
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

/** Throws `invalid` where it cannot be restored there: a database is there already, or a later program made the backup. */
export function requireRestorable({ manifest, into }: Pick<Restore, 'manifest' | 'into'>): void {
  if (manifest.schema > currentVersion) {
    throw new DailiesError(
      'invalid',
      `${manifest.name} is of version ${manifest.schema}, this program knows versions up to ${currentVersion}: restore it with Dailies ${manifest.program} or later`,
    )
  }
  if (!into.databaseUrl && existsSync(join(into.dataFolder, 'dailies.db')))
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
  requireRestorable({ manifest, into })
  await mkdir(into.dataFolder, { recursive: true, mode: 0o700 })
  const workspace = await mkdtemp(join(into.dataFolder, 'restoring-'))
  try {
    await unpackDatabase(source, manifest, workspace)
    const db = await openDatabase({ dataFolder: workspace, databasePool: 1 }, () => {})
    let moved: Moved
    try {
      moved = await moveMedia(db, { from: source, to: media, ...(onMedia && { progress: onMedia }) })
    } finally {
      await db.close()
    }
    const hasKey = await restoreKey(source, manifest, into.dataFolder)
    if (into.databaseUrl) await copyInto(into.databaseUrl, { manifest, workspace, onDatabase })
    else {
      await rename(join(workspace, 'dailies.db'), join(into.dataFolder, 'dailies.db'))
      await syncFolder(into.dataFolder)
    }
    return { media: moved, hasKey }
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

async function restoreKey(
  source: Store,
  { name, hasSecretKey }: Manifest,
  dataFolder: string,
): Promise<boolean> {
  if (!hasSecretKey) return false
  const { secretKey } = unsealed(await source.readText(keyName(name)), keyName(name)) as { secretKey: string }
  await writeFile(join(dataFolder, 'secret.key'), `${secretKey}\n`, { mode: 0o600, flush: true })
  return true
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
