import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { readBody } from './read-body.ts'

const whole = 'The Long Tide'
const pieces = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)))

describe('the body of a request', () => {
  for (const announced of [0, 5, 13])
    test(`is its pieces in their order, where ${announced} bytes are announced`, async () => {
      for (const texts of [['The', ' Long ', 'Ti', 'de'], [...whole], [whole]]) {
        const body = await readBody(pieces(...texts), { limit: 13, announced })
        assert.equal(body.toString(), whole)
      }
    })

  test('is empty where nothing comes', async () => {
    assert.equal((await readBody(pieces(), { limit: 13, announced: 0 })).length, 0)
  })

  test('is not copied where it comes in one piece', async () => {
    const piece = Buffer.from(whole)
    assert.equal((await readBody(Readable.from([piece]), { limit: 13, announced: 13 })).buffer, piece.buffer)
  })

  test('is refused once it is too large, and no more of it is kept', async () => {
    const body = pieces('The', ' Long ', 'Ti', 'de')
    await assert.rejects(readBody(body, { limit: 8, announced: 0 }), { code: 'too_large' })
    assert.equal(body.listenerCount('data'), 0)
  })

  test('is not read where too much is announced', async () => {
    const body = pieces(whole)
    await assert.rejects(readBody(body, { limit: 12, announced: 13 }), { code: 'too_large' })
    assert.equal(body.readableFlowing, null)
  })

  test('fails as its stream does', async () => {
    const body = new Readable({ read: () => {} })
    body.push(Buffer.from('The'))
    const reading = readBody(body, { limit: 13, announced: 13 })
    body.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    await assert.rejects(reading, { code: 'ECONNRESET' })
  })
})
