import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { afterEach, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Answer, answering } from '../test/answers.ts'
import type { Options } from './dailies.ts'

let close = () => {}
afterEach(() => close())

async function service(answers: Answer[], options: Partial<Options> = { retries: 0 }) {
  close()
  const server = await answering(answers, options)
  close = server.close
  return server
}

describe('waiting', () => {
  test('ends when the service takes too long, as the client or the call has it', async () => {
    const { dailies } = await service(['never', 'never'], { timeout: 50, retries: 0 })
    const late = (timeout: number) => ({ status: 0, message: `The service took longer than ${timeout} ms` })
    await assert.rejects(dailies.listPlatforms(), late(50))
    await assert.rejects(dailies.listPlatforms({}, { timeout: 60 }), late(60))
  })

  test('is no shorter for a time that no timer takes', async () => {
    const { dailies } = await service([], { timeout: Number.POSITIVE_INFINITY })
    assert.deepEqual((await dailies.listPlatforms()).platforms, [])
  })

  test('ends at once when the caller leaves, with the reason that was given', async () => {
    const { dailies } = await service(['never'])
    const leaving = new AbortController()
    const reason = new Error('left')
    const reading = dailies.listPlatforms({}, { signal: leaving.signal })
    setTimeout(() => leaving.abort(reason), 50)
    await assert.rejects(reading, reason)
  })

  test('does not begin when the caller has left already', async () => {
    const { asked, dailies } = await service([])
    const reason = new Error('left')
    await assert.rejects(dailies.listPlatforms({}, { signal: AbortSignal.abort(reason) }), reason)
    await assert.rejects(dailies.each.listTokens({}, { signal: AbortSignal.abort(reason) }).next(), reason)
    assert.deepEqual(asked, [])
  })

  test('leaves nothing behind on a signal that lives on', async () => {
    const { dailies } = await service([[200], [500], 'cut'], {})
    const { signal } = new AbortController()
    await dailies.listPlatforms({}, { signal })
    await dailies.listPlatforms({}, { signal })
    assert.deepEqual(getEventListeners(signal, 'abort'), [])
  })
})

describe('answers that are none of Dailies', () => {
  test('a page in its place is told as what it is, and asked for once', async () => {
    const { asked, dailies } = await service([[200, {}, '<html>Welcome</html>']], {})
    await assert.rejects(dailies.listPlatforms(), {
      name: 'DailiesError',
      status: 200,
      message: 'The answer is not JSON: is this the address of Dailies?',
    })
    assert.equal(asked.length, 1)
  })

  test('so is JSON that is no answer of ours', async () => {
    for (const text of ['null', '[]', '"x"', '1']) {
      const { asked, dailies } = await service([[200, {}, text]], {})
      await assert.rejects(dailies.listPlatforms(), {
        name: 'DailiesError',
        status: 200,
        message: 'The answer is none of Dailies: is this its address?',
        isTemporary: false,
      })
      assert.equal(asked.length, 1)
    }
  })

  test('a redirect is not followed: it would lose the token', async () => {
    const elsewhere = await answering([])
    try {
      const { dailies } = await service([[301, { location: elsewhere.baseUrl }, '']], {})
      await assert.rejects(dailies.listPlatforms(), {
        status: 301,
        message: `The service redirects to ${elsewhere.baseUrl}`,
        isTemporary: false,
      })
      assert.deepEqual(elsewhere.asked, [])
    } finally {
      elsewhere.close()
    }
  })

  test('an error in another form is told by its status', async () => {
    for (const body of ['', 'null', '[]', '"no"', '{"error":{"code":7}}', '<html>']) {
      const { dailies } = await service([[503, {}, body]])
      await assert.rejects(dailies.listPlatforms(), {
        status: 503,
        message: 'The service answered with status 503',
        fieldErrors: {},
        formErrors: [],
      })
    }
  })

  test('nobody there is told as that', async () => {
    const { dailies } = await service([])
    close()
    await assert.rejects(dailies.listPlatforms(), { status: 0, message: 'The service cannot be reached' })
  })
})

describe('an answer that is too large', () => {
  function* withoutEnd() {
    for (;;) yield ' '.repeat(64 * 1024)
  }
  const refused = (size: string, status = 200) => ({
    name: 'DailiesError',
    status,
    isTemporary: false,
    message: `The answer has more than ${size}: is this the address of Dailies?`,
  })

  test('is read no further than 64 MiB, and asked for once', async () => {
    const { asked, dailies } = await service([[200, {}, withoutEnd]], {})
    await assert.rejects(dailies.listPlatforms(), refused('64 MiB'))
    assert.equal(asked.length, 1)
  })

  test('is read no further than the client has it, an error too', async () => {
    const { dailies } = await service(
      [
        [200, {}, withoutEnd],
        [503, {}, withoutEnd],
      ],
      { largestAnswer: 1000, retries: 0 },
    )
    await assert.rejects(dailies.listPlatforms(), refused('1000 bytes'))
    await assert.rejects(dailies.listPlatforms(), refused('1000 bytes', 503))
  })

  test('is told by what it is without compression', async () => {
    const bytes = gzipSync(' '.repeat(2 ** 20 + 1))
    const { dailies } = await service([[200, { 'content-encoding': 'gzip' }, bytes]], {
      largestAnswer: 2 ** 20,
    })
    await assert.rejects(dailies.listPlatforms(), refused('1 MiB'))
  })

  test('is none up to there, in characters of several bytes as well', async () => {
    const body = JSON.stringify({ platforms: [{ name: '薄明'.repeat(50_000) }] })
    const { dailies } = await service([[200, {}, body]], { largestAnswer: Buffer.byteLength(body) })
    assert.deepEqual(await dailies.listPlatforms(), JSON.parse(body))
  })
})
