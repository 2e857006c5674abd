import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DailiesError, notFound } from '../error.ts'
import { alwaysHeaders } from './always-headers.ts'
import { corsHeaders } from './cors.ts'
import type { MediaFile } from './media-file.ts'

interface Range {
  start: number
  end: number
}

/**
 * Answers with a file, or a part of it (RFC 9110, sections 13 and 14), as far as its client reads. Somebody sent these bytes: in a page
 * of their own they could do nothing.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts: file }: MediaFile,
  { isOpen }: { isOpen: boolean },
): Promise<void> {
  const { raw } = reply
  const { hash, bytes, type, disposition, isImmutable, address } = file
  const tag = `"${hash}"`
  const headers = {
    ...corsHeaders,
    ...alwaysHeaders,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    // By a signed address pages of extensions and of other tools show it; else the console alone.
    'cross-origin-resource-policy': isOpen ? 'cross-origin' : 'same-origin',
    'cache-control': isImmutable ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    ...(!isOpen && { vary: 'authorization, cookie' }),
    etag: tag,
  }
  if (knows(request.headers['if-none-match'], tag)) {
    reply.hijack()
    return void raw.writeHead(304, headers).end()
  }
  // An address of S3 is signed for GET alone.
  if (address !== undefined && request.method !== 'HEAD') {
    reply.hijack()
    return void raw.writeHead(302, { ...headers, 'cache-control': 'no-store', location: address }).end()
  }
  const range = rangeOf(request, bytes, tag)
  if (range === 'none') {
    throw new DailiesError('no_such_range', 'There is nothing at that range', {
      headers: { 'content-range': `bytes */${bytes}` },
    })
  }
  const described = {
    ...headers,
    'content-type': type,
    'content-disposition': disposition,
    'accept-ranges': 'bytes',
    'content-length': range ? range.end - range.start + 1 : bytes,
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${bytes}` }),
  }
  const isHead = request.method === 'HEAD'
  const stream = isHead || bytes === 0 ? undefined : await file.read(range)
  if (!stream && !isHead && bytes > 0) throw notFound('Media')
  reply.hijack()
  raw.writeHead(range ? 206 : 200, described)
  if (!stream) return void raw.end()
  try {
    await send(stream, raw, Number(described['content-length']))
  } catch (error) {
    // The status is on its way, so only an answer that is cut off says that it is not whole.
    if (!raw.destroyed) raw.destroy()
    if (!request.raw.socket.destroyed) request.log.warn({ id: request.id, err: error }, 'media were cut off')
  }
}

/** As fast as the client takes it. Throws where it leaves, the stream breaks off, or there are fewer bytes than were announced. */
async function send(
  stream: Readable & { giveBack?(piece: Buffer): void },
  raw: ServerResponse,
  announced: number,
): Promise<void> {
  let sent = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    sent += piece.length
    if (sent > announced) break
    await written(raw, piece)
    stream.giveBack?.(piece)
  }
  if (sent !== announced) throw new Error('The store has another number of bytes than it should')
  raw.end()
}

/** Fulfilled once nothing of it is in memory for it. */
function written(raw: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const left = () => reject(new Error('The client has left'))
    if (raw.destroyed) return left()
    raw.once('close', left)
    raw.write(piece, (error) => {
      raw.off('close', left)
      if (error) reject(error)
      else resolve()
    })
  })
}

/** RFC 9110, section 13.1.2. */
function knows(known: string | undefined, tag: string): boolean {
  if (known === undefined) return false
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

/** What is asked for; undefined is all, also where the request asks for several ranges, or in other units (section 14.2). */
function rangeOf(
  { headers, method }: FastifyRequest,
  bytes: number,
  tag: string,
): Range | 'none' | undefined {
  const { range, 'if-range': ifRange } = headers
  if (range === undefined || method !== 'GET') return undefined
  if (ifRange !== undefined && ifRange !== tag) return undefined
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range.trim()) ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), bytes)
    return length === 0 ? 'none' : { start: bytes - length, end: bytes - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= bytes) return 'none'
  return { start, end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) }
}
