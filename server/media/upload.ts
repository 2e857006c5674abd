import { hash as digestOf } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { UploadKind, UploadState } from '@dailies/contract/media.ts'
import type { Connection, Database } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { DailiesError, invalid, tooManyRequests } from '../error.ts'
import { type Actor, reaches } from '../production/membership.ts'
import { TurnsByUser } from '../turns.ts'
import type { Expected } from './coming.ts'
import { type ContentRange, type Digests, rangeOf, sha256Of } from './content-headers.ts'
import { inRoom, requireRoomFor } from './in-room.ts'
import { type Keeping, requireTie, storeBlob, tieBlob } from './keep.ts'
import { findMedia, findReachedBlob } from './queries.ts'
import { requireRoom } from './quota.ts'
import { requireVersion } from './reach.ts'
import { readMedia } from './read.ts'
import { type Received, receive } from './receive.ts'
import { receiveBody, requireDigest, tooLarge, using } from './receive-body.ts'
import type { AddressOf } from './summary.ts'
import { countUploadsOfUser, deleteUpload, findUpload, noteReceived } from './upload-queries.ts'

const megabyte = 1024 ** 2

/** Uploads of a user of which parts wait for the rest. */
const mostUnderWay = 100

/** Parts of a file: each is one in the store. */
const mostParts = 20_000

/** Bytes that each kind may have, but the original. */
const mostOf = { poster: 20 * megabyte, filmstrip: 20 * megabyte, waveform: 4096 }

export interface Upload {
  actor: Actor
  /** Of the asset version. */
  id: string
  kind: UploadKind
  /** What tells it from others of the same length that are sent to the version. */
  fingerprint?: string | undefined
  headers: { 'content-range'?: string | undefined } & Digests
  body: AsyncIterable<Uint8Array>
  /** The same database, whose transactions ask again whether the caller may. */
  guarded: (db: Database) => Database
}

/**
 * Takes a file, or a part of one, as media of an asset version. What it has answered for is on the disk for good. Throws
 * `not_found` and `forbidden` for the version, `too_large`, `no_room`, `clash` where it has another original, none yet that the
 * other kinds are of, or where a part is not the next one, and `invalid` for headers and digests that do not fit.
 */
export async function uploadMedia(
  keeping: Keeping,
  upload: Upload,
  { limit, addressOf }: { limit: number; addressOf: AddressOf },
): Promise<UploadState> {
  const { actor, id, kind, headers } = upload
  const { db } = keeping
  const { projectId } = await requireTarget(db, upload)
  const most = kind === 'original' ? limit : mostOf[kind]
  const range = rangeOf(headers['content-range'])
  if (range && range.total > most) throw tooLarge(most)

  const whole = sha256Of('repr-digest', headers)
  const known = whole === undefined ? undefined : await tieKnown(keeping, upload, whole, range?.total)
  const state = known ?? (await take(keeping, upload, { range, whole, most, projectId }))
  const media = state.received === state.bytes ? await readMedia(db, actor, id, addressOf) : null
  return { ...state, media }
}

/** The version, where a file of that kind may be sent to it now: the others are made of what was captured. */
async function requireTarget(db: Connection, { actor, id, kind }: Upload) {
  const version = await requireVersion(db, actor, id, 'editor')
  if (kind === 'original' || version.outputUrl) return version
  if (await db.first(findMedia, { versionId: id, kind: 'original' })) return version
  throw new DailiesError(
    'clash',
    `There is no original yet that this could be the ${kind} of: send the original of the version first`,
  )
}

interface Progress {
  received: number
  bytes: number | null
}

/**
 * A file that need not be sent: the version has it already, or the user reaches another that does. To know a digest alone is to
 * have nothing.
 */
async function tieKnown(
  keeping: Keeping,
  upload: Upload,
  hash: string,
  total: number | undefined,
): Promise<Progress | undefined> {
  const { db, store, quotas } = keeping
  const { actor, id, kind, guarded } = upload
  const own = await db.first(findMedia, { versionId: id, kind })
  if (own?.state === 'kept' && own.hash === hash) {
    // What is missing in the store is to be sent.
    if ((await store.size(hash)) !== own.bytes) return undefined
    return { received: own.bytes, bytes: own.bytes }
  }
  if (kind !== 'original' || total === undefined) return undefined
  const found = await db.all(findReachedBlob, { hash, userId: actor.userId })
  const reached = found.find(({ projectId, bytes }) => bytes === total && reaches(actor, projectId))
  if (!reached || (await store.size(hash)) !== total) return undefined
  await guarded(db).transaction(async (transaction) => {
    const version = await requireTarget(transaction, upload)
    await tieBlob(transaction, { version, kind, blob: { hash, bytes: total }, by: actor.userId, quotas })
  })
  return { received: total, bytes: total }
}

interface Announced {
  range: ContentRange | undefined
  /** SHA-256 of the whole file, in hex. */
  whole: string | undefined
  most: number
  projectId: string
}

function take(keeping: Keeping, upload: Upload, announced: Announced): Promise<Progress> {
  const { range } = announced
  const isWhole = !range || (range.start === 0 && range.end + 1 === range.total)
  return isWhole ? takeWhole(keeping, upload, announced) : takePart(keeping, upload, { ...announced, range })
}

/** Takes a file that comes in one piece: it is written once. */
async function takeWhole(keeping: Keeping, upload: Upload, announced: Announced): Promise<Progress> {
  const { range, whole, most, projectId } = announced
  const uploadId = range && uploadIdOf(upload, range.total, whole)
  const wanted = { media: upload, projectId, uploadId, bytes: range?.total, body: upload.body }
  return inRoom(keeping, wanted, async (body, expected) => {
    const received = await receivedOf(keeping, { ...upload, body }, range?.total ?? most)
    return using(received, async () => {
      const { bytes } = received
      if (range && bytes !== range.total) throw tooShort()
      requireDigest('repr-digest', whole, received)
      expected.bytes = bytes
      await keepAs(keeping, upload, received, { uploadId, expected })
      // Parts of an earlier try.
      if (uploadId && (await keeping.db.first(findUpload, { id: uploadId }))) await forget(keeping, uploadId)
      return { received: bytes, bytes }
    })
  })
}

async function takePart(
  keeping: Keeping,
  upload: Upload,
  { range, whole, projectId }: Announced & { range: ContentRange },
): Promise<Progress> {
  const { db } = keeping
  const uploadId = uploadIdOf(upload, range.total, whole)
  const before = await db.first(findUpload, { id: uploadId })
  const received = before?.received ?? 0
  if (range.start === undefined) {
    // Who put the parts together was killed, or the client did not wait for it.
    if (received === range.total) await finish(keeping, upload, { uploadId, total: range.total, whole })
    else await requireRoomFor(keeping, { media: upload, projectId, uploadId, bytes: range.total })
    return { received, bytes: range.total }
  }
  const { start, end } = range
  const least = Math.ceil(range.total / mostParts)
  if (end + 1 - start < least && end + 1 < range.total) throw tooSmall(least)
  // It came before, and its answer was lost.
  if (end < received && received < range.total) return { received, bytes: range.total }
  if (start !== received && received < range.total) throw notTheNext(received)
  await requireRoom(db, { projectId, uploadId, bytes: range.total }, keeping.quotas)
  await requireFewUploads(db, upload, uploadId)
  const part = await receivedOf(keeping, upload, end - start + 1)
  const now = await using(part, async () => {
    if (part.bytes !== end - start + 1) throw tooShort()
    await stillMay(upload, db)
    await keeping.store.append(uploadId, start, part.path)
    const { id: versionId, actor } = upload
    const row = { id: uploadId, versionId, projectId, userId: actor.userId }
    return noteSafe(db, { ...row, bytes: range.total, received: end + 1 })
  })
  if (now < range.total) return { received: now, bytes: range.total }
  await finish(keeping, upload, { uploadId, total: range.total, whole })
  return { received: range.total, bytes: range.total }
}

/** By whom, for what: somebody else's parts are not gone on with. */
function uploadIdOf(upload: Upload, total: number, whole: string | undefined): string {
  const { actor, id, kind, fingerprint } = upload
  const said = [actor.userId, id, kind, total, whole ?? null, fingerprint ?? null]
  return digestOf('sha256', JSON.stringify(said))
}

/** Parts that wait to be gone on with take room for a week. */
async function requireFewUploads(db: Database, { actor }: Upload, uploadId: string): Promise<void> {
  const others = await db.first(countUploadsOfUser, { userId: actor.userId, id: uploadId })
  if ((others?.count ?? 0) < mostUnderWay) return
  throw tooManyRequests(
    `There are ${mostUnderWay} uploads of yours that are not finished: finish some of them first`,
    60,
  )
}

function receivedOf({ store }: Keeping, { headers, body }: Upload, most: number): Promise<Received> {
  const tooMany = headers['content-range'] ? tooMuch : () => tooLarge(most)
  return receiveBody(store, { headers, body }, { most, tooMany })
}

async function noteSafe(
  db: Database,
  part: {
    id: string
    versionId: string
    projectId: string
    userId: string
    bytes: number
    received: number
  },
): Promise<number> {
  const noted = await db.transaction(async (transaction) =>
    transaction.first(noteReceived, { ...part, now: await databaseTime(transaction) }),
  )
  return (noted as NonNullable<typeof noted>).received
}

/** All parts are there: together they are the file. */
async function finish(
  keeping: Keeping,
  upload: Upload,
  part: { uploadId: string; total: number; whole: string | undefined },
): Promise<void> {
  const { uploadId } = part
  const underWay = finishing.get(uploadId)
  if (underWay) return underWay
  const putting = putTogether(keeping, upload, part).finally(() => finishing.delete(uploadId))
  finishing.set(uploadId, putting)
  return putting
}

/** Whoever asks for the same meanwhile waits for the same. */
const finishing = new Map<string, Promise<void>>()

async function putTogether(
  keeping: Keeping,
  upload: Upload,
  { uploadId, total, whole }: { uploadId: string; total: number; whole: string | undefined },
): Promise<void> {
  const { db, store } = keeping
  const together = await receive(await store.readParts(uploadId), {
    folder: store.incoming,
    limit: total,
    tooLarge: () => tooLarge(total),
  })
  await using(together, async () => {
    if (together.bytes !== total) {
      if (await isFinished(db, upload, uploadId, total)) return
      await forget(keeping, uploadId)
      const problem = 'Parts of it are gone: send it again from its beginning'
      throw new DailiesError('clash', problem, { fieldErrors: { 'content-range': [problem] } })
    }
    try {
      requireDigest('repr-digest', whole, together)
      await keepAs(keeping, upload, together, { uploadId })
    } catch (error) {
      // What is refused for good is not asked for again and again.
      if (error instanceof DailiesError && error.code !== 'unavailable') await forget(keeping, uploadId)
      throw error
    }
    await forget(keeping, uploadId)
  })
}

async function forget({ db, store }: Keeping, uploadId: string): Promise<void> {
  await db.transaction((transaction) => transaction.run(deleteUpload, { id: uploadId }))
  await store.removeParts(uploadId)
}

/** Whether another request has put it together meanwhile, and removed the parts. */
async function isFinished(
  db: Database,
  { id, kind }: Upload,
  uploadId: string,
  total: number,
): Promise<boolean> {
  if (await db.first(findUpload, { id: uploadId })) return false
  const kept = await db.first(findMedia, { versionId: id, kind })
  return kept?.state === 'kept' && kept.bytes === total
}

interface HowItCame {
  uploadId: string | undefined
  expected?: Expected
}

/** Of those that are sent to a version at once, the second finds the first, and is not put into the store for nothing. */
const oneByOne = new TurnsByUser({ atOnce: 1 })

/** Keeps the file, and asks once more who may: it was long in coming. */
function keepAs(keeping: Keeping, upload: Upload, received: Received, how: HowItCame): Promise<void> {
  return oneByOne.take(`${upload.id} ${upload.kind}`, () => keepNow(keeping, upload, received, how))
}

async function keepNow(
  keeping: Keeping,
  upload: Upload,
  received: Received,
  { uploadId, expected }: HowItCame,
): Promise<void> {
  const { db, quotas, coming } = keeping
  const { actor, kind, guarded } = upload
  const { hash, bytes } = received
  if (bytes === 0) throw invalid({ body: ['Is empty: send the file'] })
  const tie = { kind, blob: { hash, bytes }, by: actor.userId, quotas }
  // Before there is more on the disk.
  await guarded(db).transaction(async (transaction) => {
    const version = await requireTarget(transaction, upload)
    const ahead = expected && coming.ahead(expected)
    await requireTie(transaction, { ...tie, version, uploadId, ahead })
  })
  await storeBlob(keeping, received)
  const waveform = kind === 'waveform' ? (await readFile(received.path)).toString('base64') : undefined
  await guarded(db).transaction(async (transaction) => {
    const version = await requireTarget(transaction, upload)
    await tieBlob(transaction, { ...tie, version, waveform })
  })
}

async function stillMay(upload: Upload, db: Database): Promise<void> {
  await upload.guarded(db).transaction((transaction) => requireTarget(transaction, upload))
}

function tooMuch(): DailiesError {
  return invalid({ 'content-range': ['Is of fewer bytes than came'] })
}

function tooShort(): DailiesError {
  return invalid({ 'content-range': ['Is of more bytes than came'] })
}

function tooSmall(least: number): DailiesError {
  return invalid({ 'content-range': [`Is too small a part: send ${least} bytes at once at least`] })
}

/** RFC 9110, section 15.5.10: with what it takes to mend it. */
function notTheNext(received: number): DailiesError {
  const problem = `The next part begins at byte ${received}`
  return new DailiesError('clash', problem, {
    fieldErrors: { 'content-range': [problem] },
    headers: { 'upload-offset': String(received) },
  })
}
