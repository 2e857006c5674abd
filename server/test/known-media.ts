import assert from 'node:assert/strict'
import type { Attachment } from '@dailies/contract/attachment.ts'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import type { endpoints } from '@dailies/contract/endpoints.ts'
import { uploadKind } from '@dailies/contract/media.ts'
import fc from 'fast-check'
import type { AnyRequest, Known } from './arbitrary.ts'
import { attach } from './attachments.ts'
import { put, sha256, take } from './media.ts'
import type { Answer, Film, TestService, TestUser } from './service.ts'

type KnownOf = Partial<Record<keyof typeof endpoints, Known>>

/** What requests about media need to be good ones: a version that has a file of each kind. `newVersion` stands for one that has none. */
export async function knownMedia(
  service: TestService,
  user: TestUser,
  { film, newVersion }: { film: Film; newVersion: string },
) {
  const id = await take(user, film)
  // Of characters of one byte, so that what `request` returns is the bytes.
  const file = Buffer.from('A file of which any part can be told from any other. '.repeat(4).slice(0, 200))
  for (const kind of uploadKind.options) {
    const { status, body } = await put(service, user, id, file, { kind })
    assert.equal(status, 200, JSON.stringify(body))
  }
  const sent = await attach(service, user, id, file)
  const attachmentId = sent.body.data.id
  await user.send('POST', `/api/assets/${id}/comments`, { attachmentIds: [attachmentId] })
  const hash = sha256(file)
  const ofVersion = { id: fc.constant(id) }
  const kind = fc.constantFrom(...uploadKind.options)
  const v = hash.slice(0, 16)
  const tag = fc.constant(`"${hash}"`)
  const { data } = (await user.get(`/api/assets/${id}/media`)).body
  const [, ticket] = /^\/api\/media-links\/([^/]+)\//.exec(data.original) ?? []
  const knownOf: KnownOf = {
    readMedia: ofVersion,
    uploadMedia: { id: fc.constant(newVersion) },
    keepMedia: ofVersion,
    listAlike: ofVersion,
    // One of the two.
    searchAlike: { assetVersionId: fc.constant(id), look: fc.constant(undefined) },
    findKept: { id: fc.constant(film.projectId), sha256: fc.constant([hash]) },
    attachFile: { id: fc.constant(newVersion), name: fc.constantFrom('sketch.png', ' 場🎬.pdf', 'no type') },
    serveAttachment: { id: fc.constant(attachmentId), small: fc.constantFrom(undefined, 'false'), tag },
    serveMedia: { ...ofVersion, kind, v: fc.option(fc.constant(v), { nil: undefined }), tag },
    // A ticket is for one file, and of one hash.
    serveSignedMedia: {
      ...ofVersion,
      ticket: fc.constant(ticket),
      kind: fc.constant('original'),
      v: fc.constant(v),
      tag,
    },
  }

  /** Of a file that was served. RFC 9110, sections 13.2.2 and 14.2: what cannot be understood is as if it were not asked. */
  async function mustBeServed({ path, headers: asked }: AnyRequest, { status, headers, body }: Answer) {
    const [served, name] = path.endsWith('/zip') ? [await whole(path), path.split('/')[3]!] : [file, hash]
    const [expected, part] = rightAnswer(served, name, asked)
    assert.deepEqual([status, headers.get('etag')], [expected, expected === 416 ? null : `"${name}"`])
    if (expected !== 416) assert.match(headers.get('content-security-policy') ?? '', /; sandbox$/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('access-control-allow-origin'), '*')
    if (part) {
      assert.equal(body, part.toString())
      assert.equal(headers.get('content-length'), String(part.length))
    }
  }

  async function whole(path: string): Promise<Buffer> {
    const headers = { authorization: `Bearer ${user.token}` }
    return Buffer.from(await (await fetch(service.address + path, { headers })).arrayBuffer())
  }

  /** What was sent is what is given, and what a version is told to have. */
  async function mustBeKept({ path, search, file = new Uint8Array() }: AnyRequest, { body }: Answer) {
    if (path.endsWith('/attachments')) return mustBeAttached(file, body.data)
    // Only looked at: what is no picture is told.
    if (path.endsWith('/look')) return assert.equal(body.data.look === null, body.data.problem !== null)
    const { received, bytes } = body.data
    const kind = new URLSearchParams(search).get('kind') ?? 'original'
    const id = path.split('/')[3]
    if (received < bytes) return assert.equal(body.data.media, null)
    const url = `${service.address}/api/media/${id}/${kind}`
    const given = await fetch(url, { headers: { authorization: `Bearer ${user.token}` } })
    assert.deepEqual([given.status, received], [200, file.length])
    assert.deepEqual(new Uint8Array(await given.arrayBuffer()), file)
    if (kind === 'original') assert.deepEqual([body.data.media.sha256, bytes], [sha256(file), file.length])
  }

  async function mustBeAttached(file: Uint8Array, { url, bytes }: Attachment) {
    const headers = { authorization: `Bearer ${user.token}` }
    const given = await fetch(service.address + url, { headers })
    assert.deepEqual([given.status, bytes], [200, file.length])
    assert.deepEqual(new Uint8Array(await given.arrayBuffer()), file)
  }

  return { knownOf, mustBeServed, mustBeKept }
}

/** Whether an answer is of a file, or of why there is no such part of it. */
export function isServed({ serves }: Endpoint, { status }: Answer): boolean {
  return serves === true && [200, 206, 304, 416].includes(status)
}

function rightAnswer(file: Buffer, hash: string, asked: Record<string, string>): [status: number, Buffer?] {
  const known = asked['if-none-match'] ?? ''
  if (known === '*' || known.includes(hash)) return [304]
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(asked.range ?? '') ?? []
  const isBackwards = first !== '' && last !== '' && Number(last) < Number(first)
  const isOfThese = (asked['if-range'] ?? hash).includes(hash)
  if (first + last === '' || isBackwards || !isOfThese) return [200, file]
  const part = first
    ? file.subarray(Number(first), last ? Number(last) + 1 : undefined)
    : file.subarray(Math.max(0, file.length - Number(last)))
  return part.length > 0 ? [206, part] : [416]
}
