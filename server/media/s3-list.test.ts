import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listObjects } from './s3-list.ts'
import type { S3Requests } from './s3-requests.ts'

/** A bucket that lists these keys, two a page, as S3 does. */
function bucketOf(...keys: string[]): S3Requests {
  const order = keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
  const ask = async ({ parameters = {} }: Parameters<S3Requests['ask']>[0]) => {
    const from = order.indexOf(parameters['start-after'] ?? '') + 1
    const contents = order
      .slice(from, from + 2)
      .map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
    return { text: async () => `<IsTruncated>${from + 2 < order.length}</IsTruncated>${contents.join('')}` }
  }
  return { ask } as unknown as S3Requests
}

test('keys are in the order of UTF-8, which is another one beyond U+FFFF', async () => {
  const keys = ['a', 'é', '灯', '！.mp4', '😀.mp4', '𝄞']
  const found = await Array.fromAsync(listObjects(bucketOf(...keys), ''))
  assert.deepEqual(
    found.map(({ key }) => key),
    keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
  )
  assert.equal(found.length, keys.length)
})
