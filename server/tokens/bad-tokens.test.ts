import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { request, type TestService, testService, testUser } from '../test/service.ts'
import { authenticate } from './authenticate.ts'
import { BadTokens } from './bad-tokens.ts'
import { newRawToken } from './format.ts'
import { LastUsed } from './last-used.ts'

const { listProjects } = endpoints

/** What a delay takes at least. Whether there is none is seen on many in a row: a busy machine is slow now and then. */
const delayed = 990

describe('an address that keeps trying bad tokens', () => {
  test('is refused a second later from the 21st on, with the same answer; its good token is not delayed', async () => {
    await onService({}, async (service) => {
      const { token } = await testUser(service)
      const refusals = []
      for (let count = 0; count < 22; count += 1) refusals.push(await timed(() => tryToken(service)))
      const [first] = refusals
      for (const [index, { answer, milliseconds }] of refusals.entries()) {
        assert.deepEqual([answer.status, answer.body], [401, { error: 'Unauthorized' }])
        assert.deepEqual([...answer.headers.keys()], [...first!.answer.headers.keys()])
        if (index >= 20) assert.ok(milliseconds >= delayed, `${index + 1}: ${milliseconds} ms`)
      }
      assertNotDelayed(refusals.slice(0, 20))

      const good = []
      for (let count = 0; count < 10; count += 1) good.push(await timed(() => tryToken(service, { token })))
      for (const { answer } of good) assert.equal(answer.status, 200)
      assertNotDelayed(good)
    })
  })

  test('is not slowed where that is switched off', async () => {
    await onService({ DAILIES_SLOW_BAD_TOKENS: 'false' }, async (service) => {
      for (let count = 0; count < 20; count += 1) await tryToken(service)
      const refusals = []
      for (let count = 0; count < 10; count += 1) refusals.push(await timed(() => tryToken(service)))
      for (const { answer } of refusals) assert.equal(answer.status, 401)
      assertNotDelayed(refusals)
    })
  })

  test('gets every answer when it tries 1,000 at once, and the service works on', async () => {
    await onService({}, async (service) => {
      const { token } = await testUser(service)
      const { answer: answers, milliseconds } = await timed(() =>
        Promise.all(Array.from({ length: 1000 }, () => tryToken(service))),
      )
      for (const { status } of answers) assert.equal(status, 401)
      // One after the other they would take a thousand times as long.
      assert.ok(milliseconds >= delayed && milliseconds < 100 * delayed, `${milliseconds} ms`)
      assert.equal((await tryToken(service, { token })).status, 200)
    })
  })

  test('is the one that a trusted proxy names, and the sender itself without one', async () => {
    await onService({ DAILIES_TRUST_PROXY: '127.0.0.0/8, ::1' }, async (service) => {
      // What the client itself wrote stands on the left, and counts for nothing.
      const from = (address: string, spoofed: string) => ({ 'x-forwarded-for': `${spoofed}, ${address}` })
      for (let count = 0; count < 20; count += 1) {
        await tryToken(service, { headers: from('203.0.113.7', `198.51.100.${count}`) })
      }
      const same = await timed(() => tryToken(service, { headers: from('203.0.113.7', '192.0.2.1') }))
      assert.ok(same.milliseconds >= delayed, `${same.milliseconds} ms`)
      const others = []
      for (let count = 0; count < 10; count += 1) {
        const headers = from('203.0.113.8', '203.0.113.7')
        others.push(await timed(() => tryToken(service, { headers })))
      }
      assertNotDelayed(others)
    })
    await onService({}, async (service) => {
      for (let count = 0; count < 20; count += 1) {
        await tryToken(service, { headers: { 'x-forwarded-for': `203.0.113.${count}` } })
      }
      const { milliseconds } = await timed(() =>
        tryToken(service, { headers: { 'x-forwarded-for': '203.0.113.200' } }),
      )
      assert.ok(milliseconds >= delayed, `${milliseconds} ms`)
    })
  })
})

describe('slowing down', () => {
  test('counts an IPv6 address with its /64, and an IPv4 address however it is spelled', async () => {
    const badTokens = new BadTokens({ slows: true })
    for (let count = 0; count < 20; count += 1) {
      await badTokens.slowDown(`2001:db8:1:2::${count.toString(16)}`)
      await badTokens.slowDown(count % 2 ? '192.0.2.1' : '::ffff:192.0.2.1')
    }
    const times = await Promise.all(
      ['2001:db8:1:2:ffff::1', '192.0.2.1', '2001:db8:1:3::1', '192.0.2.2', 'unknown', ''].map((address) =>
        timed(() => badTokens.slowDown(address)),
      ),
    )
    assert.deepEqual(
      times.map(({ milliseconds }) => milliseconds >= delayed),
      [true, true, false, false, false, false],
    )
  })

  test('counts an address behind which a proxy writes a port as that address, whatever the port', async () => {
    const badTokens = new BadTokens({ slows: true })
    for (let count = 0; count < 20; count += 1) {
      await badTokens.slowDown(`203.0.113.77:${40_000 + count}`)
      await badTokens.slowDown(count % 2 ? `[2001:db8:7:7::1]:${40_000 + count}` : '[2001:db8:7:7::2]')
    }
    const times = await Promise.all(
      ['203.0.113.77', '203.0.113.77:9', '2001:db8:7:7::3', '203.0.113.78:40000'].map((address) =>
        timed(() => badTokens.slowDown(address)),
      ),
    )
    assert.deepEqual(
      times.map(({ milliseconds }) => milliseconds >= delayed),
      [true, true, true, false],
    )
  })

  test('lets 1,000 wait at a time, and each of them go', async () => {
    const badTokens = new BadTokens({ slows: true })
    for (let round = 0; round < 2; round += 1) {
      const times = await Promise.all(
        Array.from({ length: 1500 }, () => timed(() => badTokens.slowDown('192.0.2.1'))),
      )
      assert.equal(times.filter(({ milliseconds }) => milliseconds >= delayed).length, 1000)
    }
  })

  test('keeps no counter of its own for each of 100,000 networks', async () => {
    const badTokens = new BadTokens({ slows: true })
    const network = (index: number) =>
      `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::`
    for (let index = 0; index < 100_000; index += 1) void badTokens.slowDown(network(index))
    // Those that are slowed by now would be the most that may wait.
    await sleep(1500)
    const fresh = await Promise.all(
      Array.from({ length: 100 }, (_, index) => timed(() => badTokens.slowDown(`198.51.100.${index}`))),
    )
    assert.ok(fresh.some(({ milliseconds }) => milliseconds >= delayed))
  })
})

test('100,000 junk tokens ask the database nothing', async () => {
  const asked = () => assert.fail('the database was asked')
  const db = { engine: 'sqlite', all: asked, first: asked, run: asked } as unknown as Database
  const lastUsed = new LastUsed(db, asked)
  for (let index = 0; index < 100_000; index += 1) {
    const authorization = junk[index % junk.length]!(newRawToken())
    await assert.rejects(authenticate(db, lastUsed, authorization), { code: 'unauthorized' })
  }
  const valid = `Bearer ${newRawToken()}`
  await assert.rejects(authenticate(db, lastUsed, valid), { code: 'ERR_ASSERTION' }, 'the stub would tell')
})

const junk: ((rawToken: string) => string)[] = [
  (rawToken) => `Bearer ${rawToken.replace('svc_', 'svd_')}`,
  (rawToken) => `Bearer ${rawToken.slice(4)}`,
  (rawToken) => `Bearer ${rawToken.slice(0, -1)}${rawToken.endsWith('0') ? '1' : '0'}`,
  (rawToken) => `Bearer ${rawToken.slice(0, 20)}${rawToken[20] === 'a' ? 'b' : 'a'}${rawToken.slice(21)}`,
  (rawToken) => `Bearer ${rawToken}${rawToken}`,
  (rawToken) => `Bearer ${rawToken}\u0301`,
  (rawToken) => `Bearer ${rawToken.slice(0, -1)}\uff10`,
  (rawToken) => `Basic ${rawToken}`,
  (rawToken) => `Bearer ${rawToken} ${rawToken}`,
  () => `Bearer svc_${randomBytes(37).toString('base64url').slice(0, 49)}`,
  () => `Bearer ${randomBytes(32).toString('hex')}`,
  () => `Bearer ${'🎬'.repeat(50)}`,
  () => `Bearer svc_${'x'.repeat(10_000)}`,
  () => '',
]

async function onService(
  environment: Record<string, string>,
  work: (service: TestService) => Promise<void>,
): Promise<void> {
  const service = await testService('sqlite', { DAILIES_SLOW_BAD_TOKENS: 'true', ...environment })
  try {
    await work(service)
  } finally {
    await service.close()
  }
}

function tryToken(
  { address }: TestService,
  { token = newRawToken(), headers = {} }: { token?: string; headers?: Record<string, string> } = {},
) {
  return request(address + listProjects.path, { headers: { authorization: `Bearer ${token}`, ...headers } })
}

function assertNotDelayed(oneByOne: { milliseconds: number }[]): void {
  const total = oneByOne.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  assert.ok(total < oneByOne.length * 900, `${oneByOne.length} took ${total} ms`)
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; milliseconds: number }> {
  const begun = performance.now()
  const answer = await work()
  return { answer, milliseconds: performance.now() - begun }
}
