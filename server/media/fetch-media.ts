import type { Resolver } from 'node:dns/promises'
import { isoNow } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import type { RowOf } from '../db/statement.ts'
import { databaseTime } from '../db/time.ts'
import { DailiesError } from '../error.ts'
import type { AllowedAddresses } from '../outside/allowed-addresses.ts'
import { download } from './download.ts'
import { endOfAddress } from './end-of-address.ts'
import { held, leaseMilliseconds } from './held.ts'
import { inBytes } from './in-bytes.ts'
import { announceLost, type Keeping, requireTie, storeBlob, tieBlob } from './keep.ts'
import { findVersion, touchVersion } from './queries.ts'
import { requireRoom } from './quota.ts'
import { receive } from './receive.ts'
import { refreshSummary } from './summary.ts'
import { type LeasedMedia, loseMedia, postponeMedia, renewMedia, shelveMedia } from './waiting-queries.ts'

const minute = 60_000

/** After each failure, until the next try; after the last of them it is lost. */
const delays = [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 8 * 60 * minute, 24 * 60 * minute]

/** So long before a link ends it is tried for the last time, whatever the pause. */
const beforeTheEnd = minute / 2

/** Until it is looked again whether the store, or the room in it, is back: that is not the fault of what is fetched. */
const restOfStore = 5 * minute

/** Until it is looked again whether there is room in a quota: somebody has to make some. */
const restOfRoom = 60 * minute

/** Until it is looked whether a version that is deleted was restored. */
const restOfDeleted = 60 * minute

/** What fetching from a platform takes. */
export interface Outside {
  addresses: AllowedAddresses
  resolver: Resolver
  /** Bytes that a file may have. */
  limit: number
  signal: AbortSignal
  /** Whether as many are fetched as may be. */
  isCrowded?: () => boolean
}

export type FetchOutcome = 'kept' | 'failed' | 'lost' | 'shelved'

/** Fetches the original of a version, whose lease the caller has, and writes down what came of it. */
export async function fetchMedia(
  keeping: Keeping,
  outside: Outside,
  { leaseId, media }: { leaseId: string; media: LeasedMedia },
  onError: (error: unknown) => void,
): Promise<FetchOutcome> {
  const { db } = keeping
  const { versionId } = media
  const shelve = (rest: number, reason: string | null) =>
    db.transaction(async (transaction) => {
      const until = (await databaseTime(transaction)) + rest
      await transaction.run(shelveMedia, { versionId, leaseId, until, reason })
      if (reason !== null) await refreshSummary(transaction, versionId)
      return 'shelved' as const
    })
  const renew = () =>
    db.transaction(async (transaction) => {
      const until = (await databaseTime(transaction)) + leaseMilliseconds
      await transaction.run(renewMedia, { versionId, leaseId, until })
    })
  const version = await db.first(findVersion, { id: versionId })
  const url = media.url ?? version?.outputUrl
  if (!version || !url) return shelve(restOfDeleted, null)
  const fetched = await held(renew, () => tryToKeep(keeping, outside, version, url), onError)
  if (fetched.ok) return 'kept'
  // Broken off by the end of this process: another goes on at once.
  if (outside.signal.aborted) return shelve(0, null)
  if (fetched.isOurs) return shelve(fetched.isOurs.rest, fetched.reason)
  return db.transaction((transaction) =>
    writeFailure(transaction, { ...fetched, version, url, media, leaseId }),
  )
}

type Found = RowOf<typeof findVersion>

interface Failure {
  ok: false
  isTemporary: boolean
  /** The store is away or full: it says nothing of the link. Milliseconds until it is looked again. */
  isOurs?: { rest: number }
  retryAfterSeconds?: number | undefined
  reason: string
}

async function tryToKeep(
  keeping: Keeping,
  outside: Outside,
  version: Found,
  url: string,
): Promise<{ ok: true } | Failure> {
  const { db, store, quotas } = keeping
  const { limit } = outside
  try {
    const tooLarge = () =>
      new DailiesError('too_large', `The file is larger than the ${inBytes(limit)} that are taken`)
    await requireRoom(db, { projectId: version.projectId, uploadId: '', bytes: 1 }, quotas)
    const downloaded = await download(url, outside, (body) =>
      receive(body, { folder: store.incoming, limit, tooLarge }),
    )
    if (!downloaded.ok) return downloaded
    const received = downloaded.value
    try {
      if (received.bytes === 0)
        return { ok: false, isTemporary: true, reason: 'The platform answered with nothing' }
      await requireTie(db, { version, kind: 'original', blob: received, quotas })
      await storeBlob(keeping, received)
      await db.transaction(async (transaction) => {
        const now = await transaction.first(findVersion, { id: version.id })
        if (!now) return
        await tieBlob(transaction, {
          version: now,
          kind: 'original',
          blob: received,
          by: now.createdBy,
          quotas,
        })
      })
    } finally {
      await received.remove()
    }
    return { ok: true }
  } catch (error) {
    if (!(error instanceof DailiesError)) throw error
    // Somebody sent another file meanwhile.
    if (error.code === 'clash') return { ok: true }
    if (error.code === 'too_large') return { ok: false, isTemporary: false, reason: error.message }
    const rest = error.code === 'no_room' ? restOfRoom : restOfStore
    return { ok: false, isTemporary: true, isOurs: { rest }, reason: error.message }
  }
}

async function writeFailure(
  transaction: Transaction,
  failed: Failure & { version: Found; url: string; media: LeasedMedia; leaseId: string },
): Promise<FetchOutcome> {
  const { version, url, media, leaseId, isTemporary, reason, retryAfterSeconds = 0 } = failed
  const { versionId, attempts } = media
  const now = await databaseTime(transaction)
  const rest = Math.max(delays[attempts] ?? 0, retryAfterSeconds * 1000)
  const lastDueAt = (media.endsAt ?? endOfAddress(url) ?? Number.POSITIVE_INFINITY) - beforeTheEnd
  const dueAt = Math.min(now + rest, lastDueAt)
  const isOver = !isTemporary || attempts >= delays.length || dueAt < now + beforeTheEnd
  if (!isOver) {
    await transaction.run(postponeMedia, { versionId, leaseId, dueAt, reason })
    await refreshSummary(transaction, versionId)
    return 'failed'
  }
  // Where its lease ran out, or somebody sent it, it is not ours to say.
  if ((await transaction.run(loseMedia, { versionId, leaseId, reason })) === 0) return 'failed'
  await refreshSummary(transaction, versionId)
  await transaction.run(touchVersion, { id: versionId, now: isoNow() })
  await announceLost(transaction, version, reason, version.createdBy)
  return 'lost'
}
