import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type Answer, answering } from '../test/answers.ts'
import type { Dailies, Options } from './dailies.ts'

let close = () => {}
afterEach(() => close())

async function service(answers: Answer[], options?: Partial<Options>) {
  close()
  const server = await answering(answers, options)
  close = server.close
  return server
}

const capture = {
  projectId: 'p',
  sceneId: '1',
  platformKey: 'midjourney',
  assetType: 'IMAGE' as const,
  prompt: 'a lighthouse',
}

describe('what may be repeated', () => {
  test('reading is tried again after a failure of the service or of the network', async () => {
    const { asked, dailies } = await service([[503], 'cut', 'half'])
    assert.deepEqual((await dailies.listPlatforms()).platforms, [])
    assert.equal(asked.length, 4)
  })

  test('a capture is sent again just as it was, key and all', async () => {
    for (const name of ['ingest', 'createAsset'] as const) {
      const { asked, dailies } = await service(['cut', [502, {}, '<html>Bad gateway</html>']])
      await dailies[name](capture)
      assert.equal(asked.length, 3)
      assert.equal(new Set(asked.map(({ body }) => body)).size, 1)
      assert.match(JSON.parse(asked[0]!.body).provenance.captureId, /^[0-9a-f]{32}$/)
    }
  })

  test('each capture has a key of its own, in a batch as well', async () => {
    const { asked, dailies } = await service([[500]])
    await dailies.ingestBatch({ captures: [capture, capture] })
    await dailies.ingest(capture)
    const [first, again, single] = asked.map(({ body }) => JSON.parse(body))
    assert.deepEqual(again, first)
    const keys = [...first.captures, single].map(({ provenance }) => provenance.captureId)
    assert.equal(new Set(keys).size, 3)
  })

  test('a change of many is sent again by the same id, which is its own where none is given', async () => {
    const change = { id: 'p', of: { ids: ['a'] }, change: { kind: 'delete' as const } }
    const { asked, dailies } = await service(['cut'])
    await dailies.changeAssets(change)
    await dailies.changeAssets(change)
    await dailies.changeAssets({ ...change, requestId: 'mine' })
    const [first, again, other, mine] = asked.map(({ body }) => JSON.parse(body).requestId)
    assert.match(first, /^[0-9a-f]{32}$/)
    assert.deepEqual([again, mine], [first, 'mine'])
    assert.notEqual(other, first)
  })

  test('so are questions, and what sets something', async () => {
    const calls: ((dailies: Dailies) => Promise<unknown>)[] = [
      (dailies) => dailies.findCaptured({ outputUrls: ['https://x.example/1.png'] }),
      (dailies) => dailies.updateProfile({ preferences: {} }),
      (dailies) => dailies.updateAsset({ assetId: 'a', selected: true }),
      (dailies) => dailies.selectAsset({ id: 'a', selected: true }),
      (dailies) => dailies.changeStatus({ id: 'a', status: 'FINAL' }),
      (dailies) => dailies.undoAssetChanges({ id: 'c' }),
      (dailies) => dailies.revokeToken({ id: 'a' }),
    ]
    for (const call of calls) {
      const { asked, dailies } = await service([[500]])
      await call(dailies)
      assert.equal(asked.length, 2)
    }
  })

  test('what makes or deletes something is not, unless it was refused for the rate', async () => {
    const calls: ((dailies: Dailies) => Promise<unknown>)[] = [
      (dailies) => dailies.createToken({ name: 'x' }),
      (dailies) => dailies.rotateToken({ id: 'x' }),
      (dailies) => dailies.deleteWebhook({ id: 'x' }),
    ]
    for (const call of calls) {
      for (const answer of [[500] as Answer, 'cut' as const]) {
        const failing = await service([answer])
        await assert.rejects(call(failing.dailies), { isTemporary: true })
        assert.equal(failing.asked.length, 1)
      }
      const busy = await service([[429, { 'retry-after': '0' }]])
      await call(busy.dailies)
      assert.equal(busy.asked.length, 2)
    }
  })

  test('what is wrong stays wrong', async () => {
    for (const status of [400, 401, 403, 404, 405, 413]) {
      const { asked, dailies } = await service([[status, {}, '{"error":"No"}']])
      await assert.rejects(dailies.listPlatforms(), { status, message: 'No', isTemporary: false })
      assert.equal(asked.length, 1)
    }
  })

  test('it is given up after so many times, as the client or the call has it', async () => {
    const cut = () => Array<Answer>(9).fill('cut')
    const unreachable = { status: 0, message: 'The service cannot be reached', isTemporary: true }
    const { asked, dailies } = await service(cut(), { retries: 1 })
    await assert.rejects(dailies.listPlatforms(), unreachable)
    assert.equal(asked.length, 2)
    await assert.rejects(dailies.listPlatforms({}, { retries: 0 }), unreachable)
    assert.equal(asked.length, 3)
  })
})

describe('pauses', () => {
  test('are drawn at random, from 0 to 0.5, 1 and 2 seconds', async (t) => {
    const { asked, dailies } = await service(Array<Answer>(3).fill([500]))
    t.mock.method(Math, 'random', () => 0.25)
    const timers = t.mock.method(globalThis, 'setTimeout')
    await dailies.listPlatforms()
    const set = timers.mock.calls.map(({ arguments: [, milliseconds] }) => milliseconds)
    const expected = [125, 250, 500]
    assert.deepEqual(
      set.filter((milliseconds) => expected.includes(milliseconds!)),
      expected,
    )
    for (const [index, pause] of expected.entries()) {
      assert.ok(asked[index + 1]!.at - asked[index]!.at >= pause - 5)
    }
  })

  test('are as long as Retry-After says, in seconds or as a date', async () => {
    const inTwoSeconds = new Date(Date.now() + 2000).toUTCString()
    for (const retryAfter of ['1', inTwoSeconds]) {
      const { asked, dailies } = await service([[429, { 'retry-after': retryAfter }]])
      await dailies.createToken({ name: 'x' })
      const [first, second] = asked
      const soonest = retryAfter === '1' ? first!.at + 995 : undefined
      assert.ok(second!.at >= (soonest ?? 0))
      if (!soonest) assert.ok(Date.now() >= Date.parse(inTwoSeconds))
    }
  })

  test('of more than 30 seconds are for the caller to make', async () => {
    const busy: Answer = [429, { 'retry-after': '31' }, '{"error":"Too many requests"}']
    const { asked, dailies } = await service([busy])
    await assert.rejects(dailies.listPlatforms(), {
      status: 429,
      retryAfter: 31,
      message: 'Too many requests',
    })
    assert.equal(asked.length, 1)
  })

  test('end when the caller leaves', async () => {
    const { asked, dailies } = await service([[503, { 'retry-after': '20' }]])
    const begun = performance.now()
    const leaving = new AbortController()
    const reading = dailies.listPlatforms({}, { signal: leaving.signal })
    const reason = new Error('left')
    // While the second request waits for its turn, as a rule; before, where the answer takes longer.
    while (asked.length === 0) await setTimeout(10)
    await setTimeout(100)
    leaving.abort(reason)
    await assert.rejects(reading, reason)
    assert.ok(performance.now() - begun < 15_000)
    assert.equal(asked.length, 1)
  })
})
