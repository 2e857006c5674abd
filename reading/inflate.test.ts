import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { inflate } from './inflate.ts'

const mebibyte = 1 << 20

test('what was deflated comes out, of any length up to the limit', async () => {
  for (const length of [0, 1, 4096, 100_000, 3 * mebibyte]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * index) >> 3)
    const inflated = await inflate(deflateSync(bytes), Math.max(length, 1))
    assert.equal(inflated.length, length)
    assert.deepEqual(inflated.bytes, bytes)
  }
})

test('of more than the limit no more is inflated than tells that it is more', async (t) => {
  const { DecompressionStream: Original } = globalThis
  let inflated = 0
  t.after(() => {
    globalThis.DecompressionStream = Original
  })
  globalThis.DecompressionStream = class {
    readable: ReadableStream
    writable: WritableStream
    constructor() {
      const stream = new Original('deflate')
      const counted = new TransformStream<Uint8Array, Uint8Array>({
        transform(part, controller) {
          inflated += part.length
          controller.enqueue(part)
        },
      })
      this.readable = stream.readable.pipeThrough(counted)
      this.writable = stream.writable
    }
  } as unknown as typeof Original

  const bomb = deflateSync(new Uint8Array(64 * mebibyte))
  const { bytes, length } = await inflate(bomb, mebibyte)
  assert.equal(bytes, undefined)
  assert.ok(length > mebibyte && length < 2 * mebibyte, `${length} bytes were taken`)
  assert.ok(inflated < 8 * mebibyte, `${inflated} bytes came out of the decompressor`)
})

test('of a broken stream, or one that is not all there, nothing comes out', async () => {
  const deflated = deflateSync(Buffer.from('a fox in the snow, a hen on the roof'))
  const damaged = Uint8Array.from(deflated, (byte, index) => (index === 12 ? byte ^ 255 : byte))
  for (const broken of [deflated.subarray(0, -5), damaged, new Uint8Array(), new Uint8Array(50)]) {
    assert.equal((await inflate(broken, mebibyte)).bytes, undefined)
  }
})
