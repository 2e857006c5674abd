import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashOfNothing, type S3Keys, signedAddress, signedRequest } from './s3-signature.ts'
import { noRoom, storeAway } from './store-failure.ts'

/** A bucket, and how it is asked. */
export interface S3Bucket {
  /** Where the keys begin: `https://s3.example.com/bucket/`, `https://bucket.s3.example.com/`. */
  url: URL
  keys: S3Keys
}

export interface S3Times {
  /** Until the head of an answer, and between two pieces of its body, in milliseconds. Sending has time of its own. */
  timeout: number
  /** Before each further try, in milliseconds. */
  pauses: number[]
}

const usualTimes: S3Times = { timeout: 30_000, pauses: [200, 1000] }

/** Slower than this, in bytes a millisecond, is not waited for. */
const slowestSending = 32

const mostOfText = 8_388_608
const mostOfError = 16_384

const fullCodes = new Set(['InsufficientStorage', 'QuotaExceeded', 'XMinioStorageFull', 'StorageFull'])

interface Question {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Within the bucket; the bucket itself where it is empty. No part of it between two `/` is `.` or `..`. */
  key: string
  parameters?: Record<string, string>
  headers?: Record<string, string>
  body?: Blob
}

export interface S3Answer {
  status: number
  headers: Headers
  /** The body, at most so many bytes of it, and with time-outs. Whoever stops early closes the connection. */
  bytes(most?: number): AsyncGenerator<Buffer>
  text(): Promise<string>
}

/** An answer that is no success. Tells nothing but the code: texts can hold what was signed. */
export class S3Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor({ method, key }: Question, status: number, code: string) {
    super(`${method} ${key || 'of the bucket'}: ${status} ${code}`)
    this.status = status
    this.code = code
  }
}

/** No answer, or one that breaks off. */
class NoAnswer extends Error {
  readonly isWorthAnotherTry: boolean

  constructor({ method, key }: Question, code: string, isWorthAnotherTry: boolean) {
    super(`${method} ${key || 'of the bucket'}: ${code}`)
    this.isWorthAnotherTry = isWorthAnotherTry
  }
}

/** Asks an S3-compatible store. */
export class S3Requests {
  readonly #bucket: S3Bucket
  readonly #times: S3Times

  constructor(bucket: S3Bucket, times: S3Times = usualTimes) {
    this.#bucket = bucket
    this.#times = times
  }

  /**
   * An answer of 2xx; undefined for a key that is missing, and one of 416 for bytes that it does not have. Tries again where
   * that may help. Throws `unavailable` or `no_room`, whose cause is an `S3Refusal` where there was an answer.
   */
  async ask(question: Question): Promise<S3Answer | undefined> {
    const bodyHash = question.body ? await hashOf(question.body) : hashOfNothing
    for (const pause of [...this.#times.pauses, undefined]) {
      try {
        return await this.#askOnce(question, bodyHash)
      } catch (error) {
        if (pause === undefined || !isWorthAnotherTry(error)) throw storeFailure(error)
        await sleep(pause)
      }
    }
    throw storeAway(undefined)
  }

  /** An address that reads the key for `seconds`, with these parameters. */
  address(key: string, seconds: number, parameters: Record<string, string>): Promise<string> {
    return signedAddress(this.#urlOf(key, parameters), seconds, this.#bucket.keys)
  }

  async #askOnce(question: Question, bodyHash: string): Promise<S3Answer | undefined> {
    const { method, key, parameters = {}, headers = {}, body } = question
    const unsigned = { method, url: this.#urlOf(key, parameters), bodyHash }
    const signed = await signedRequest(unsigned, this.#bucket.keys)
    const watch = new Watch(this.#times.timeout)
    watch.begin((body?.size ?? 0) / slowestSending)
    try {
      const response = await fetch(signed.url, {
        method,
        // Not signed: proxies change them.
        headers: { ...Object.fromEntries(signed.headers), ...headers, 'accept-encoding': 'identity' },
        body: body ?? null,
        redirect: 'manual',
        signal: watch.signal,
      })
      watch.end()
      const answer = answerOf(response, question, watch)
      if (response.ok || response.status === 416) {
        // What nobody reads would hold the connection.
        if (method !== 'GET' && method !== 'POST') await answer.text()
        return answer
      }
      const code = await codeIn(answer)
      if (response.status === 404 && (code === '' || code === 'NoSuchKey')) return undefined
      throw new S3Refusal(question, response.status, code)
    } catch (error) {
      throw error instanceof S3Refusal || error instanceof NoAnswer ? error : noAnswer(question, error, watch)
    } finally {
      watch.end()
    }
  }

  #urlOf(key: string, parameters: Record<string, string>): URL {
    const url = new URL(key.split('/').map(inPath).join('/'), this.#bucket.url)
    // The bucket itself is `/bucket`, and `/` where the host is its own.
    if (key === '') url.pathname = url.pathname.replace(/\/$/, '')
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url
  }
}

/** Whatever it has in it, as one part of a path (RFC 3986), and as it is signed. */
function inPath(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** SHA-256 in hex, which the store compares with what it gets. */
async function hashOf(body: Blob): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of body.stream()) hash.update(part)
  return hash.digest('hex')
}

/** Breaks a request off on which nothing has come for so long. */
class Watch {
  readonly #timeout: number
  readonly #controller = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor(timeout: number) {
    this.#timeout = timeout
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  begin(longer = 0): void {
    this.#timer = setTimeout(() => this.#controller.abort(), this.#timeout + longer)
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  breakOff(): void {
    this.end()
    this.#controller.abort()
  }
}

function answerOf(response: Response, question: Question, watch: Watch): S3Answer {
  async function* bytes(most = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    const reader = response.body?.getReader()
    let left = most
    try {
      while (reader) {
        watch.begin()
        const { done, value } = await reader.read().finally(() => watch.end())
        // Read to its end, the connection can be used again.
        if (done || (left === 0 && value.length > 0)) return
        const part = Buffer.from(value.buffer, value.byteOffset, Math.min(left, value.length))
        left -= part.length
        if (part.length > 0) yield part
      }
    } catch (error) {
      throw storeFailure(noAnswer(question, error, watch))
    } finally {
      watch.breakOff()
    }
  }
  const text = async () => {
    const parts = await Array.fromAsync(bytes(mostOfText))
    return Buffer.concat(parts).toString()
  }
  return { status: response.status, headers: response.headers, bytes, text }
}

/** The code of an error's XML; empty where there is none. */
async function codeIn(answer: S3Answer): Promise<string> {
  const parts = await Array.fromAsync(answer.bytes(mostOfError))
  return /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(Buffer.concat(parts).toString())?.[1] ?? ''
}

function noAnswer(question: Question, error: unknown, watch: Watch): NoAnswer {
  if (watch.signal.aborted) return new NoAnswer(question, 'no answer in time', false)
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'the connection failed'
  return new NoAnswer(question, code, true)
}

function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof NoAnswer) return error.isWorthAnotherTry
  return error instanceof S3Refusal && (error.status === 429 || error.status >= 500) && error.status !== 507
}

function storeFailure(error: unknown): unknown {
  if (error instanceof S3Refusal && (error.status === 507 || fullCodes.has(error.code))) return noRoom(error)
  return error instanceof S3Refusal || error instanceof NoAnswer ? storeAway(error) : error
}
