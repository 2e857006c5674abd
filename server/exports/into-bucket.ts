import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { DailiesError } from '../error.ts'
import { hashOfFile } from '../media/hash-of-file.ts'
import { listObjects } from '../media/s3-list.ts'
import type { S3Requests } from '../media/s3-requests.ts'
import { uploadFile } from '../media/s3-upload.ts'
import type { Store } from '../media/store.ts'
import type { Contents } from './contents.ts'
import { type Filled, mostOfSums, sumsName } from './filled.ts'
import {
  type Former,
  foreign,
  formerName,
  formerOf,
  isSure,
  listOfLeft,
  listWith,
  requireFree,
} from './former.ts'
import { inLanes } from './in-lanes.ts'
import { readable } from './intact-bytes.ts'
import { onBucket } from './on-target.ts'

/** Files that are sent at a time: each waits for the network more than it computes. */
const atOnce = 8
/** In bytes of UTF-8. Amazon S3 User Guide, "Naming Amazon S3 objects". */
const longestKey = 1024

/** A place in a bucket: what all keys begin with is empty, or ends in a slash. */
export interface Prefix {
  requests: S3Requests
  prefix: string
  /** `s3://bucket/prefix`, for people. */
  name: string
}

interface IntoBucket {
  store: Store
  contents: Contents
  /** The file that the texts of `contents` are in. */
  texts: string
  target: Prefix
  /** Hashes of blobs that the store has lost, as far as that is known. */
  gone: ReadonlySet<string>
  /** Reads what is there instead of trusting the list of the export before. */
  isChecked: boolean
  progress: (done: Filled) => void
}

interface Sent {
  name: string
  bytes: number
  sha256: string
  /** False where its bytes are gone, or others. */
  withFile(send: (file: Blob) => Promise<void>): Promise<boolean>
}

/**
 * Puts an export into a bucket, where only what is missing is sent. The list of sums is the last: where it is ended it is gone on with by
 * calling it again. Throws `unavailable` where a store is away, `invalid` where objects of somebody have names of the export, `no_room`.
 */
export async function exportIntoBucket(into: IntoBucket): Promise<Filled> {
  const { target, contents, gone, isChecked, progress } = into
  const files = sentOf(contents, into)
  for (const { name } of files) requireShort(target, name)
  const former = await onBucket(target, () => formerIn(target))
  const names = new Set(files.map(({ name }) => name))
  const there = await onBucket(target, () => lengthsIn(target, (name) => names.has(name) || former.has(name)))
  const isThere = async (file: Sent, trusted: boolean) =>
    there.get(file.name) === file.bytes && (trusted || (await onBucket(target, () => isSame(target, file))))
  const same = await requireFree(files, former, {
    ...{ target: target.name, atOnce },
    isTaken: async ({ name }) => there.has(name),
    isSame: (file) => isThere(file, false),
  })
  // From here on nobody takes what is there for whole, before it is.
  await onBucket(target, async () => {
    await writeList(target, listWith(former, files))
    await target.requests.ask({ method: 'DELETE', key: target.prefix + sumsName })
  })
  const left = [...former.keys()].filter((name) => !names.has(name) && there.has(name))
  const done: Filled = { copied: 0, bytes: 0, there: 0, left, damaged: [] }
  const others = files.filter(({ name }) => name !== sumsName)
  await inLanes(others, atOnce, async (file) => {
    const trusted = (!isChecked && isSure(former, file)) || same.has(file.name)
    if (gone.has(file.sha256)) done.damaged.push(file.name)
    else if (await isThere(file, trusted)) done.there += 1
    else await send(target, file, done)
    progress(done)
  })
  if (done.damaged.length > 0) return done
  for (const file of files) if (file.name === sumsName) await send(target, file, done)
  await onBucket(target, () => writeList(target, listOfLeft(former, left)))
  return done
}

function requireShort({ prefix, name: target }: Prefix, name: string): void {
  if (Buffer.byteLength(prefix + name) <= longestKey) return
  throw new DailiesError(
    'invalid',
    `${target}: No bucket takes a name of more than ${longestKey} bytes, such as ${name.slice(0, 80)}…: use a shorter template`,
  )
}

async function send(target: Prefix, file: Sent, done: Filled): Promise<void> {
  const { requests, prefix } = target
  const isThere = await file.withFile((blob) =>
    onBucket(target, () => uploadFile(requests, { key: prefix + file.name, file: blob })),
  )
  if (!isThere) {
    done.damaged.push(file.name)
    return
  }
  done.copied += 1
  done.bytes += file.bytes
}

async function isSame({ requests, prefix }: Prefix, { name, sha256 }: Sent): Promise<boolean> {
  const answer = await requests.ask({ method: 'GET', key: prefix + name })
  if (!answer) return false
  const hash = createHash('sha256')
  await pipeline(answer.bytes(), hash)
  return hash.digest('hex') === sha256
}

async function formerIn(target: Prefix): Promise<Former> {
  const [sums, former] = [await listAt(target, sumsName), await listAt(target, formerName)]
  return formerOf(target.name, { former, sums })
}

async function listAt({ requests, prefix, name: target }: Prefix, name: string): Promise<string | undefined> {
  const answer = await requests.ask({ method: 'GET', key: prefix + name })
  if (!answer) return undefined
  const pieces: Buffer[] = []
  for await (const piece of answer.bytes(mostOfSums + 1)) pieces.push(piece)
  const text = Buffer.concat(pieces)
  if (text.length > mostOfSums) throw foreign(target, [name])
  return text.toString()
}

/** None where there is nothing to list. */
async function writeList({ requests, prefix }: Prefix, text: string): Promise<void> {
  const key = prefix + formerName
  if (text === '') await requests.ask({ method: 'DELETE', key })
  else await requests.ask({ method: 'PUT', key, body: new Blob([text]) })
}

async function lengthsIn(
  { requests, prefix }: Prefix,
  isAsked: (name: string) => boolean,
): Promise<Map<string, number>> {
  const there = new Map<string, number>()
  for await (const { key, bytes } of listObjects(requests, prefix)) {
    const name = key.slice(prefix.length)
    if (isAsked(name)) there.set(name, bytes)
  }
  return there
}

function sentOf(
  { texts, media }: Contents,
  { store, texts: path }: Pick<IntoBucket, 'store' | 'texts'>,
): Sent[] {
  return [
    ...texts.map(({ name, bytes, sha256, blobOffset }) => ({
      ...{ name, bytes, sha256 },
      withFile: async (send: (file: Blob) => Promise<void>) => {
        await send((await openAsBlob(path)).slice(blobOffset, blobOffset + bytes))
        return true
      },
    })),
    ...media.map(({ name, bytes, hash }) => ({
      ...{ name, bytes, sha256: hash },
      withFile: async (send: (file: Blob) => Promise<void>) => {
        const local = await readable(store, () => store.localCopy(hash))
        try {
          if (!local || (await readable(store, () => hashOfFile(local.path))) !== hash) return false
          await send(await openAsBlob(local.path))
          return true
        } finally {
          await local?.release()
        }
      },
    })),
  ]
}
