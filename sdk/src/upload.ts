import type { UploadKind, UploadState, VersionMedia } from '../../contract/media.ts'
import { ask } from './ask.ts'
import { type Options, replyOf, tokenOf } from './call.ts'
import { DailiesError, notOfDailies } from './error.ts'
import { withRetries } from './retry.ts'

/** Bytes of a part: what is sent again at most where a connection breaks. */
const partSize = 8 * 1024 ** 2
/** Bytes of its beginning and of its end that a file is told by, and of samples between them. */
const endSize = 1024 ** 2
const sampleSize = 64 * 1024
const samples = 16

export interface UploadOptions {
  signal?: AbortSignal | undefined
  /** Called with how many bytes of it are safe. */
  onProgress?: ((received: number, bytes: number) => void) | undefined
  /** How often a part is tried again; 5 unless told otherwise. */
  retries?: number | undefined
  /** Milliseconds that a part may take; 10 minutes unless told otherwise. */
  timeout?: number | undefined
}

/** What is sent: a file, or anything else of a known length. */
export interface Upload {
  /** Of the asset version. */
  id: string
  kind?: UploadKind
  file: Blob
}

/** Sends one request of an upload. */
export type SendPart = (
  path: string,
  request: {
    method: 'PUT' | 'POST'
    headers: Record<string, string>
    body: Blob | undefined
    signal: AbortSignal
  },
) => Promise<Response>

/** Sends a file with the token. See `uploadParts`. */
export function uploadMedia(
  options: Options,
  upload: Upload,
  more: UploadOptions = {},
): Promise<VersionMedia> {
  return uploadParts(
    async (path, { headers, ...request }) => {
      const authorization = `Bearer ${await tokenOf(options)}`
      return (options.fetch ?? fetch)(options.baseUrl + path, {
        ...request,
        headers: { ...headers, authorization },
        body: request.body ?? null,
        redirect: 'manual',
      })
    },
    upload,
    more,
  )
}

/**
 * Sends a file in parts, one after the other, and begins where an earlier try has left off: in this run of the program or another. Each
 * part goes with its digest, and so does a file that is of one part. Throws a DailiesError, or the reason of the signal when
 * that was aborted.
 */
export async function uploadParts(
  send: SendPart,
  { id, kind = 'original', file }: Upload,
  { signal, onProgress, retries = 5, timeout = 600_000 }: UploadOptions = {},
): Promise<VersionMedia> {
  const bytes = file.size
  if (bytes === 0) throw new DailiesError('The file is empty', { status: 400 })
  const whole = bytes <= partSize ? await digestOf(file) : undefined
  const fingerprint = await fingerprintOf(file)
  const path = `/api/assets/${encodeURIComponent(id)}/media?kind=${kind}&fingerprint=${fingerprint}`
  let received = 0

  const put = (range: string, body: Blob | undefined, digest?: string) =>
    withRetries(
      async () => {
        const headers: Record<string, string> = { 'content-range': range }
        if (body) headers['content-type'] = 'application/octet-stream'
        if (digest) headers['content-digest'] = digest
        if (whole) headers['repr-digest'] = whole
        const answer = await ask((end) => send(path, { method: 'PUT', headers, body, signal: end }), {
          timeout,
          signal,
        })
        return stateIn(replyOf(answer), bytes)
      },
      { retries, mayRepeat: ({ isTemporary, status }) => isTemporary && status !== 507, signal },
    )
  const askHowFar = () => put(`bytes */${bytes}`, undefined)

  let state = await askHowFar()
  for (let mismatches = 0; !state.media; ) {
    received = state.received
    onProgress?.(received, bytes)
    // All of it is there, and what made a file of it did not come to its end: the last part once more.
    const start = received < bytes ? received : Math.max(0, bytes - partSize)
    const end = Math.min(start + partSize, bytes)
    const part = file.slice(start, end)
    try {
      state = await put(`bytes ${start}-${end - 1}/${bytes}`, part, await digestOf(part))
      if (!state.media && (received === bytes || state.received < end)) throw notKept()
    } catch (error) {
      // Somebody else sends the same file, or it was begun anew: as far as it is, it is gone on with.
      const isBehind =
        error instanceof DailiesError && error.status === 409 && 'content-range' in error.fieldErrors
      if (!isBehind || mismatches >= retries) throw error
      mismatches += 1
      state = await askHowFar()
    }
  }
  onProgress?.(bytes, bytes)
  return state.media
}

/** Throws a DailiesError for what is none: it would be gone on with for ever. */
function stateIn(reply: object, bytes: number): UploadState {
  const { received, media } = Object((reply as { data?: unknown }).data)
  const isOne = Number.isInteger(received) && received >= 0 && received <= bytes
  if (!isOne || typeof media !== 'object') throw notOfDailies(200)
  return { received, bytes, media }
}

/** A part was taken and is not there, or the whole file twice and it is not kept: it would hardly ever end. */
function notKept(): DailiesError {
  return new DailiesError('The service took the file, but does not keep it', { status: 200 })
}

/**
 * Tells the file from others of the same length, parts of which are not gone on with: by its name and date, where it has them,
 * its beginning and end, and samples between.
 */
async function fingerprintOf(file: Blob & Partial<File>): Promise<string> {
  const { name, lastModified, size } = file
  const between = Array.from({ length: samples }, (_, index) => {
    const start = Math.floor((size * (index + 1)) / (samples + 1))
    return file.slice(start, start + sampleSize)
  })
  const told = new Blob([
    JSON.stringify([name, lastModified]),
    file.slice(0, endSize),
    ...between,
    file.slice(-endSize),
  ])
  const digest = (await digestOf(told))?.slice(9, -1) ?? plainHashOf(new Uint8Array(await told.arrayBuffer()))
  return digest.replace(/\W/g, '-')
}

/** FNV-1a twice, each time with other numbers: not against anybody's will, but two files have hardly ever the same. */
function plainHashOf(bytes: Uint8Array): string {
  let [one, other] = [0x811c9dc5, 0x9e3779b9]
  for (const byte of bytes) {
    one = Math.imul(one ^ byte, 0x01000193)
    other = Math.imul(other ^ byte, 0x85ebca6b)
    other ^= other >>> 15
  }
  return [one, other].map((half) => (half >>> 0).toString(16)).join('-')
}

/** RFC 9530, of SHA-256. Undefined where the page may not use it: outside of HTTPS and localhost. */
async function digestOf(part: Blob): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await part.arrayBuffer()))
  return `sha-256=:${btoa(String.fromCharCode(...digest))}:`
}
