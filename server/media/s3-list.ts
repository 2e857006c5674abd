import type { S3Requests } from './s3-requests.ts'
import { storeAway } from './store-failure.ts'

/** An object of the bucket. */
interface S3Object {
  key: string
  bytes: number
  /** Milliseconds since 1970. */
  writtenAt: number
}

/** All objects whose keys begin so, in the order of their keys in UTF-8; a page of a thousand at a time. */
export async function* listObjects(requests: S3Requests, prefix: string): AsyncGenerator<S3Object> {
  for (let after: string | undefined; ; ) {
    const parameters = { 'list-type': '2', prefix, ...(after !== undefined && { 'start-after': after }) }
    const answer = await requests.ask({ method: 'GET', key: '', parameters })
    const text = (await answer?.text()) ?? ''
    for (const object of objectsIn(text)) {
      // Some stores list in another order, or take no notice of where to go on.
      if (after !== undefined && Buffer.compare(Buffer.from(object.key), Buffer.from(after)) <= 0)
        throw storeAway(new Error('GET of the bucket: out of order'))
      after = object.key
      yield object
    }
    if (!/<IsTruncated>\s*true\s*</.test(text)) return
  }
}

function* objectsIn(text: string): Generator<S3Object> {
  for (const [, item = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = textOf(item, 'Key')
    const bytes = Number(textOf(item, 'Size'))
    const writtenAt = Date.parse(textOf(item, 'LastModified') ?? '')
    if (key !== undefined && Number.isSafeInteger(bytes)) yield { key, bytes, writtenAt: writtenAt || 0 }
  }
}

function textOf(item: string, tag: string): string | undefined {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(item)?.[1]
  return text?.replace(
    /&(lt|gt|quot|apos|amp|#x?[0-9a-f]+);/gi,
    (entity, name: string) => characterOf(name) ?? entity,
  )
}

const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return characters[name]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
