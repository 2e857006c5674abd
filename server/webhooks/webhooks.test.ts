import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { verifyWebhook } from '@dailies/contract/webhook-signature.ts'
import { engines, type Place } from '../test/engines.ts'
import { runSql } from '../test/process.ts'
import { type Sending, startSending } from '../test/sending.ts'
import { type Answer, type Film, type TestUser, testFilm, testUser } from '../test/service.ts'

const url = 'https://hooks.example/dailies'
const hook = { url, events: ['asset.created'] }
const day = 24 * 60 * 60 * 1000

for (const engine of engines) {
  describe(`webhooks on ${engine}`, () => {
    let sending: Sending
    let user: TestUser
    let film: Film

    before(async () => {
      sending = await startSending(engine)
    })
    after(() => sending.close())
    beforeEach(async () => {
      user = await testUser(sending.service)
      film = await testFilm(sending.service.db, user)
    })

    const create = async (fields: object = {}) => {
      const { status, body } = await user.send('POST', '/api/webhooks', { ...hook, ...fields })
      assert.equal(status, 201, JSON.stringify(body))
      return body.data
    }
    const read = (id: string) => user.get(`/api/webhooks/${id}`)
    const change = (id: string, fields: object) => user.send('PATCH', `/api/webhooks/${id}`, fields)
    const remove = (id: string) => user.send('DELETE', `/api/webhooks/${id}`, undefined)
    const rotate = (id: string, body: object = {}) =>
      user.send('POST', `/api/webhooks/${id}/rotate-secret`, body)
    const assertMissing = ({ status, body }: Answer) => {
      assert.equal(status, 404)
      assert.deepEqual(body, { error: 'Webhook not found' })
    }

    test('a new one is active, asks for everything of its events, and shows its secret', async () => {
      const { status, body } = await user.send('POST', '/api/webhooks', hook)
      assert.equal(status, 201)
      const { id, secret, createdAt, ...settings } = body.data
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 60_000)
      assert.deepEqual(settings, {
        ...hook,
        description: null,
        active: true,
        projectIds: [],
        sceneDbIds: [],
        template: null,
        batching: null,
        failingSince: null,
        pausedAt: null,
        pausedReason: null,
        previousSecretExpiresAt: null,
        updatedAt: createdAt,
      })
      assert.deepEqual((await read(id)).body, { data: { id, createdAt, ...settings }, metadata: {} })
    })

    test('a new one with every setting has them as they were given, each id and event once', async () => {
      const settings = {
        url: 'https://user.example:8443/a?b=c#d',
        description: 'Ünïcode ☂',
        events: ['scene.completed', 'asset.selected', 'scene.completed'],
        active: false,
        projectIds: [film.projectId, film.projectId],
        sceneDbIds: [film.sceneDbId, film.otherSceneDbId, film.sceneDbId],
        template: { type: 'slack' },
        batching: { maxEvents: 100, maxSeconds: 3600 },
      }
      const { id } = await create(settings)
      const { data } = (await read(id)).body
      assert.deepEqual(data, {
        ...data,
        ...settings,
        events: ['scene.completed', 'asset.selected'],
        projectIds: [film.projectId],
        sceneDbIds: [film.sceneDbId, film.otherSceneDbId],
      })
    })

    test('a secret is shown once: in no later answer, and nowhere in the database', async () => {
      const given = `given-${randomUUID()}`
      const { id, secret } = await create({ secret: given, url: 'http://127.0.0.1:9/' })
      assert.equal(secret, given)
      const generated = await create()
      const rotated = (await rotate(id)).body.data.secret
      const answers = [
        await read(id),
        await change(id, { description: 'x' }),
        await user.get('/api/webhooks'),
        await user.send('POST', `/api/webhooks/${id}/test`, {}),
        await user.get(`/api/webhooks/${id}/deliveries`),
      ]
      const kept = everythingIn(sending.service.place)
      for (const one of [given, generated.secret, rotated]) {
        for (const { status, body } of answers) {
          assert.equal(status, 200)
          assert.ok(!JSON.stringify(body).includes(one))
        }
        const base64 = one.replace(/^whsec_/, '')
        for (const form of [Buffer.from(base64), Buffer.from(base64, 'base64')]) {
          assert.ok(!(await kept).includes(form))
        }
      }
      assert.ok((await kept).includes(Buffer.from(id)), 'the search finds what is there')
    })

    test('the list has the newest first, page by page, without those of others and the deleted', async () => {
      const stranger = await testUser(sending.service)
      const made: string[] = []
      for (let count = 0; count < 36; count += 1) made.unshift((await create()).id)
      await remove(made.splice(20, 1)[0]!)
      const first = (await user.get('/api/webhooks')).body
      assert.deepEqual(first.metadata, { nextCursor: made[29] })
      const second = (await user.get(`/api/webhooks?cursor=${first.metadata.nextCursor}`)).body
      assert.deepEqual(second.metadata, { nextCursor: null })
      const listed = [...first.data, ...second.data]
      assert.deepEqual(
        listed.map(({ id }: { id: string }) => id),
        made,
      )
      assert.deepEqual(listed[0], (await read(made[0]!)).body.data)
      const whole = (await user.get('/api/webhooks?limit=35')).body
      assert.deepEqual([whole.data.length, whole.metadata.nextCursor], [35, null])
      assert.deepEqual((await stranger.get('/api/webhooks')).body.data, [])

      const { status, body } = await user.get('/api/webhooks?cursor=7')
      assert.equal(status, 400)
      assert.deepEqual(body.details.fieldErrors, {
        cursor: ['Must be the nextCursor of another page of this list'],
      })
    })

    test('a change keeps what it does not name', async () => {
      const { id, secret: _, ...before } = await create({ batching: { maxEvents: 2, maxSeconds: 1 } })
      let expected = before
      for (const fields of [
        {},
        { url: 'https://other.example/' },
        { description: 'two' },
        { events: ['asset.selected', 'scene.completed'] },
        { active: false },
        { projectIds: [film.projectId] },
        { sceneDbIds: [film.sceneDbId] },
        { template: { type: 'custom', body: '{"e":"{{event}}"}' } },
        { batching: { maxEvents: 10, maxSeconds: 60 } },
        { description: null, projectIds: [], sceneDbIds: [], template: null, batching: null },
      ]) {
        const { status, body } = await change(id, fields)
        assert.equal(status, 200, JSON.stringify(body))
        expected = { ...expected, ...fields, updatedAt: body.data.updatedAt }
        assert.deepEqual(body, { data: { id, ...expected }, metadata: {} })
        assert.deepEqual((await read(id)).body, body)
      }
      assert.ok(expected.updatedAt > before.updatedAt)
    })

    test('a paused one tells so until it is switched on again, and then it starts well', async () => {
      const { id } = await create()
      await pause(sending.service.place, id)
      const told = async () => {
        const { active, pausedAt, pausedReason, failingSince } = (await read(id)).body.data
        return { active, pausedAt, pausedReason, failingSince }
      }
      const paused = { active: false, pausedAt: past, pausedReason: 'It fails', failingSince: past }
      for (const fields of [{}, { description: 'x' }, { active: false }, { url: 'https://new.example/' }]) {
        await change(id, fields)
        assert.deepEqual(await told(), paused)
      }
      await change(id, { active: true })
      const well = { active: true, pausedAt: null, pausedReason: null, failingSince: null }
      assert.deepEqual(await told(), well)
    })

    test('one that fails and is pointed somewhere else starts well there', async () => {
      const { id } = await create()
      await pause(sending.service.place, id)
      await runSql(sending.service.place, `update webhooks set active = 1 where id = '${id}' returning id`)
      assert.equal((await change(id, { description: 'x' })).body.data.failingSince, past)
      assert.equal((await change(id, { url: 'https://new.example/' })).body.data.failingSince, null)
    })

    test('a deleted one is gone at once, and nothing is queued for it any more', async () => {
      const { id } = await create()
      const other = await create()
      await user.ingest(film.capture)
      const { status, body } = await remove(id)
      assert.equal(status, 200)
      assert.deepEqual(body, { data: { id }, metadata: {} })
      await user.ingest(film.capture)
      for (const missing of [
        await remove(id),
        await read(id),
        await change(id, { active: true }),
        await rotate(id),
        await user.send('POST', `/api/webhooks/${id}/test`, {}),
        await user.get(`/api/webhooks/${id}/deliveries`),
        await user.send('POST', `/api/webhooks/${id}/replay`, { from: past }),
      ]) {
        assertMissing(missing)
      }
      const queued = await runSql(
        sending.service.place,
        `select webhook_id from deliveries where webhook_id in ('${id}', '${other.id}')`,
      )
      assert.equal(queued.filter(({ webhook_id }) => webhook_id === id).length, 1)
      assert.equal(queued.length, 3)
    })

    test('after a rotation both secrets sign for 24 hours, and the one before no more', async () => {
      const receiver = await sending.receiver()
      const first = await create({ url: receiver.url })
      const answer = await rotate(first.id)
      const second = answer.body.data
      assert.equal(answer.status, 200)
      assert.notEqual(second.secret, first.secret)
      const hours = Date.parse(second.previousSecretExpiresAt) - Date.now()
      assert.ok(hours > day - 5000 && hours <= day)
      const third = (await rotate(first.id, { secret: 'a-secret-of-my-own' })).body.data
      assert.equal(third.secret, 'a-secret-of-my-own')

      const signs = async ({ secret }: { secret: string }) => {
        const { headers, body } = receiver.received.at(-1)!
        return (await verifyWebhook({ headers, body, secret })).ok
      }
      await user.send('POST', `/api/webhooks/${first.id}/test`, {})
      assert.deepEqual([await signs(third), await signs(second), await signs(first)], [true, true, false])

      const over = `update webhooks set previous_secret_until = '${past}' where id = '${first.id}' returning id`
      await runSql(sending.service.place, over)
      await user.send('POST', `/api/webhooks/${first.id}/test`, {})
      assert.deepEqual([await signs(third), await signs(second)], [true, false])

      for (const secret of ['short', `${'x'.repeat(16)} `, 'ü'.repeat(16), 'x'.repeat(201)]) {
        const refused = await rotate(first.id, { secret })
        assert.equal(refused.status, 400)
        assert.deepEqual(Object.keys(refused.body.details.fieldErrors), ['secret'])
      }
    })
  })
}

const past = '2026-01-01T00:00:00.000Z'

/** As a worker leaves it that met nothing but failures. */
function pause(place: Place, id: string) {
  return runSql(
    place,
    `update webhooks set active = 0, paused_at = '${past}', paused_reason = 'It fails', failing_since = '${past}',
     failed_attempts = 10 where id = '${id}' returning id`,
  )
}

/** Every file of the data folder but the key, or every row of every table. */
async function everythingIn(place: Place): Promise<Buffer> {
  const { dataFolder } = place.settings
  if (place.engine === 'sqlite') {
    const entries = readdirSync(dataFolder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && entry.name !== 'secret.key')
    return Buffer.concat(files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))))
  }
  const tables = await runSql(
    place,
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const rows = []
  for (const { name } of tables) rows.push(...(await runSql(place, `select one::text from ${name} one`)))
  return Buffer.from(JSON.stringify(rows))
}
