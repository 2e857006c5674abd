import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isManifestName as isBackupName, isMarkName, mostMissing } from '../backups/manifest.ts'
import { requireVersion } from '../db/copy/copy-database.ts'
import { type CopyPlace, openSource } from '../db/copy/open-side.ts'
import { currentVersion } from '../db/copy/snapshot-file.ts'
import { DailiesError } from '../error.ts'
import { type Moved, moveBlobs } from '../media/move.ts'
import type { Store } from '../media/store.ts'
import { keepPacked } from '../packed.ts'
import { sealed } from '../sealed.ts'
import { version } from '../version.ts'
import { manifestName, type ProjectManifest } from './manifest.ts'
import { type WrittenRows, writeRows } from './rows.ts'

interface Export {
  database: CopyPlace
  /** Where the files of takes are. */
  media: Store
  target: Store
  projectId: string
}

export interface ExportProgress {
  onRows?: (rows: number) => void
  onMedia?: (moved: Moved, of: number) => void
}

/**
 * Puts a project into a store, as it is at one moment, while the service runs: its rows, and the files that they name and the store
 * has not. It is there as a whole, or not at all. Files that are gone or damaged are in the manifest. Throws `not_found`, and `invalid` for
 * a place of backups, which remove what none of them needs.
 */
export async function exportProject(
  { database, media, target, projectId }: Export,
  { onRows = () => {}, onMedia = () => {} }: ExportProgress = {},
): Promise<ProjectManifest> {
  await target.check()
  await requireNoBackups(target)
  // The next process on this machine removes what is left of it.
  const workspace = await mkdtemp(join(target.incoming, 'project-'))
  const source = await openSource(database)
  try {
    await requireVersion(source, 'The database')
    await source.look()
    const madeAt = new Date().toISOString()
    const blobs = new Map<string, number>()
    let plainBytes = 0
    let written: WrittenRows | undefined
    const lines = async function* () {
      const rows = writeRows(source, projectId, {
        onBlob: ({ hash, bytes }) => blobs.set(hash, bytes),
        onRows,
      })
      for (let next = await rows.next(); ; next = await rows.next()) {
        if (next.done) {
          written = next.value
          return
        }
        plainBytes += Buffer.byteLength(next.value)
        yield next.value
      }
    }
    const kept = await keepPacked(target, Readable.from(lines()), join(workspace, 'rows.zst'))
    // Files may take hours, for which nobody is to keep what others change.
    await source.close()
    const moved = await moveBlobs([[...blobs].map(([hash, bytes]) => ({ hash, bytes }))], {
      from: media,
      to: target,
      progress: (moved) => onMedia(moved, blobs.size),
    })
    const missing = moved.damaged
    const manifest: ProjectManifest = {
      format: 1,
      projectId,
      name: written!.name,
      madeAt,
      program: version,
      schema: currentVersion,
      rows: { ...kept, plainBytes },
      media: {
        count: blobs.size - missing.length,
        bytes: sumOf(blobs.values()) - sumOf(missing.map((hash) => blobs.get(hash)!)),
      },
      missing: missing.slice(0, mostMissing),
      missingCount: missing.length,
    }
    await target.writeText(manifestName(projectId), sealed(manifest))
    return manifest
  } catch (error) {
    await source.close().catch(() => {})
    throw error
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

async function requireNoBackups(target: Store): Promise<void> {
  for await (const name of target.listTexts())
    if (isBackupName(name) || isMarkName(name))
      throw new DailiesError(
        'invalid',
        'There are backups in that place, which remove what none of them needs: name another one',
      )
}

const sumOf = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0)
