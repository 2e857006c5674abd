import { setTimeout as sleep } from 'node:timers/promises'
import type { EventData } from '@dailies/contract/event.ts'
import type { UploadKind } from '@dailies/contract/media.ts'
import { isoNow } from '../clock.ts'
import type { Connection, Database, Transaction } from '../db/database.ts'
import type { RowOf } from '../db/statement.ts'
import { databaseTime } from '../db/time.ts'
import { DailiesError, unavailable } from '../error.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import { expectBlob, keepBlob, lookIntoMade, setFactsOfMade } from './blob-queries.ts'
import type { Ahead, Coming } from './coming.ts'
import { findMedia, type findVersion, lockVersion, touchVersion, upsertKeptMedia } from './queries.ts'
import { countForInstallation, countForProject, type Quotas, requireRoom } from './quota.ts'
import type { Received } from './receive.ts'
import type { Store } from './store.ts'
import { type BlobFacts, refreshSummary } from './summary.ts'
import type { Trusted } from './trusted.ts'

/** Milliseconds between two looks whether a blob that is being removed is gone. */
const lookAgain = 100
const longestWait = 60_000

/** Where media are kept, and how much of them. */
export interface Keeping {
  db: Database
  store: Store
  quotas: Quotas
  coming: Coming
  /** Whose signatures are trusted in what is kept; nobody's, unless it is said. */
  trusted?: Trusted
}

export type Version = Pick<
  RowOf<typeof findVersion>,
  'id' | 'projectId' | 'sceneDbId' | 'sceneId' | 'shotId' | 'assetType' | 'activeWebhook'
>

/**
 * Puts the file into the store, so that it may be referred to: nothing removes it within a day. It is the file's own bytes that
 * name it. `factsOfMade` is all that is to be known of what the service made, for which there is always room. Throws `no_room`,
 * `unavailable`.
 */
export async function storeBlob(
  keeping: Omit<Keeping, 'coming'>,
  { hash, bytes, path }: Pick<Received, 'hash' | 'bytes' | 'path'>,
  factsOfMade?: BlobFacts,
): Promise<void> {
  const { db, store, quotas } = keeping
  // What somebody lost from the store is mended by whoever has it.
  if (await isStored(keeping, { hash, bytes })) return
  await store.keep(hash, path)
  await db.transaction(async (transaction) => {
    const workDueAt = factsOfMade ? null : await databaseTime(transaction)
    const isNew = (await transaction.run(keepBlob, { hash, now: isoNow(), workDueAt })) > 0
    if (!isNew) return
    if (factsOfMade) await transaction.run(setFactsOfMade, { hash, facts: JSON.stringify(factsOfMade) })
    await countForInstallation(transaction, { files: 1, bytes }, factsOfMade ? undefined : quotas)
  })
}

/** Whether the blob is in the store, with all of its bytes. From now on nobody removes it, and whoever is removing it is waited for. */
export async function isStored(
  { db, store }: Pick<Keeping, 'db' | 'store'>,
  { hash, bytes }: { hash: string; bytes: number },
): Promise<boolean> {
  return (await isExpected(db, { hash, bytes })) && (await store.size(hash)) === bytes
}

/** Whether the blob is there. From now on nobody removes it, and whoever is removing it is waited for. */
async function isExpected(db: Database, { hash, bytes }: { hash: string; bytes: number }): Promise<boolean> {
  for (const end = performance.now() + longestWait; performance.now() < end; await sleep(lookAgain)) {
    const row = await db.transaction(async (transaction) =>
      transaction.first(expectBlob, { hash, bytes, now: await databaseTime(transaction) }),
    )
    const found = row as NonNullable<typeof row>
    if (found.removingUntil === 0) return found.keptAt !== null
  }
  throw unavailable(undefined, 'The same file is being removed from the store at the moment, try again')
}

interface Tie {
  version: Version
  kind: UploadKind
  blob: { hash: string; bytes: number }
  quotas: Quotas
}

/**
 * Throws what `tieBlob` would, before the file is put into the store; `uploadId` is of the parts that it came in, if it did, `ahead`
 * what was let in before.
 */
export async function requireTie(
  db: Connection,
  {
    version: { id: versionId, projectId },
    kind,
    blob: { hash, bytes },
    quotas,
    uploadId = '',
    ahead,
  }: Tie & { uploadId?: string | undefined; ahead?: Ahead | undefined },
): Promise<void> {
  const before = await db.first(findMedia, { versionId, kind })
  requireSame(kind, hash, before)
  if (before?.state === 'kept' && before.hash === hash) return
  await requireRoom(db, { projectId, uploadId, bytes, replaces: before?.bytes, ahead }, quotas)
}

/**
 * The version has the blob from now on, which is in the store; in one transaction, which `version` was found in. The same again
 * changes nothing. Throws `clash` where another original is kept, and `no_room`.
 */
export async function tieBlob(
  transaction: Transaction,
  {
    version,
    kind,
    blob: { hash, bytes },
    quotas,
    url = null,
    waveform = null,
    by,
  }: Tie & {
    /** Where it was had from, where that is not the `outputUrl` of the version. */
    url?: string | null
    /** What a waveform is, in base64. */
    waveform?: string | null | undefined
    /** Id of the user who sent it, or for whom it was fetched. */
    by: string
  },
): Promise<void> {
  const { id: versionId, projectId, sceneDbId } = version
  await transaction.first(lockVersion, { id: versionId })
  const before = await transaction.first(findMedia, { versionId, kind })
  requireSame(kind, hash, before)
  if (before?.state === 'kept' && before.hash === hash) return
  const had = before?.state === 'kept' ? { files: 1, bytes: before.bytes } : { files: 0, bytes: 0 }
  await countForProject(transaction, { projectId, files: 1 - had.files, bytes: bytes - had.bytes }, quotas)
  await transaction.run(upsertKeptMedia, { versionId, kind, projectId, hash, bytes, url, summary: waveform })
  // What the service made it has not looked into. Whoever looks into it just now comes after this, or before.
  await transaction.run(lookIntoMade, { hash, now: await databaseTime(transaction) })
  await refreshSummary(transaction, versionId)
  await transaction.run(touchVersion, { id: versionId, now: isoNow() })
  if (kind === 'original') await announceKept(transaction, version, { hash, bytes }, by)
  else transaction.changed({ kind: 'asset', projectId, sceneDbId, assetVersionId: versionId })
}

function requireSame(
  kind: UploadKind,
  hash: string,
  before: { state: string; hash: string | null } | undefined,
): void {
  if (kind !== 'original' || before?.state !== 'kept' || before.hash === hash) return
  throw new DailiesError(
    'clash',
    'Another file is kept as the original of this version already, and what was captured never changes: capture the other as a new version',
  )
}

async function announceKept(
  transaction: Transaction,
  version: Version,
  { hash, bytes }: { hash: string; bytes: number },
  by: string,
): Promise<void> {
  const data: EventData<'asset.media_kept'> = {
    ...dataOf(version),
    sha256: hash,
    bytes,
    mediaPath: `/api/media/${version.id}/original`,
  }
  await tell(transaction, version, 'asset.media_kept', data, by)
}

/** Tells that the media of a version are lost. */
export async function announceLost(
  transaction: Transaction,
  version: Version & { outputUrl: string | null },
  reason: string,
  by: string,
): Promise<void> {
  const data = { ...dataOf(version), outputUrl: version.outputUrl ?? '', reason }
  await tell(transaction, version, 'asset.media_lost', data, by)
}

function dataOf({ id, projectId, sceneId, shotId, assetType }: Version) {
  return { assetVersionId: id, projectId, sceneId, shotId: shotId ?? '', assetType }
}

function tell<E extends 'asset.media_kept' | 'asset.media_lost'>(
  transaction: Transaction,
  { sceneDbId, activeWebhook }: Version,
  event: E,
  data: EventData<E>,
  userId: string,
): Promise<void> {
  return recordEvent(transaction, {
    event,
    userId,
    sceneDbId,
    data,
    now: isoNow(),
    heard: activeWebhook !== null,
  })
}
