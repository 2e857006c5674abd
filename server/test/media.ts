import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CardMedia } from '@dailies/contract/media.ts'
import sharp from 'sharp'
import { type Answer, type Film, request, type TestService, type TestUser } from './service.ts'

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** RFC 9530. */
export const digestOf = (bytes: Uint8Array) =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

/** On a card, of which only a link was captured, which does not say when it ends. */
export const onlyALink: CardMedia = {
  ...{ state: 'waiting', endsAt: null, reason: null, isWorkedOn: false },
  ...{ type: null, bytes: null, width: null, height: null, durationSeconds: null, placeholder: null },
  ...{ original: null, thumbnails: [], poster: null, filmstrip: null, waveform: null, proxy: null },
}

let pictures = 0

/** A picture that no other is like, as a file. */
export function picture({ width = 640, height = 360 } = {}): Promise<Buffer> {
  pictures += 1
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${(pictures * 77) % 360} 60% 40%)"/>
    <circle cx="${(pictures * 131) % width}" cy="50%" r="${20 + ((pictures * 17) % 90)}" fill="#fed"/></svg>`
  return sharp(Buffer.from(text)).png().toBuffer()
}

/** Sends media of a version. */
export function put(
  { address }: Pick<TestService, 'address'>,
  { token }: Pick<TestUser, 'token'>,
  id: string,
  body: Uint8Array | undefined,
  { kind = 'original', headers = {} }: { kind?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return request(`${address}/api/assets/${id}/media?kind=${kind}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body && { body: body as Uint8Array<ArrayBuffer> }),
  })
}

/** A take in scene 012A, whose id it returns. */
export async function take(user: TestUser, { capture }: Film, more: object = {}): Promise<string> {
  const { status, body } = await user.ingest({ ...capture, ...more })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.asset.id
}

/** What is known of the media of a version, once `holds`. */
export async function mediaOnce(
  user: TestUser,
  id: string,
  what: string,
  // biome-ignore lint/suspicious/noExplicitAny: as the bodies of answers are
  holds: (media: any) => boolean,
  // biome-ignore lint/suspicious/noExplicitAny: as the bodies of answers are
): Promise<any> {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(25)) {
    const { body } = await user.get(`/api/assets/${id}/media`)
    if (holds(body.data)) return body.data
  }
  const { body } = await user.get(`/api/assets/${id}/media`)
  throw new Error(`It did not come true that ${what}: ${JSON.stringify(body)}`)
}
