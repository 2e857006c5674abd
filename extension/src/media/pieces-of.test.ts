import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { piecesOf, Silent } from './pieces-of.ts'

describe('a stream in pieces', () => {
  test('comes whole, in pieces of one size, however it came', async () => {
    for (const parts of [[10], [3, 3, 4], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [4, 4, 2], [0, 10, 0]]) {
      const pieces = await all(stream(parts))
      assert.deepEqual(
        pieces.map(({ size, isLast }) => [size, isLast]),
        [
          [4, false],
          [4, false],
          [2, true],
        ],
        String(parts),
      )
      assert.deepEqual(
        pieces.flatMap(({ content }) => content),
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      )
    }
  })

  test('ends with an empty one when it ends where a piece does, and when it is empty', async () => {
    assert.deepEqual(
      (await all(stream([4]))).map(({ size, isLast }) => [size, isLast]),
      [
        [4, false],
        [0, true],
      ],
    )
    assert.deepEqual(
      (await all(stream([]))).map(({ size, isLast }) => [size, isLast]),
      [[0, true]],
    )
  })

  test('that says nothing is let go of', async () => {
    let cancelled = false
    const silent = new ReadableStream<Uint8Array>({
      cancel: () => {
        cancelled = true
      },
    })
    await assert.rejects(all(silent, 20), Silent)
    assert.equal(cancelled, true)
  })

  test('is let go of when nobody wants more', async () => {
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(3)),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const _piece of piecesOf(endless, { size: 4, silence: 1000 })) break
    assert.equal(cancelled, true)
  })
})

function stream(parts: number[]): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream({
    start: (controller) => {
      for (const length of parts) controller.enqueue(Uint8Array.from({ length }, () => next++))
      controller.close()
    },
  })
}

async function all(source: ReadableStream<Uint8Array>, silence = 1000) {
  const found: { size: number; isLast: boolean; content: number[] }[] = []
  for await (const { bytes, isLast } of piecesOf(source, { size: 4, silence })) {
    found.push({ size: bytes.size, isLast, content: [...new Uint8Array(await bytes.arrayBuffer())] })
  }
  return found
}
