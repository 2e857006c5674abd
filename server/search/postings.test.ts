import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { inAll, packed as packedInOrder, unpacked, type Wanted, wanting } from './postings.ts'

const packed = (numbers: readonly number[]) => packedInOrder(Uint32Array.from(numbers).sort())

const most = 5000
const number = fc.integer({ min: 1, max: most })
const someNumbers = fc.uniqueArray(number, { maxLength: 300 })

describe('packed numbers', () => {
  test('are read as they were, in order', () => {
    const large = fc.integer({ min: 1, max: 2 ** 31 - 1 })
    fc.assert(
      fc.property(fc.uniqueArray(fc.oneof(number, large)), (numbers) => {
        assert.deepEqual(
          [...unpacked(packed(numbers))],
          numbers.toSorted((one, other) => one - other),
        )
      }),
    )
  })

  test('are there once, however often they were given', () => {
    assert.deepEqual([...unpacked(packed([3, 1, 3, 200, 200]))], [1, 3, 200])
  })

  test('take a byte each, where they are near one another', () => {
    assert.equal(packed(Array.from({ length: 1000 }, (_, index) => 100 * (index + 1))).length, 1000)
  })
})

/** Of words from 1 to 12, which documents have them; and groups of such words. */
const asked = fc.record({
  documents: fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 8 }), { maxLength: 60 }),
  wanted: fc.array(fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 5,
  }),
})

const isWanted = (words: readonly number[], wanted: Wanted) =>
  wanted.every((group) => group.some((word) => words.includes(word)))

describe('documents that have a word of each group', () => {
  test('are found by their words', () => {
    fc.assert(
      fc.property(asked, ({ documents, wanted }) => {
        const says = wanting(wanted)
        assert.deepEqual(
          documents.map((words) => says(packed(words))),
          documents.map((words) => isWanted(words, wanted)),
        )
      }),
    )
  })

  test('are found by who has a word', () => {
    fc.assert(
      fc.property(asked, ({ documents, wanted }) => {
        const postings = new Map<number, Uint8Array>()
        for (let word = 1; word <= 12; word += 1) {
          const having = documents.flatMap((words, index) => (words.includes(word) ? [index + 1] : []))
          if (having.length > 0) postings.set(word, packed(having))
        }
        assert.deepEqual(
          inAll(postings, wanted, documents.length),
          documents.flatMap((words, index) => (isWanted(words, wanted) ? [index + 1] : [])),
        )
      }),
    )
  })

  test('are each found once, where several words of a group are theirs', () => {
    const postings = new Map([
      [1, packed([2, 3])],
      [2, packed([1, 3])],
    ])
    assert.deepEqual(inAll(postings, [[1, 2]], 3), [1, 2, 3])
  })
})

test('numbers of a segment may be as many as are wanted', () => {
  fc.assert(
    fc.property(someNumbers, someNumbers, (one, other) => {
      const postings = new Map([
        [1, packed(one)],
        [2, packed(other)],
      ])
      const both = one.filter((number) => other.includes(number)).sort((a, b) => a - b)
      assert.deepEqual(inAll(postings, [[1], [2]], most), both)
    }),
  )
})
