import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeptVersion } from '@dailies/contract/media.ts'
import { lookUp } from './look-up.ts'
import type { Read } from './row.ts'

const readOf = (index: number) => ({ sha256: `hash ${index}` }) as Read
const kept = (sha256: string) => ({ sha256 }) as KeptVersion

function told(
  ask: (sha256: string[]) => Promise<readonly KeptVersion[]>,
  signal = new AbortController().signal,
) {
  const read = new Set<string>()
  const found: { sha256: string; isRead: boolean }[] = []
  const looking = lookUp({
    ask,
    onRead: (reads) => {
      for (const one of reads.values()) if ('sha256' in one) read.add(one.sha256)
    },
    onFound: (some) => found.push(...some.map(({ sha256 }) => ({ sha256, isRead: read.has(sha256) }))),
    signal,
  })
  return { looking, read, found }
}

test('what is there already is told after what it is about, however soon the service answers', async () => {
  const asked: number[] = []
  const { looking, found } = told(async (sha256) => {
    asked.push(sha256.length)
    return sha256.map(kept)
  })
  for (let index = 0; index < 450; index += 1) {
    looking.add(index, readOf(index))
    // An answer that is there at once.
    await undefined
  }
  assert.equal(await looking.end(), true)
  assert.deepEqual(asked, [200, 200, 50])
  assert.equal(found.length, 450)
  assert.ok(found.every(({ isRead }) => isRead))
})

test('it is told where the service could not be asked, and what it answered is kept', async () => {
  let asked = 0
  const { looking, found } = told(async (sha256) => {
    asked += 1
    if (asked === 2) throw new Error('away')
    return sha256.map(kept)
  })
  for (let index = 0; index < 450; index += 1) looking.add(index, readOf(index))
  assert.equal(await looking.end(), false)
  assert.equal(found.length, 250)
})

test('nothing is told once it was left', async () => {
  const leaving = new AbortController()
  const { looking, read, found } = told(async (sha256) => sha256.map(kept), leaving.signal)
  looking.add(0, readOf(0))
  leaving.abort()
  await looking.end()
  assert.deepEqual([read.size, found.length], [0, 0])
})
