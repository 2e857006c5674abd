import { piecesOf, textOf } from './ask.ts'
import { call, type Options, tokenOf } from './call.ts'
import { DailiesError, errorOf, notOfDailies, unreachable } from './error.ts'
import { longestTimer, pauseAfter, wait } from './retry.ts'

/** Milliseconds between two looks whether it is ready. */
const lookAgain = 1000
/** Bytes of an answer that says what is wrong. */
const largestError = 2 ** 20

export interface ExportToDownload {
  /** Of the export. */
  id: string
  /** Where it is gone on with: the bytes of it that are there already. */
  from?: number | undefined
}

export interface DownloadOptions {
  signal?: AbortSignal | undefined
  /** Called with how many bytes of it were handed on, those before `from` among them, and how many it has. */
  onProgress?: ((received: number, bytes: number) => void) | undefined
  /** How often it is tried again without a further byte; 5 unless told otherwise. */
  retries?: number | undefined
  /** Milliseconds without a byte until a try is over; 60 seconds unless told otherwise. */
  timeout?: number | undefined
}

/**
 * The ZIP of an export, piece by piece, once it is ready, which is waited for. A connection that breaks is opened again where it broke.
 * No more of it is read than is taken. Throws a DailiesError, 409 where the export failed, or the reason of the signal when that was
 * aborted.
 */
export async function* downloadExport(
  options: Options,
  { id, from = 0 }: ExportToDownload,
  { signal, onProgress, retries = 5, timeout = 60_000 }: DownloadOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = await readyBytes(options, id, { signal, retries })
  if (!Number.isInteger(from) || from < 0 || from > bytes)
    throw new DailiesError(`The export has ${bytes} bytes: it cannot be gone on with at ${from}`, {
      status: 416,
    })
  let received = from
  onProgress?.(received, bytes)
  for (let failures = 0; received < bytes; ) {
    const before = received
    try {
      for await (const piece of rangeOf(options, { id, from: received, bytes }, { signal, timeout })) {
        received += piece.length
        yield piece
        onProgress?.(received, bytes)
      }
      if (received < bytes) throw unreachable(undefined)
    } catch (error) {
      if (received > before) failures = 0
      if (!(error instanceof DailiesError) || !error.isTemporary || failures >= retries) throw error
      await pauseAfter(error, failures, signal)
      failures += 1
    }
  }
}

async function readyBytes(
  options: Options,
  id: string,
  more: { signal: AbortSignal | undefined; retries: number },
): Promise<number> {
  for (;;) {
    const { data } = await call(options, 'readExport', { id }, more)
    const { state, bytes, reason } = Object(data)
    if (state === 'ready' && Number.isInteger(bytes)) return bytes
    if (state === 'failed')
      throw new DailiesError(`The export failed: ${reason ?? 'ask for another'}`, { status: 409 })
    if (state !== 'preparing') throw notOfDailies(200)
    await wait(lookAgain, more.signal)
  }
}

interface Range {
  id: string
  from: number
  bytes: number
}

/** What comes of it until the connection ends. A piece that nobody takes keeps no time. */
async function* rangeOf(
  options: Options,
  { id, from, bytes }: Range,
  { signal, timeout }: { signal: AbortSignal | undefined; timeout: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  signal?.throwIfAborted()
  const end = new AbortController()
  const leave = () => end.abort(signal?.reason)
  const giveUp = () => end.abort(new DailiesError(`The service sent nothing for ${timeout} ms`))
  const within = () => setTimeout(giveUp, Math.min(timeout, longestTimer))
  signal?.addEventListener('abort', leave)
  let timer = within()
  try {
    const response = await (options.fetch ?? fetch)(
      `${options.baseUrl}/api/exports/${encodeURIComponent(id)}/zip`,
      {
        headers: { authorization: `Bearer ${await tokenOf(options)}`, range: `bytes=${from}-` },
        redirect: 'manual',
        signal: end.signal,
      },
    )
    if (!response.ok) throw errorOf(response, await textOf(response, largestError))
    // A page of another origin is not told which part it is.
    const told = response.headers.get('content-range')
    const isOther = told !== null && told !== `bytes ${from}-${bytes - 1}/${bytes}`
    if (response.status !== 206 || isOther) throw notOfDailies(response.status)
    for await (const piece of piecesOf(response, bytes - from)) {
      clearTimeout(timer)
      yield piece
      timer = within()
    }
  } catch (cause) {
    end.signal.throwIfAborted()
    throw cause instanceof DailiesError ? cause : unreachable(cause)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
    end.abort()
  }
}
