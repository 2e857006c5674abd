import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import fc from 'fast-check'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { DailiesError } from '../error.ts'
import type { Change } from '../live/change.ts'
import { SignedAddresses } from '../media/signed-addresses.ts'
import { allOf } from '../production/membership.ts'
import { Shares } from '../shares.ts'
import { requestsTo } from '../test/arbitrary.ts'
import { engines } from '../test/engines.ts'
import { runSql } from '../test/process.ts'
import {
  type Film,
  request,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { issueToken } from '../tokens/issue.ts'
import { commandLine } from '../tokens/token-manager.ts'
import { ingestBatch } from './ingest-batch.ts'
import { assetRoutes } from './routes.ts'
import '../test/seed.ts'

const bodyLimit = 1024 ** 2
const versionsOfScene = statement((db, { sceneDbId }: { sceneDbId: string }) =>
  db.selectFrom('asset_versions').selectAll().where('scene_id', '=', sceneDbId).orderBy('id'),
)

for (const engine of engines) {
  describe(`POST ingest/batch on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine, { DAILIES_WEBHOOK_WORKER: 'false' })
    })
    after(() => service.close())
    beforeEach(async () => {
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })

    const post = (body: unknown) => user.send('POST', endpoints.ingestBatch.path, body)
    const postText = (path: string, body: string, token = user.token) =>
      request(service.address + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
      })
    const stored = () => service.db.all(versionsOfScene, { sceneDbId: film.sceneDbId })

    async function results(captures: unknown[]) {
      const { status, body } = await post({ captures })
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.results.length, captures.length)
      return endpoints.ingestBatch.reply.parse(body).results
    }

    /** Which were filed, by a letter each: `y` for yes, `n` for no. */
    const filed = (answers: { ok: boolean }[]) => answers.map(({ ok }) => (ok ? 'y' : 'n')).join('')

    const refused = (message: string, field?: string) => ({
      ok: false,
      status: 400,
      error: 'Invalid payload',
      details: field ? { fieldErrors: { [field]: [message] } } : { fieldErrors: {}, formErrors: [message] },
    })

    test('a hundred captures are filed and answered in the order in which they were sent', async () => {
      const captures = Array.from({ length: 100 }, (_, index) => ({
        ...film.capture,
        prompt: `take ${index}`,
      }))
      const answers = await results(captures)
      assert.deepEqual(
        answers.map((answer) => answer.ok && answer.asset.versionNumber),
        captures.map((_, index) => index + 1),
      )
      const prompts = captures.map(({ prompt }) => prompt)
      const rows = await stored()
      assert.deepEqual(
        rows.map(({ prompt }) => prompt),
        prompts,
      )
      assert.deepEqual(
        answers.map((answer) => answer.ok && answer.asset.id),
        rows.map(({ id }) => id),
      )
      const path = `${endpoints.listSceneAssets.path}?projectId=${film.projectId}&sceneId=012A&limit=100`
      const { assets } = (await user.get(path)).body
      assert.deepEqual(
        assets.map(({ prompt }: { prompt: string }) => prompt),
        prompts.toReversed(),
      )
    })

    test('a bad capture does not stop the others, and each has its own answer', async () => {
      const { capture } = film
      const answers = await results([
        { ...capture, prompt: 'first' },
        { ...capture, prompt: '' },
        { ...capture, sceneId: '404' },
        { ...capture, prompt: 'second' },
        null,
        { ...capture, prompt: 'third' },
      ])
      assert.equal(filed(answers), 'ynnyny')
      assert.deepEqual(answers[1], refused('Required', 'prompt'))
      assert.deepEqual(answers[2], { ok: false, status: 404, error: 'Scene not found' })
      assert.deepEqual(answers[4], refused('Must be a JSON object'))
      assert.deepEqual(
        (await stored()).map(({ prompt, version_number }) => [prompt, version_number]),
        [
          ['first', 1],
          ['second', 2],
          ['third', 3],
        ],
      )
    })

    test('every refusal is the one that POST ingest gives', async () => {
      const other = await testUser(service)
      const theirs = await testFilm(service.db, other)
      const [foreign] = await Promise.all([other.ingest(theirs.capture)])
      const used = { captureId: randomUUID() }
      await user.ingest({ ...film.capture, provenance: used })
      const wrong: [status: number, fields: object][] = [
        [404, { projectId: theirs.projectId }],
        [404, { projectId: randomUUID() }],
        [404, { sceneId: 'none' }],
        [404, { shotId: theirs.shotIds[0] }],
        [404, { shotId: film.shotIds[0], sceneId: '2' }],
        [400, { parentVersionId: foreign.body.asset.id }],
        [400, { promptPackageId: randomUUID() }],
        [400, { platformId: randomUUID() }],
        [400, { platformKey: undefined }],
        [400, { assetType: 'PAINTING', outputUrl: 'ftp://host/a', tags: ['a', 5] }],
        [400, { prompt: 'a\0b' }],
        [400, { costEstimateUsd: -1 }],
        [400, { provenance: { captureId: 'x'.repeat(201) } }],
        [400, { provenance: used, prompt: 'another one' }],
        [400, { metadata: nested(64) }],
      ]
      const captures = wrong.map(([, fields]) => ({ ...film.capture, ...fields }))
      const bodies: unknown[] = [...captures, [], [film.capture], 'text', 5, true, null, {}]
      const answers = await results(bodies)
      for (const [index, body] of bodies.entries()) {
        const alone = await postText(endpoints.ingest.path, JSON.stringify(body))
        assert.deepEqual(answers[index], { ok: false, status: alone.status, ...alone.body })
        assert.equal(alone.status, wrong[index]?.[0] ?? 400)
      }
    })

    test('whatever is captured is answered as by POST ingest', async () => {
      const known = {
        projectId: fc.constant(film.projectId),
        sceneId: fc.constantFrom('012A', '012a'),
        shotId: fc.option(fc.constantFrom(...film.shotIds), { nil: undefined }),
        parentVersionId: fc.constant(undefined),
        promptPackageId: fc.constant(undefined),
        platformId: fc.constant(undefined),
        platformKey: fc.constantFrom('midjourney', 'MidJourney', 'homemade-tool'),
      }
      const bodies = requestsTo(endpoints.ingest, known).map(({ body }) => body as string)
      const small = bodies.filter((body) => Buffer.byteLength(body) < bodyLimit / 2)
      const batches = fc.array(small, { minLength: 1, maxLength: 12 })
      let both = 0
      await fc.assert(
        fc.asyncProperty(batches, async (batch) => {
          const alone = []
          for (const body of batch) alone.push(await postText(endpoints.ingest.path, body))
          const together = await postText(endpoints.ingestBatch.path, `{"captures":[${batch.join(',')}]}`)
          assert.equal(together.status, 200, JSON.stringify(together.body))
          const expected = alone.map(({ status, body }) =>
            status === 200 ? withoutIdentity(body) : { ok: false, status, ...body },
          )
          assert.deepEqual(together.body.results.map(withoutIdentity), expected)
          if (new Set(alone.map(({ status }) => status)).size > 1) both += 1
        }),
        { numRuns: 60 },
      )
      assert.ok(both > 10, 'batches have good captures and bad ones')
    })

    test('a batch of none, of 101, or of what is no list is refused as a whole', async () => {
      const { capture } = film
      const many = Array.from({ length: 101 }, () => capture)
      for (const [body, field, message] of [
        [{ captures: [] }, 'captures', 'Must be at least one capture'],
        [{ captures: many }, 'captures', 'Must be at most 100 captures'],
        [{ captures: capture }, 'captures', 'Must be an array'],
        [{}, 'captures', 'Required'],
        [[capture], undefined, 'Must be a JSON object'],
      ] as const) {
        const { status, body: answer } = await post(body)
        const { ok: _, status: expected, ...rest } = refused(message, field)
        assert.deepEqual([status, answer], [expected, rest])
      }
      assert.equal((await stored()).length, 0)
    })

    test('a capture may nest as deep as POST ingest takes it; a deeper one is refused by itself', async () => {
      // The capture itself is the first level.
      const levels = [1, 62, 63, 64, 997]
      // Long numbers are parsed in another way, which is to reach as deep.
      const captures = levels.map((depth) => ({ ...film.capture, seed: 2 ** 53, metadata: nested(depth) }))
      const answers = await results(captures)
      assert.equal(filed(answers), 'yyynn')
      for (const answer of answers.slice(3)) assert.deepEqual(answer, refused('Nested deeper than 64 levels'))
      const rows = await stored()
      assert.deepEqual(
        rows.map(({ metadata }) => JSON.parse(metadata!)),
        [1, 62, 63].map(nested),
      )
    })

    test('a batch that nests deeper than 1,000 levels is refused as a whole', async () => {
      for (const [depth, seed] of [
        [998, 7],
        [998, 2 ** 53],
        [100_000, 7],
        [100_000, 2 ** 53],
      ] as const) {
        const metadata = `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`
        const capture = JSON.stringify({ ...film.capture, projectId: 'any', seed, metadata: 0 })
        const text = `{"captures":[${capture.replace('"metadata":0', `"metadata":${metadata}`)}]}`
        const { status, body } = await postText(endpoints.ingestBatch.path, text)
        const { ok: _, status: expected, ...rest } = refused('Nested deeper than 1000 levels')
        assert.deepEqual([status, body], [expected, rest])
      }
    })

    test('a seed of 64 bits keeps its digits', async () => {
      const seeds = ['18446744073709551615', '-9223372036854775807', '9007199254740993']
      const captures = seeds.map((seed) =>
        JSON.stringify({ ...film.capture, metadata: { seed: 0 } }).replace('"seed":0', `"seed":${seed}`),
      )
      // Alone, such a number is no capture.
      const text = `{"captures":[${[...captures, ...seeds].join(',')}]}`
      const { body } = await postText(endpoints.ingestBatch.path, text)
      assert.equal(filed(body.results), 'yyynnn')
      for (const answer of body.results.slice(3)) assert.deepEqual(answer, refused('Must be a JSON object'))
      assert.deepEqual(
        (await stored()).map(({ metadata }) => metadata),
        seeds.map((seed) => `{"seed":${seed}}`),
      )
    })

    test('a batch sent again files nothing again, and is answered as the first time', async () => {
      const captures = Array.from({ length: 10 }, (_, index) => ({
        ...film.capture,
        prompt: `take ${index}`,
        provenance: { captureId: randomUUID() },
      }))
      const part = await results(captures.slice(0, 4))
      const first = await results(captures)
      assert.equal(filed(first), 'y'.repeat(10))
      assert.deepEqual(first.slice(0, 4), part)
      assert.deepEqual(await results(captures), first)
      const alone = await user.ingest(captures[7]!)
      assert.deepEqual(alone.body, first[7])
      assert.equal((await stored()).length, 10)
    })

    test('the same capture twice in one batch is filed once; another one cannot take its captureId', async () => {
      const capture = { ...film.capture, provenance: { captureId: randomUUID() } }
      const answers = await results([capture, { ...film.capture }, capture, { ...capture, prompt: 'else' }])
      assert.equal(filed(answers), 'yyyn')
      assert.deepEqual(answers[2], answers[0])
      assert.deepEqual(answers[3], refused('captureId: Already used for another capture', 'provenance'))
      assert.equal((await stored()).length, 2)
    })

    test('the same batch sent ten times at once files each capture once', async () => {
      const captures = Array.from({ length: 20 }, () => ({
        ...film.capture,
        selected: true,
        provenance: { captureId: randomUUID() },
      }))
      const answers = await Promise.all(Array.from({ length: 10 }, () => results(captures)))
      for (const answer of answers) assert.deepEqual(answer, answers[0])
      assert.equal(filed(answers[0]!), 'y'.repeat(20))
      assert.equal((await stored()).length, 20)
    })

    test('an Idempotency-Key says nothing of a batch', async () => {
      const headers = { 'idempotency-key': randomUUID() }
      for (const prompt of ['one', 'two', 'two']) {
        const captures = [{ ...film.capture, prompt }]
        const { status, body } = await user.send('POST', endpoints.ingestBatch.path, { captures }, headers)
        assert.deepEqual([status, filed(body.results)], [200, 'y'])
      }
      assert.equal((await stored()).length, 3)
    })

    test('of the selected captures of a batch the last one is the winner', async () => {
      const answers = await results([
        { ...film.capture, selected: true },
        { ...film.capture, status: 'SELECTED' },
        { ...film.capture },
      ])
      assert.deepEqual(
        answers.map((answer) => answer.ok && answer.asset.status),
        ['SELECTED', 'SELECTED', 'DRAFT'],
      )
      assert.deepEqual(
        (await stored()).map(({ status, selected }) => [status, selected]),
        [
          ['GENERATED', 0],
          ['SELECTED', 1],
          ['DRAFT', 0],
        ],
      )
    })

    test('each capture is told as an event, in their order', async () => {
      const { capture } = film
      const [first, bad, second] = await results([
        { ...capture, selected: true },
        { ...capture, prompt: '' },
        { ...capture, selected: true },
      ])
      assert.ok(first?.ok && !bad?.ok && second?.ok)
      const { data } = (await user.get('/api/events?limit=100&since=0')).body
      assert.deepEqual(
        data.map(({ event, data: { assetVersionId } }: { event: string; data: Record<string, string> }) => [
          event,
          assetVersionId,
        ]),
        [
          ['asset.created', first.asset.id],
          ['asset.selected', first.asset.id],
          ['asset.created', second.asset.id],
          ['asset.status_changed', first.asset.id],
          ['asset.selected', second.asset.id],
        ],
      )
    })

    test('webhooks are woken for a batch, not at all where none hears of it or nothing was filed, and it counts as its captures', async (context) => {
      const told = new Set<boolean>()
      context.mock.method(service.db.changes, 'tell', (changes: readonly Change[]) => {
        if (changes.length > 0) told.add(changes.some(({ queued }) => queued))
      })
      const routes = assetRoutes(service.db, new Shares({ milliseconds: 8 }), {
        announced: () => {},
        captured: () => {},
        addresses: new SignedAddresses(Buffer.alloc(32)),
        failed: () => assert.fail(),
      })
      const { answer, cost } = routes.find(({ endpoint }) => endpoint === endpoints.ingestBatch)!
      const ask = (captures: unknown[]) =>
        answer({ caller: allOf(user.id), guarded: (db: Database) => db, body: { captures } } as never)
      await ask([film.capture, null, film.capture])
      assert.deepEqual(told, new Set([false]))
      told.clear()
      const webhook = { url: 'https://hooks.example/dailies', events: ['asset.created'] }
      assert.equal((await user.send('POST', '/api/webhooks', webhook)).status, 201)
      await ask([film.capture, null, film.capture])
      assert.deepEqual(told, new Set([true]))
      told.clear()
      await ask([null, {}])
      assert.equal(told.size, 0)
      assert.equal(cost?.({ body: { captures: [null, {}, 5] } } as never), 3)
    })

    test('a project that the token does not reach is as if it were not there', async () => {
      const other = await testFilm(service.db, user, 'Another film')
      const { token } = await issueToken(service.db, commandLine(user.id), {
        name: 'one film',
        projectIds: [other.projectId],
      })
      const captures = [film.capture, other.capture, { ...film.capture, projectId: randomUUID() }]
      const text = JSON.stringify({ captures })
      const { body } = await postText(endpoints.ingestBatch.path, text, token)
      assert.equal(filed(body.results), 'nyn')
      assert.deepEqual(body.results[0], { ok: false, status: 404, error: 'Project not found' })
      assert.deepEqual(body.results[2], body.results[0])
      assert.equal((await stored()).length, 0)
    })

    test('a body of eight times the usual size is read, and one over that is 413', async () => {
      const prompt = 'x'.repeat(80_000)
      const captures = Array.from({ length: 100 }, () => ({ ...film.capture, prompt }))
      const text = JSON.stringify({ captures })
      assert.ok(text.length > 7 * bodyLimit)
      const over = await postText(endpoints.ingestBatch.path, text.padEnd(8 * bodyLimit + 1))
      assert.deepEqual([over.status, over.body], [413, { error: 'Payload too large' }])
      assert.equal((await stored()).length, 0)
      const { status, body } = await postText(endpoints.ingestBatch.path, text.padEnd(8 * bodyLimit))
      assert.deepEqual([status, filed(body.results)], [200, 'y'.repeat(100)])
      assert.equal((await postText(endpoints.ingest.path, '{}'.padEnd(bodyLimit + 1))).status, 413)
    })

    test('a capture that is too large alone is 413 by itself, and so is what is left of a body without its captures', async () => {
      const large = { ...film.capture, metadata: { text: 'x'.repeat(bodyLimit) } }
      const answers = await results([film.capture, large, film.capture])
      const alone = await user.ingest(large)
      assert.deepEqual(answers[1], { ok: false, status: 413, ...alone.body })
      assert.equal(filed(answers), 'yny')
      const { status, body } = await post({ captures: [film.capture], text: 'x'.repeat(bodyLimit) })
      assert.deepEqual([status, body], [413, { error: 'Payload too large' }])
    })

    test('objects in lists are refused from the 1,001st on, captures or not', async () => {
      const objects = Array.from({ length: 1001 }, () => ({}))
      for (const body of [{ captures: objects }, { captures: [film.capture], list: objects }]) {
        const answer = await post(body)
        const { ok: _, status, ...rest } = refused('More than 1000 objects in lists')
        assert.deepEqual([answer.status, answer.body], [status, rest])
      }
      assert.equal((await stored()).length, 0)
    })

    for (const [column, value, refusal] of [
      ['revoked_at', '2026-01-01T00:00:00.000Z', { status: 401, error: 'Unauthorized' }],
      ['permissions', '["read"]', { status: 403, error: 'Insufficient permissions' }],
      ['expires_at', '2026-01-01T00:00:00.000Z', { status: 401, error: 'Unauthorized' }],
    ] as const) {
      test(`a right that ends between two captures (${column}) is the end of the batch`, async () => {
        const { id, token } = (await user.send('POST', endpoints.createToken.path, { name: 'short' })).body
          .data
        await runSql(service.place, ending[engine](id, column, value))
        const captures = ['one', 'the last one', 'three', 'four'].map((prompt) => ({
          ...film.capture,
          prompt,
        }))
        const text = JSON.stringify({ captures })
        const { status, body } = await postText(endpoints.ingestBatch.path, text, token)
        await runSql(service.place, noEnding[engine])
        assert.deepEqual([status, filed(body.results)], [200, 'yynn'])
        for (const answer of body.results.slice(2)) assert.deepEqual(answer, { ok: false, ...refusal })
        assert.deepEqual(
          (await stored()).map(({ prompt }) => prompt),
          ['one', 'the last one'],
        )
      })
    }

    test('what nobody expected is 500 for that capture, and the others are filed', async () => {
      await runSql(service.place, failing[engine].unexpectedly)
      const answers = await results([
        film.capture,
        { ...film.capture, prompt: 'fails unexpectedly' },
        { ...film.capture, prompt: 'x' },
      ])
      assert.equal(filed(answers), 'yny')
      assert.deepEqual(answers[1], { ok: false, status: 500, error: 'Internal server error' })
      const alone = await user.ingest({ ...film.capture, prompt: 'fails unexpectedly' })
      assert.deepEqual(answers[1], { ok: false, status: alone.status, ...alone.body })
      assert.deepEqual(
        (await stored()).map(({ version_number }) => version_number),
        [1, 2],
      )
    })

    test('a database lost in the middle is 503 for that capture and for the rest, which can be sent again', async () => {
      await runSql(service.place, failing[engine].byLoss)
      const captures: Record<string, unknown>[] = ['one', 'two', 'is lost', 'three', 'four'].map(
        (prompt) => ({
          ...film.capture,
          prompt,
          provenance: { captureId: randomUUID() },
        }),
      )
      const answers = await results([...captures, null])
      // On SQLite those that share a commit with it are lost, too: all of them, unless those before it took long.
      assert.match(filed(answers), engine === 'sqlite' ? /^y{0,2}n{4,6}$/ : /^yynnnn$/)
      const lost = answers.filter((answer) => !answer.ok)
      const alone = await user.ingest({ ...film.capture, prompt: 'is lost' })
      assert.equal(alone.status, 503)
      for (const answer of lost.slice(0, -1))
        assert.deepEqual(answer, { ok: false, status: 503, ...alone.body })
      assert.deepEqual(answers[5], refused('Must be a JSON object'))
      const before = answers.filter((answer) => answer.ok)
      assert.equal((await stored()).length, before.length)

      await runSql(service.place, failing[engine].noMore)
      const again = await results(captures)
      assert.equal(filed(again), 'yyyyy')
      assert.deepEqual(again.slice(0, before.length), before)
      assert.deepEqual(
        (await stored()).map(({ prompt }) => prompt),
        captures.map(({ prompt }) => prompt),
      )
    })

    test('once the database is away the rest is not tried, and the log hears of it once', async () => {
      let tried = 0
      const away: Database = {
        ...service.db,
        transaction: async (work) => {
          tried += 1
          if (tried > 2) throw new DailiesError('unavailable', 'away')
          return service.db.transaction(work)
        },
      }
      const heard: unknown[] = []
      const answers = await ingestBatch(away, {
        actor: allOf(user.id),
        captures: Array.from({ length: 10 }, () => film.capture),
        failed: (error) => heard.push((error as Error).message),
      })
      assert.equal(filed(answers), 'yynnnnnnnn')
      for (const answer of answers.slice(2)) {
        assert.deepEqual(answer, { ok: false, status: 503, error: 'away' })
      }
      assert.deepEqual(heard, ['away'])
      // Of SQLite those that began before the first pause are on their way together.
      assert.ok(engine === 'sqlite' ? tried >= 3 : tried === 3, `${tried} were tried`)
    })

    test('what waits for its turn when the database is lost is not tried', async () => {
      let turn: Promise<unknown> = Promise.resolve()
      let asked = 0
      // Each after the one before, as SQLite has those that share no commit.
      const inTurn: Database = {
        ...service.db,
        transaction: (work) => {
          asked += 1
          const isLost = asked === 2
          const own = turn.then(() => {
            if (isLost) throw new DailiesError('unavailable', 'away')
            return service.db.transaction(work)
          })
          turn = own.catch(() => {}).then(() => setImmediate())
          return own
        },
      }
      const answers = await ingestBatch(inTurn, {
        actor: allOf(user.id),
        captures: Array.from({ length: 5 }, () => film.capture),
        failed: () => {},
      })
      assert.equal(filed(answers), 'ynnnn')
      assert.equal((await stored()).length, 1)
    })

    test('the log hears of every error that nobody expected, and of no other', async () => {
      const broken: Database = {
        ...service.db,
        transaction: async (work) => {
          await service.db.transaction(work)
          throw new Error('broken')
        },
      }
      const heard: unknown[] = []
      const captures = [film.capture, null, { ...film.capture, sceneId: '404' }, film.capture]
      await ingestBatch(broken, {
        actor: allOf(user.id),
        captures,
        failed: (error) => heard.push((error as Error).message),
      })
      assert.deepEqual(heard, ['broken', 'broken'])
    })
  })
}

/** What makes the database fail at a capture with that prompt. */
const failing = {
  sqlite: {
    unexpectedly: `create trigger unexpected before insert on asset_versions when new.prompt = 'fails unexpectedly'
      begin select raise(abort, 'out of order'); end`,
    // As a full disk does, it ends the whole transaction.
    byLoss: `create trigger loss before insert on asset_versions when new.prompt = 'is lost'
      begin select raise(rollback, 'lost'); end`,
    noMore: 'drop trigger loss',
  },
  postgres: {
    unexpectedly: `create function unexpected() returns trigger language plpgsql as
      $$ begin raise exception 'out of order'; end $$;
      create trigger unexpected before insert on asset_versions for each row
      when (new.prompt = 'fails unexpectedly') execute function unexpected()`,
    byLoss: `create function loss() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger loss before insert on asset_versions for each row
      when (new.prompt = 'is lost') execute function loss()`,
    noMore: 'drop trigger loss on asset_versions',
  },
}

/** Ends a right of a token as soon as a capture with a certain prompt is filed. */
const ending = {
  sqlite: (id: string, column: string, value: string) =>
    `create trigger ending after insert on asset_versions when new.prompt = 'the last one'
      begin update tokens set ${column} = '${value}' where id = '${id}'; end`,
  postgres: (id: string, column: string, value: string) =>
    `create function ending() returns trigger language plpgsql as
      $$ begin update tokens set ${column} = '${value}' where id = '${id}'; return new; end $$;
      create trigger ending after insert on asset_versions for each row
      when (new.prompt = 'the last one') execute function ending()`,
}

const noEnding = {
  sqlite: 'drop trigger ending',
  postgres: 'drop trigger ending on asset_versions; drop function ending',
}

/** An object of that many levels. */
function nested(levels: number): unknown {
  return JSON.parse(`${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`)
}

/** What two captures of the same have in common. */
function withoutIdentity(answer: { ok: boolean; asset?: Record<string, unknown> }) {
  if (!answer.asset) return answer
  return { ...answer, asset: { ...answer.asset, id: '', createdAt: '', versionNumber: 0 } }
}
