import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { TokenRateLimit } from '@dailies/contract/token.ts'
import { engines } from '../test/engines.ts'
import { onRunning, onService, runSql, startServe } from '../test/process.ts'
import {
  type Answer,
  callerWith,
  request,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { fullAccess } from './access.ts'
import { issueToken } from './issue.ts'
import { RateLimits } from './rate-limits.ts'
import { commandLine } from './token-manager.ts'

const { listProjects, ingestBatch, updateToken, changeAssets, undoAssetChanges } = endpoints
const limited = { DAILIES_RATE_LIMIT: 'true' }

for (const engine of engines) {
  describe(`without limits on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await testService(engine)
    })
    after(() => service.close())

    test('150 requests get through, and no header speaks of limits', async () => {
      const get = await getter(service)
      for (const answer of await times(150, get)) {
        assert.equal(answer.status, 200)
        assert.deepEqual(fieldsOf(answer), { policy: null, limit: null, retryAfter: null })
      }
    })

    test('a token with a limit of its own is held to it, and to another one from the next request on', async () => {
      const get = await getter(service, { perMinute: 3, perHour: 4 })
      assert.deepEqual(statuses(await times(4, get)), [200, 200, 200, 429])
      const actor = await testUser(service)
      const { id, token } = await issueToken(service.db, commandLine(actor.id), {
        name: 'own',
        rateLimit: { perMinute: 1, perHour: 10 },
      })
      const own = () => getWith(service.address, token)
      assert.deepEqual(statuses(await times(2, own)), [200, 429])
      const path = updateToken.path.replace('{id}', id)
      await actor.send('PATCH', path, { rateLimit: { perMinute: 3, perHour: 10 } })
      assert.deepEqual(statuses(await times(2, own)).sort(), [200, 200])
      await actor.send('PATCH', path, { rateLimit: null })
      assert.equal(fieldsOf(await own()).limit, null)
    })

    if (engine === 'postgres') {
      test('a request that cannot be counted is refused with 503', async () => {
        const get = await getter(service, { perMinute: 3, perHour: 4 })
        await runSql(service.place, 'alter table rate_limits rename to elsewhere')
        const { status, body } = await get()
        assert.deepEqual(
          [status, body],
          [503, { error: 'Requests cannot be counted at the moment, try again' }],
        )
        await runSql(service.place, 'alter table elsewhere rename to rate_limits')
        assert.equal((await get()).status, 200)
      })
    }
  })

  describe(`limits on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await testService(engine, limited)
      mock.timers.enable({ apis: ['Date'], now: Date.now() })
    })
    after(async () => {
      mock.timers.reset()
      await service.close()
    })

    test('nobody lifts a token above the limit of the installation but whoever runs it', async () => {
      const actor = await testUser(service)
      const make = (rateLimit: object | null) =>
        actor.send('POST', endpoints.createToken.path, { name: 'fast', rateLimit })
      assert.equal((await make({ perMinute: 101, perHour: 1000 })).status, 403)
      assert.equal((await make({ perMinute: 100, perHour: 1001 })).status, 403)
      assert.equal((await make({ perMinute: 100, perHour: 1000 })).status, 201)
      assert.equal((await make(null)).status, 201)

      const rateLimit = { perMinute: 5000, perHour: 9000 }
      const { id } = await issueToken(service.db, commandLine(actor.id), { name: 'lifted', rateLimit })
      const path = updateToken.path.replace('{id}', id)
      const renamed = await actor.send('PATCH', path, { name: 'by the operator' })
      assert.deepEqual([renamed.status, renamed.body.data.rateLimit], [200, rateLimit])
      assert.equal(
        (await actor.send('PATCH', path, { rateLimit: { perMinute: 200, perHour: 900 } })).status,
        403,
      )
    })

    test('100 requests of a token pass in a minute, the 101st is told when to come back', async () => {
      const [get, other] = [await getter(service), await getter(service)]
      const answers = await times(100, get)
      assert.deepEqual(new Set(statuses(answers)), new Set([200]))
      const left = answers.map((answer) => itemsOf(fieldsOf(answer).limit).minute!.r)
      assert.deepEqual(
        left,
        Array.from({ length: 100 }, (_, index) => 99 - index),
      )
      mock.timers.tick(17_300)
      const refused = await get()
      assert.deepEqual([refused.status, refused.body], [429, { error: 'Too many requests' }])
      const { policy, limit, retryAfter } = fieldsOf(refused)
      assert.equal(retryAfter, '43')
      assert.deepEqual(itemsOf(policy), { minute: { q: 100, w: 60 }, hour: { q: 1000, w: 3600 } })
      assert.deepEqual(itemsOf(limit), { minute: { r: 0, t: 43 }, hour: { r: 900, t: 3583 } })

      assert.equal((await other()).status, 200)
      mock.timers.tick(42_000)
      assert.equal((await get()).status, 429)
      mock.timers.tick(1000)
      const { minute, hour } = itemsOf(fieldsOf(await get()).limit)
      assert.deepEqual([minute, hour!.r], [{ r: 99, t: 60 }, 899])
    })

    test('the hour has a limit too, what is refused does not count, and Retry-After holds', async () => {
      const get = await getter(service, { perMinute: 10, perHour: 15 })
      assert.deepEqual(new Set(statuses(await times(10, get))), new Set([200]))
      const [first] = await times(20, get)
      assert.deepEqual([first!.status, fieldsOf(first!).retryAfter], [429, '60'])
      mock.timers.tick(60_000)
      assert.deepEqual(statuses(await times(6, get)), [200, 200, 200, 200, 200, 429])
      const refused = fieldsOf(await get())
      assert.equal(refused.retryAfter, '3540')
      assert.deepEqual(itemsOf(refused.limit).hour, { r: 0, t: 3540 })
      mock.timers.tick(3_539_000)
      assert.equal((await get()).status, 429)
      mock.timers.tick(1000)
      assert.equal((await get()).status, 200)
    })

    test('when the minute and the hour are used up, the hour says when', async () => {
      const get = await getter(service, { perMinute: 5, perHour: 5 })
      await times(5, get)
      assert.equal(fieldsOf(await get()).retryAfter, '3600')
    })

    test('a batch costs as many as it has captures, and may use the burst allowance', async () => {
      const user = await testUser(service)
      const { capture } = await testFilm(service.db, user)
      const batch = (count: number) =>
        user.send('POST', ingestBatch.path, { captures: Array(count).fill(capture) })
      const before = itemsOf(fieldsOf(await user.get(listProjects.path)).limit)
      const one = await batch(40)
      assert.deepEqual(one.body.results.length, 40)
      const after = itemsOf(fieldsOf(one).limit)
      assert.deepEqual(
        [before.minute!.r! - after.minute!.r!, before.hour!.r! - after.hour!.r!, after.burst],
        [40, 40, undefined],
      )
      const two = await batch(100)
      assert.equal(two.status, 200, 'from the burst allowance')
      assert.deepEqual(itemsOf(fieldsOf(two).policy).burst, { q: 200, w: 60 })
      const { minute, hour, burst } = itemsOf(fieldsOf(two).limit)
      assert.deepEqual(
        [200 - burst!.r! + after.minute!.r! - minute!.r!, after.hour!.r! - hour!.r!],
        [100, 100],
      )
      assert.ok(burst!.r! <= 101, `what did not fit the minute took it up: ${burst!.r}`)
      const [three, four] = [await batch(100), await batch(100)]
      assert.deepEqual(statuses([three, four]), [200, 429])
      const left = itemsOf(fieldsOf(four).limit).minute!.r!
      assert.ok(left > 0)
      assert.equal((await batch(left)).status, 200, 'a smaller one fits the minute')
      const refused = await user.get(listProjects.path)
      assert.equal(refused.status, 429, 'the burst allowance is for batches only')
      mock.timers.tick(1000 * Number(fieldsOf(refused).retryAfter))
      assert.equal((await batch(100)).status, 200)
    })

    test('a change of many costs one for each ten that it names, and its undoing one for each ten that it changed', async () => {
      const user = await testUser(service)
      const { capture, projectId } = await testFilm(service.db, user)
      const captures = Array(25).fill(capture)
      const made = (await user.send('POST', ingestBatch.path, { captures })).body.results
      const ids = made.map(({ asset }: { asset: { id: string } }) => asset.id)
      const hour = (answer: Answer) => itemsOf(fieldsOf(answer).limit).hour!.r!
      let left = hour(await user.get(listProjects.path))
      const costOf = (answer: Answer) => {
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
        const before = left
        left = hour(answer)
        return before - left
      }
      const change = (ids: string[], change: object) =>
        user.send('POST', changeAssets.path.replace('{id}', projectId), { of: { ids }, change })
      const undo = (id: string, by: TestUser = user) =>
        by.send('POST', undoAssetChanges.path.replace('{id}', id), {})
      const tagged = await change(ids, { kind: 'tags', addTags: ['sea'] })
      assert.equal(costOf(tagged), 3)
      const other = await testUser(service)
      const member = { userId: other.id, role: 'viewer' }
      await user.send('POST', `/api/projects/${projectId}/members`, member)
      left -= 1
      const ofOther = hour(await other.get(listProjects.path))
      const refused = await undo(tagged.body.data.id, other)
      assert.deepEqual([refused.status, ofOther - hour(refused)], [403, 1], 'of a viewer it is none')
      assert.equal(costOf(await undo(tagged.body.data.id)), 3)
      assert.equal(costOf(await undo(tagged.body.data.id)), 1, 'it is done already')
      assert.equal(costOf(await change(ids.slice(0, 10), { kind: 'delete' })), 1)
      const thousand = Array.from({ length: 1000 }, (_, number) => `none ${number}`)
      assert.equal(costOf(await change(thousand, { kind: 'delete' })), 100)
    })
  })

  test(`of batches on ${engine}, one that no wait lets through is invalid, and others are told when`, async () => {
    await onService(engine, {}, async ({ db }) => {
      const limits = new RateLimits({ installation: null, burst: 20, client: db.rateLimitClient })
      const own = { ...fullAccess, countedAs: 'one', rateLimit: { perMinute: 10, perHour: 32 } }
      const batch = (cost: number) => limits.count(own, cost, { burst: true })
      const invalid = {
        code: 'invalid',
        formErrors: ['Counts as 21 requests, and the token may make 20 at once: send less'],
      }
      await assert.rejects(async () => batch(21), invalid)
      assert.deepEqual(itemsOf((await batch(20))!.ratelimit), {
        minute: { r: 10, t: 60 },
        burst: { r: 0, t: 60 },
        hour: { r: 12, t: 3600 },
      })
      await assert.rejects(async () => batch(20), { code: 'too_many_requests', retryAfter: 3600 })
      await assert.rejects(async () => batch(11), { code: 'too_many_requests', retryAfter: 60 })
      assert.equal(itemsOf((await batch(10))!.ratelimit).hour!.r, 2, 'refused ones used nothing up')
      const other = { ...own, countedAs: 'three', rateLimit: { perMinute: 10, perHour: 15 } }
      await limits.count(other, 8, { burst: true })
      await assert.rejects(async () => limits.count(other, 9, { burst: true }), { retryAfter: 3600 })
      const { minute, burst } = itemsOf((await limits.count(other, 7, { burst: true }))!.ratelimit)
      assert.deepEqual([minute!.r, burst!.r], [2, 13], 'nor did those that the hour refused')
      const unlimited = { ...own, countedAs: 'two', rateLimit: null }
      assert.equal(limits.count(unlimited, 1000, { burst: true }), undefined)
    })
  })
}

for (const engine of engines) {
  describe(`what does not fit, on ${engine}`, () => {
    test('a batch that does not fit the minute, or the hour, keeps nobody out meanwhile', async () => {
      await onService(engine, {}, async ({ db }) => {
        const limits = new RateLimits({ installation: null, burst: 20, client: db.rateLimitClient })
        const ofMinute = { used: 9, batch: 5, rateLimit: { perMinute: 10, perHour: 100 } }
        const ofHour = { used: 15, batch: 5, rateLimit: { perMinute: 20, perHour: 18 } }
        for (const { used, batch, rateLimit } of [ofMinute, ofHour]) {
          for (let round = 0; round < 20; round += 1) {
            const caller = { countedAs: `${batch}, ${rateLimit.perHour}, ${round}`, rateLimit }
            const count = (cost: number) => Promise.resolve(limits.count(caller, cost, { burst: false }))
            await count(used)
            const [refused, single] = await Promise.allSettled([count(batch), count(1)])
            assert.deepEqual([refused.status, single.status], ['rejected', 'fulfilled'], `round ${round}`)
          }
        }
      })
    })

    test('a token that rotates itself takes what it has used with it, and shares it during the overlap', async () => {
      const service = await testService(engine)
      try {
        const user = await testUser(service)
        const rateLimit = { perMinute: 12, perHour: 100 }
        const made = (await user.send('POST', '/api/tokens', { name: 'round', rateLimit })).body.data
        const answered: number[] = []
        let { id, token } = made as { id: string; token: string }
        const first = callerWith(service.address, token)
        for (let round = 0; round < 10; round += 1) {
          const caller = callerWith(service.address, token)
          answered.push((await caller.get(listProjects.path)).status)
          const rotated = await caller.send('POST', `/api/tokens/${id}/rotate`, { overlapSeconds: 60 })
          answered.push(rotated.status)
          if (rotated.status === 201) ({ id, token } = rotated.body.data)
        }
        assert.equal(answered.filter((status) => status < 300).length, 12, answered.join(' '))
        assert.equal((await first.get(listProjects.path)).status, 429)
      } finally {
        await service.close()
      }
    })
  })
}

test('four nodes flooded at once let 100 requests of a token through, and refuse the rest', async () => {
  await onRunning('postgres', limited, async ({ place, db, serve, user }) => {
    const others = await Promise.all(Array.from({ length: 3 }, () => startServe(place.environment)))
    try {
      const { token } = await issueToken(db, commandLine(user.id), { name: 'flood' })
      const answers = await Promise.all(
        [serve, ...others].flatMap(({ address }) =>
          Array.from({ length: 250 }, () => getWith(address, token)),
        ),
      )
      const passed = statuses(answers).filter((status) => status === 200)
      assert.equal(passed.length, 100)
      assert.deepEqual(new Set(statuses(answers)), new Set([200, 429]))
    } finally {
      await Promise.all(others.map((other) => other.kill('SIGKILL')))
    }
  })
})

/** Requests with a token of its own. */
async function getter(service: TestService, rateLimit: TokenRateLimit | null = null) {
  const { id } = await testUser(service)
  const { token } = await issueToken(service.db, commandLine(id), { name: 'limited', rateLimit })
  return () => getWith(service.address, token)
}

function getWith(address: string, token: string): Promise<Answer> {
  return request(address + listProjects.path, { headers: { authorization: `Bearer ${token}` } })
}

/** One after the other. */
async function times(count: number, get: () => Promise<Answer>): Promise<Answer[]> {
  const answers = []
  for (let index = 0; index < count; index += 1) answers.push(await get())
  return answers
}

function statuses(answers: Answer[]): number[] {
  return answers.map(({ status }) => status)
}

function fieldsOf({ headers }: Answer) {
  return {
    policy: headers.get('ratelimit-policy'),
    limit: headers.get('ratelimit'),
    retryAfter: headers.get('retry-after'),
  }
}

/** A list of strings whose parameters are integers. RFC 9651, sections 3.1 and 4.1. */
function itemsOf(field: string | null | undefined): Record<string, Record<string, number>> {
  const items = (field ?? '').split(', ').map((text) => {
    const item =
      /^"(?<name>[\x20\x21\x23-\x5b\x5d-\x7e]*)"(?<parameters>(?:;[a-z*][a-z0-9_.*-]*=-?\d{1,15})*)$/.exec(
        text,
      )
    assert.ok(item?.groups, `not a structured field: ${field}`)
    const parameters = item.groups.parameters!.split(';').slice(1)
    return [
      item.groups.name!,
      Object.fromEntries(parameters.map((pair) => [pair.split('=')[0], Number(pair.split('=')[1])])),
    ]
  })
  return Object.fromEntries(items)
}
