import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { alwaysHeaders } from './always-headers.ts'
import { corsHeaders } from './cors.ts'
import { takesGzip } from './encoding.ts'
import { toHttpError } from './errors.ts'
import type { LongList } from './long-list.ts'
import { WrittenReply } from './written-reply.ts'

/** Below this, in characters, the way is no shorter for what is compressed. */
const leastToCompress = 1024

/** From this on, in bytes, a list is long, and what waits for all clients is looked at when an answer joins it. */
const large = 64 * 1024

const headersOfAll = {
  ...corsHeaders,
  ...alwaysHeaders,
  'content-type': 'application/json; charset=utf-8',
  // What nobody may keep, and nobody but the caller may see. RFC 9111, section 5.2.2.5.
  'cache-control': 'no-store',
}

/**
 * What a browser may keep, and show again once the service said that it is still so: to the same caller alone.
 * RFC 9111, sections 4.1 and 5.2.2.4.
 */
const headersOfKept = { 'cache-control': 'private, no-cache', vary: 'accept-encoding, authorization, cookie' }

interface Answer {
  request: FastifyRequest
  reply: FastifyReply
  status: number
  /** Whether the client may keep it. */
  kept: boolean
  /** Called once a large answer, or a part of one, was written. */
  wroteMuch: (bytes: number) => void
  /** Waits until a part may be read, or written; throws where the caller may no longer. */
  goOn: () => Promise<void>
  /** Reads the beginning of a list where there is room for it. */
  inRoom: <T>(work: () => Promise<T>) => Promise<T>
  /** The same for what comes after it in a long one. */
  inRoomOfParts: <T>(work: () => Promise<T>) => Promise<T>
}

/** Past Fastify's own way of sending: its hooks and serializers have nothing to add, and took a tenth of a request. */
export function sendJson(answer: Answer, value: unknown): Promise<void> {
  return sendText(answer, value instanceof WrittenReply ? value.json : JSON.stringify(value))
}

async function sendText(answer: Answer, text: string): Promise<void> {
  const { request, reply, status, wroteMuch } = answer
  const { raw } = reply
  // Not what a write answers: it may be a secret, beside what the client chose (BREACH).
  const compressed =
    text.length > leastToCompress && reads(request) && takesGzip(request.headers['accept-encoding'])
  // Who takes it as it is pays nothing: a tag costs a tenth of what compressing does, and spares that, too.
  const tag = compressed && answer.kept ? tagOf(text) : undefined
  if (tag && knows(request.headers['if-none-match'], tag)) {
    reply.hijack()
    raw.writeHead(304, { ...corsHeaders, ...alwaysHeaders, ...headersOfKept, etag: tag }).end()
    return
  }
  const bytes = compressed ? await compress(text) : text
  const length = Buffer.byteLength(bytes)
  reply.hijack()
  raw.writeHead(status, {
    ...headersOfAll,
    ...(compressed && { 'content-encoding': 'gzip' }),
    ...(text.length > leastToCompress && { vary: 'accept-encoding' }),
    ...(tag && { ...headersOfKept, etag: tag }),
    'content-length': length,
  })
  raw.end(bytes)
  if (length > large) wroteMuch(length)
}

/** Weak, for the compressed bytes may differ where the answer does not. RFC 9110, section 8.8.1. */
function tagOf(text: string): string {
  return `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`
}

/** RFC 9110, section 13.1.2. */
function knows(known: string | undefined, tag: string): boolean {
  const opaque = tag.slice(2)
  return known?.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque) === true
}

function reads({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function compress(text: string): Promise<Buffer> {
  return promisify(gzip)(text, { level: constants.Z_BEST_SPEED })
}

/**
 * A long list is written as far as its client reads: no more of it is held than one part. One that turns out to be short is
 * an answer as any other.
 */
export async function sendLongList(answer: Answer, list: LongList<Record<string, unknown>>): Promise<void> {
  const { request, reply, status, wroteMuch, goOn, inRoom, inRoomOfParts } = answer
  const { key, rest, parts } = list
  let text = `{${JSON.stringify(key)}:[`
  let comma = ''
  while (text.length < large) {
    const { value: rows, done } = await inRoom(() => parts.next())
    if (done) return sendText(answer, `${text}]${endOf(rest)}`)
    if (rows.length === 0) continue
    text += comma + textOf(rows)
    comma = ','
  }

  const { raw } = reply
  reply.hijack()
  raw.writeHead(status, headersOfAll)
  if (request.method === 'HEAD') return void raw.end()
  try {
    raw.write(text)
    for (let bytes = text.length; ; ) {
      wroteMuch(bytes)
      await taken(raw)
      if (raw.destroyed) return
      await goOn()
      const { value: rows, done } = await inRoomOfParts(() => parts.next())
      if (done) break
      await goOn()
      if (rows.length === 0) continue
      const part = comma + textOf(rows)
      bytes += part.length
      raw.write(part)
    }
    raw.end(`]${endOf(rest)}`)
  } catch (error) {
    if (toHttpError(error).unexpected) request.log.error({ id: request.id, err: error }, 'request failed')
    // The status is on its way, so only a list that is cut off says that it is not whole.
    raw.destroy()
  }
}

/** The items of an array, without its brackets. */
function textOf(rows: unknown[]): string {
  return JSON.stringify(rows).slice(1, -1)
}

/** What stands behind the list in the object. */
function endOf(rest: object): string {
  const members = JSON.stringify(rest).slice(1)
  return members === '}' ? members : `,${members}`
}

/** Fulfilled when the client has read what was written, or is gone. */
function taken(raw: ServerResponse): Promise<void> | undefined {
  if (!raw.writableNeedDrain || raw.destroyed) return undefined
  return new Promise((resolve) => {
    const done = () => {
      raw.off('drain', done).off('close', done)
      resolve()
    }
    raw.on('drain', done).on('close', done)
  })
}
