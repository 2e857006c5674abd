import { randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { lstat, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DailiesError, unavailable } from '../error.ts'
import { blobName, isHash, isUpload, offsetOf, partName, textName, uploadName } from './blob-name.ts'
import { joinedParts, type Part } from './joined-parts.ts'
import { cleanOwnFolder } from './own-folder.ts'
import { listObjects } from './s3-list.ts'
import { type S3Answer, type S3Bucket, S3Refusal, S3Requests, type S3Times } from './s3-requests.ts'
import { lengthOf, uploadFile } from './s3-upload.ts'
import { type ByteRange, mostOfText, type Store, type StoredBlob } from './store.ts'
import { fileFailure, storeAway, withFiles } from './store-failure.ts'

/** How long an address opens, in seconds. */
const addressSeconds = 300
const removedAtOnce = 8

interface S3Settings extends S3Bucket {
  /** What all keys begin with: empty, or ending in a slash. */
  prefix: string
  /** A folder that is there. */
  incoming: string
  times?: S3Times | undefined
}

type ObjectPart = Part & { key: string }

/**
 * A store in a bucket: `PREFIX/blobs/ab/cd/HASH`, `PREFIX/incoming/UPLOAD/OFFSET-LENGTH` and `PREFIX/texts/NAME`. What a killed process began to send in
 * parts is for a rule of the bucket ("abort incomplete multipart uploads") to remove.
 */
export class S3Store implements Store {
  readonly incoming: string
  readonly #prefix: string
  readonly #requests: S3Requests

  constructor({ url, keys, prefix, incoming, times }: S3Settings) {
    this.incoming = incoming
    this.#prefix = prefix
    this.#requests = new S3Requests({ url, keys }, times)
  }

  async keep(hash: string, path: string): Promise<void> {
    await this.#send(path, this.#keyOf(hash), { replace: false })
  }

  async read(hash: string, range?: ByteRange): Promise<Readable | undefined> {
    const answer = await this.#get(this.#keyOf(hash), range)
    return answer && Readable.from(answer, { objectMode: false })
  }

  async size(hash: string): Promise<number | undefined> {
    const found = await this.#requests.ask({ method: 'HEAD', key: this.#keyOf(hash) })
    if (found) return lengthOf(found.headers)
    // An answer without a body does not say whether the whole bucket is missing.
    await this.#askWhetherItIsThere()
    return undefined
  }

  async remove(hash: string): Promise<void> {
    await this.#requests.ask({ method: 'DELETE', key: this.#keyOf(hash) })
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for await (const { key, bytes, writtenAt } of listObjects(this.#requests, `${this.#prefix}blobs/`)) {
      const hash = key.slice(key.lastIndexOf('/') + 1)
      if (isHash(hash) && key === this.#keyOf(hash)) yield { hash, bytes, writtenAt }
    }
  }

  async localCopy(hash: string): Promise<{ path: string; release(): Promise<void> } | undefined> {
    const bytes = await this.read(hash)
    if (!bytes) return undefined
    const path = join(this.incoming, `copy-${randomUUID()}`)
    const release = () => rm(path, { force: true })
    try {
      await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    } catch (error) {
      await release()
      throw fileFailure(error)
    }
    return { path, release }
  }

  async append(upload: string, offset: number, path: string): Promise<void> {
    const parts = this.#partsOf(upload)
    const { size } = await withFiles(() => lstat(path))
    const key = parts + partName(offset, size)
    if (size > 0) await this.#send(path, key, { replace: true })
  }

  async readParts(upload: string): Promise<Readable> {
    const pieces = this.#readPieces(this.#listPartsOf(upload))
    return Readable.from(await begun(pieces), { objectMode: false })
  }

  async removeParts(upload: string): Promise<void> {
    const keys: string[] = []
    const remove = () =>
      Promise.all(keys.splice(0).map((key) => this.#requests.ask({ method: 'DELETE', key })))
    for await (const { key } of listObjects(this.#requests, this.#partsOf(upload))) {
      keys.push(key)
      if (keys.length === removedAtOnce) await remove()
    }
    await remove()
  }

  async *listParts(): AsyncGenerator<{ upload: string; writtenAt: number }> {
    const prefix = `${this.#prefix}incoming/`
    let current: { upload: string; writtenAt: number } | undefined
    for await (const { key, writtenAt } of listObjects(this.#requests, prefix)) {
      const [upload = '', name = ''] = key.slice(prefix.length).split('/')
      if (!isUpload(upload) || offsetOf(name) === undefined) continue
      if (current && current.upload !== upload) yield current
      const before = current?.upload === upload ? current.writtenAt : 0
      current = { upload, writtenAt: Math.max(before, writtenAt) }
    }
    if (current) yield current
  }

  async writeText(name: string, text: string): Promise<void> {
    await this.#requests.ask({ method: 'PUT', key: this.#prefix + textName(name), body: new Blob([text]) })
  }

  async readText(name: string): Promise<string | undefined> {
    const answer = await this.#requests.ask({ method: 'GET', key: this.#prefix + textName(name) })
    if (!answer) {
      await this.#askWhetherItIsThere()
      return undefined
    }
    const pieces: Buffer[] = []
    for await (const piece of answer.bytes(mostOfText + 1)) pieces.push(piece)
    const bytes = Buffer.concat(pieces)
    return bytes.length > mostOfText ? undefined : bytes.toString()
  }

  async removeText(name: string): Promise<void> {
    await this.#requests.ask({ method: 'DELETE', key: this.#prefix + textName(name) })
  }

  async *listTexts(): AsyncGenerator<string> {
    const prefix = `${this.#prefix}texts/`
    for await (const { key } of listObjects(this.#requests, prefix)) {
      const name = key.slice(prefix.length)
      if (isUpload(name)) yield name
    }
  }

  async address(hash: string, { type, disposition }: { type: string; disposition: string }): Promise<string> {
    return this.#requests.address(this.#keyOf(hash), addressSeconds, {
      'response-content-disposition': disposition,
      'response-content-type': type,
    })
  }

  async clean(olderThan: number): Promise<void> {
    await withFiles(() => cleanOwnFolder(this.incoming, olderThan))
  }

  async check(): Promise<void> {
    const key = `${this.#prefix}check-${randomUUID()}`
    try {
      await this.#askWhetherItIsThere()
      await this.#requests.ask({ method: 'PUT', key, body: new Blob(['This may be removed.\n']) })
      await this.#requests.ask({ method: 'DELETE', key })
    } catch (error) {
      throw inWords(error)
    }
  }

  #keyOf(hash: string): string {
    return this.#prefix + blobName(hash)
  }

  #partsOf(upload: string): string {
    return `${this.#prefix}incoming/${uploadName(upload)}/`
  }

  async #send(path: string, key: string, { replace }: { replace: boolean }): Promise<void> {
    await withFiles(async () => {
      const found = await lstat(path)
      if (!found.isFile()) throw storeAway(new Error('What is to be kept is no file'))
      if (!replace && (await this.#has(key, found.size))) return
      await uploadFile(this.#requests, { key, file: await openAsBlob(path) })
    })
  }

  async #has(key: string, bytes: number): Promise<boolean> {
    const found = await this.#requests.ask({ method: 'HEAD', key })
    return found !== undefined && lengthOf(found.headers) === bytes
  }

  async #get(key: string, range?: ByteRange): Promise<AsyncGenerator<Buffer> | undefined> {
    const headers = range && { range: `bytes=${range.start}-${range.end ?? ''}` }
    const answer = await this.#requests.ask({ method: 'GET', key, ...(headers && { headers }) })
    if (answer?.status === 416) await answer.text()
    return answer && bytesOf(answer, range)
  }

  async *#listPartsOf(upload: string): AsyncGenerator<ObjectPart> {
    const prefix = this.#partsOf(upload)
    for await (const { key, bytes } of listObjects(this.#requests, prefix)) {
      const offset = offsetOf(key.slice(prefix.length))
      if (offset !== undefined) yield { offset, bytes, key }
    }
  }

  async *#readPieces(parts: AsyncIterable<ObjectPart>): AsyncGenerator<Buffer> {
    for await (const { part, skip } of joinedParts(parts)) {
      const bytes = await this.#get(part.key, { start: skip, end: part.bytes - 1 })
      if (!bytes) throw storeAway(new Error(`GET ${part.key}: it was there a moment ago`))
      yield* bytes
    }
  }

  async #askWhetherItIsThere(): Promise<void> {
    const parameters = { 'list-type': '2', 'max-keys': '1', prefix: `${this.#prefix}none/` }
    const answer = await this.#requests.ask({ method: 'GET', key: '', parameters })
    await answer?.text()
    if (!answer) throw storeAway(new Error('GET of the bucket: 404'))
  }
}

/** Stores differ in what they make of a range: some send more than was asked for, or all of it. */
async function* bytesOf(answer: S3Answer, range?: ByteRange): AsyncGenerator<Buffer> {
  if (answer.status === 416) return
  if (!range) return yield* answer.bytes()
  const from = Number(/^bytes (\d+)-/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? 0)
  if (from > range.start) throw storeAway(new Error('GET: not the bytes that were asked for'))
  let skip = range.start - from
  for await (const part of answer.bytes(range.end + 1 - from)) {
    if (part.length > skip) yield part.subarray(skip)
    skip = Math.max(0, skip - part.length)
  }
}

/** The same, once its first piece is there: so what fails at once is thrown, and not the stream's. */
async function begun<T>(pieces: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await pieces.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* pieces
  })()
}

const reasons: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket',
  AccessDenied:
    'these keys may not use it: they need to list the bucket, and to read, write and delete in it',
  InvalidAccessKeyId: 'AWS_ACCESS_KEY_ID is not known there',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID',
  ExpiredToken: 'AWS_SESSION_TOKEN has ended',
  RequestTimeTooSkewed: "this machine's clock is wrong",
  AuthorizationHeaderMalformed: 'AWS_REGION is another one than that of the bucket',
  PermanentRedirect: 'AWS_REGION or AWS_ENDPOINT_URL_S3 is another one than that of the bucket',
}

/** For whoever sets it up; `name`: what the bucket is called. */
export function inWords(error: unknown, name = 'The bucket'): unknown {
  if (!(error instanceof DailiesError) || error.code !== 'unavailable') return error
  const { cause } = error
  if (!(cause instanceof S3Refusal)) return unavailable(cause, `${name} cannot be reached`)
  const reason = reasons[cause.code] ?? `it answers ${cause.status} ${cause.code}`.trim()
  return unavailable(cause, `${name} cannot be used: ${reason}`)
}
