import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { capture as captureSchema } from '@dailies/contract/capture.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database, Transaction } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { allOf } from '../production/membership.ts'
import { engines } from '../test/engines.ts'
import {
  type Film,
  request,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { ingest } from './ingest.ts'

const storedVersion = statement((db, { id }: { id: string }) =>
  db.selectFrom('asset_versions').selectAll().where('id', '=', id),
)
const storedPackage = statement((db, { id }: { id: string }) =>
  db.selectFrom('prompt_packages').selectAll().where('id', '=', id),
)

for (const engine of engines) {
  describe(`POST ingest on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })
    after(() => service.close())

    async function ingested(fields: object, headers?: Record<string, string>) {
      const { status, body } = await user.ingest({ ...film.capture, ...fields }, headers)
      assert.equal(status, 200, JSON.stringify(body))
      return body.asset
    }

    async function refused(fields: object, headers?: Record<string, string>) {
      const { status, body } = await user.ingest({ ...film.capture, ...fields }, headers)
      assert.equal(status, 400)
      assert.equal(body.error, 'Invalid payload')
      return body.details.fieldErrors
    }

    test('a capture that nobody waits for costs four statements: what it refers to, its number, it, and its event', async () => {
      let statements = 0
      const counted = (transaction: Transaction): Transaction => ({
        ...transaction,
        first: (...asked) => {
          statements += 1
          return transaction.first(...asked)
        },
        run: (...written) => {
          statements += 1
          return transaction.run(...written)
        },
      })
      const db: Database = {
        ...service.db,
        transaction: (work) => service.db.transaction((transaction) => work(counted(transaction))),
      }
      const capture = captureSchema.parse({ ...film.capture, platformKey: 'counted' })
      const { id } = await ingest(db, { actor: allOf(user.id), capture })
      assert.equal(statements, 4)
      const { data } = (await user.get('/api/events')).body
      assert.ok(
        data.some(
          (event: { data: object }) => 'assetVersionId' in event.data && event.data.assetVersionId === id,
        ),
      )
    })

    test('a capture with what is required becomes version 1, a draft with unknown rights', async () => {
      const { status, body } = await user.ingest(film.capture)
      assert.equal(status, 200)
      const { id, createdAt, ...asset } = body.asset
      assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.equal(typeof id, 'string')
      assert.deepEqual(
        { ...body, asset },
        {
          ok: true,
          asset: {
            versionNumber: 1,
            platformKey: 'midjourney',
            platformLabel: 'Midjourney',
            assetType: 'IMAGE',
            status: 'DRAFT',
            rightsState: 'UNKNOWN',
            shotId: null,
          },
        },
      )
    })

    test('every attribute is stored, also those that no list shows', async () => {
      const parent = await ingested({})
      const fields = {
        outputUrl: 'https://cdn.example/take.png?x=1',
        title: 'Tower, wide',
        sourceUrl: 'https://midjourney.example/jobs/1',
        thumbnailUrl: 'https://cdn.example/take-small.png',
        modelName: 'v7',
        negativePrompt: 'people',
        notes: 'the one with the gull',
        externalAssetId: 'job-1',
        compareGroup: 'tower',
        platformLabel: 'MJ',
        costEstimateUsd: 0.04,
        generationSeconds: 31.5,
        queueWaitSeconds: 0,
      }
      const json = {
        metadata: { seed: 7, aspectRatio: '21:9', nested: [{ a: null }] },
        tags: ['tower', 'dusk'],
        provenance: { extensionVersion: '1.0.0', pageTitle: 'Ünïcode ☂' },
      }
      const asset = await ingested({
        ...fields,
        ...json,
        status: 'GENERATED',
        rightsState: 'COMMERCIAL_ALLOWED',
        shotId: film.shotIds[0],
        parentVersionId: parent.id,
      })
      assert.equal(asset.platformLabel, 'MJ')
      assert.equal(asset.shotId, film.shotIds[0])
      assert.equal(asset.rightsState, 'COMMERCIAL_ALLOWED')

      const row = await service.db.first(storedVersion, { id: asset.id })
      assert.ok(row)
      const columns = Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
          value,
        ]),
      )
      for (const [name, value] of Object.entries(fields)) assert.equal(columns[name], value, name)
      for (const [name, value] of Object.entries(json))
        assert.deepEqual(JSON.parse(columns[name] as string), value)
      assert.equal(row.parent_version_id, parent.id)
      assert.equal(row.status, 'GENERATED')
      assert.equal(row.selected, 0)
      assert.equal(row.created_by, user.id)
    })

    test('the number counts within scene, type and platform', async () => {
      const capture = { sceneId: '10', platformKey: 'runway', assetType: 'VIDEO' }
      const numbers = []
      for (const fields of [
        {},
        {},
        { assetType: 'IMAGE' },
        { platformKey: 'kling' },
        { sceneId: '10A' },
        {},
      ]) {
        numbers.push((await ingested({ ...capture, ...fields })).versionNumber)
      }
      assert.deepEqual(numbers, [1, 2, 1, 1, 1, 3])
    })

    test('the scene number is found in any case, and the platform key', async () => {
      const asset = await ingested({ sceneId: '012a', platformKey: 'MidJourney' })
      assert.equal(asset.platformKey, 'midjourney')
    })

    test('a platform that the catalogue does not know is kept as it is', async () => {
      const asset = await ingested({ platformKey: 'My-Own-Rig' })
      assert.equal(asset.platformKey, 'my-own-rig')
      assert.equal(asset.platformLabel, 'my-own-rig')
    })

    test('a platform is named by id as well, and both must name the same', async () => {
      const { platforms } = (await user.get('/api/extension/platforms')).body
      const runway = platforms.find((platform: { slug: string }) => platform.slug === 'runway')
      const byId = await ingested({ platformKey: undefined, platformId: runway.id })
      assert.equal(byId.platformKey, 'runway')
      assert.equal(byId.platformLabel, runway.name)
      await ingested({ platformKey: 'RUNWAY', platformId: runway.id })
      assert.ok((await refused({ platformKey: 'kling', platformId: runway.id })).platformId)
      assert.deepEqual(await refused({ platformId: crypto.randomUUID() }), {
        platformId: ['Unknown platform'],
      })
    })

    test('what is missing is Required, field by field', async () => {
      const { status, body } = await user.ingest({})
      assert.equal(status, 400)
      const fieldErrors = Object.fromEntries(
        ['projectId', 'sceneId', 'platformKey', 'assetType', 'prompt'].map((field) => [field, ['Required']]),
      )
      assert.deepEqual(body, { error: 'Invalid payload', details: { fieldErrors } })
    })

    test('what is wrong is named, field by field, and nothing is stored', async () => {
      const before = await count()
      const wrong: Record<string, unknown[]> = {
        prompt: ['', 7, null],
        assetType: ['image', 'PICTURE', 1],
        outputUrl: ['ftp://x/y', 'javascript:alert(1)', 'nonsense', '', 'https://', 'http:/x', 3],
        status: ['APPROVED', 'FINAL', 'draft'],
        rightsState: ['MINE'],
        metadata: ['text', [], 3],
        provenance: [[]],
        tags: ['a', [1], Array(101).fill('a')],
        selected: ['true', 1],
        costEstimateUsd: ['1', -1],
        generationSeconds: [-0.5],
        title: [{}, 'x'.repeat(1001), 'a\0b'],
        promptPackage: ['x', { tags: [1] }],
      }
      for (const [field, values] of Object.entries(wrong)) {
        for (const value of values) {
          assert.deepEqual(
            Object.keys(await refused({ [field]: value })),
            [field],
            `${field}: ${JSON.stringify(value)}`,
          )
        }
      }
      assert.deepEqual(await refused({ outputUrl: 'nonsense' }), { outputUrl: ['Invalid URL'] })
      assert.equal(await count(), before)
    })

    test('unknown fields are ignored', async () => {
      await ingested({ somethingNew: { a: 1 }, __proto__: { polluted: true } })
    })

    test('project, scene and shot that are not there give 404 with their name', async () => {
      const missing = crypto.randomUUID()
      for (const [fields, error] of [
        [{ projectId: missing }, 'Project not found'],
        [{ sceneId: '999' }, 'Scene not found'],
        [{ shotId: missing }, 'Shot not found'],
        [{ sceneId: '2', shotId: film.shotIds[0] }, 'Shot not found'],
      ] as const) {
        const { status, body } = await user.ingest({ ...film.capture, ...fields })
        assert.equal(status, 404)
        assert.deepEqual(body, { error })
      }
    })

    test('parent version and prompt package must be of the project', async () => {
      const otherFilm = await testFilm(service.db, user, 'Another Film')
      const elsewhere = (await user.ingest(otherFilm.capture)).body.asset
      for (const field of ['parentVersionId', 'promptPackageId']) {
        for (const value of [elsewhere.id, crypto.randomUUID()]) {
          assert.deepEqual(Object.keys(await refused({ [field]: value })), [field])
        }
      }
    })

    test('selected makes the winner and overrides status; the former one becomes GENERATED', async () => {
      const capture = { sceneId: '2', assetType: 'STORYBOARD' }
      const first = await ingested({ ...capture, selected: true, status: 'DRAFT' })
      assert.equal(first.status, 'SELECTED')
      const second = await ingested({ ...capture, status: 'SELECTED' })
      assert.equal(second.status, 'SELECTED')
      const otherType = await ingested({ ...capture, assetType: 'AUDIO', selected: true })
      assert.equal(otherType.status, 'SELECTED')
      const { assets } = (
        await user.get(`${endpoints.listSceneAssets.path}?projectId=${film.projectId}&sceneId=2`)
      ).body
      const statuses = Object.fromEntries(
        assets.map((asset: { id: string; status: string }) => [asset.id, asset.status]),
      )
      assert.deepEqual(statuses, {
        [first.id]: 'GENERATED',
        [second.id]: 'SELECTED',
        [otherType.id]: 'SELECTED',
      })
    })

    test('createPromptPackage makes one from promptPackage, its gaps filled from the capture', async () => {
      const capture = {
        prompt: 'rain on glass',
        negativePrompt: 'blur',
        title: 'Window',
        tags: ['rain'],
        metadata: { aspectRatio: '21:9', duration: 5 },
      }
      const bare = await ingested({ ...capture, createPromptPackage: true })
      const filled = await packageOf(bare.id)
      assert.equal(filled.name, 'Window')
      assert.equal(filled.prompt, 'rain on glass')
      assert.equal(filled.negative_prompt, 'blur')
      assert.equal(filled.target_aspect_ratio, '21:9')
      assert.equal(filled.target_duration_sec, 5)
      assert.deepEqual(JSON.parse(filled.tags!), ['rain'])

      const promptPackage = {
        name: 'Rain',
        prompt: 'heavy rain',
        constraints: ['no people'],
        styleProfile: { film: 'Kodak' },
      }
      const own = await packageOf(
        (await ingested({ ...capture, createPromptPackage: true, promptPackage })).id,
      )
      assert.equal(own.name, 'Rain')
      assert.equal(own.prompt, 'heavy rain')
      assert.deepEqual(JSON.parse(own.constraints!), ['no people'])
      assert.deepEqual(JSON.parse(own.style_profile!), { film: 'Kodak' })

      const without = await ingested({ ...capture, promptPackage })
      assert.equal((await service.db.first(storedVersion, { id: without.id }))!.prompt_package_id, null)
    })

    test('a repeat of the same capture is answered as the first time, whatever the order of its keys', async () => {
      const provenance = { captureId: crypto.randomUUID(), extensionVersion: '1' }
      const first = await ingested({ provenance, title: 'a', selected: true })
      await ingested({ selected: true })
      const again = await user.ingest({
        title: 'a',
        provenance: { extensionVersion: '1', captureId: provenance.captureId },
        selected: true,
        ...film.capture,
      })
      assert.equal(again.status, 200)
      assert.deepEqual(again.body.asset, first)

      const byHeader = await ingested({ title: 'b' }, { 'idempotency-key': 'k1' })
      assert.deepEqual(await ingested({ title: 'b' }, { 'idempotency-key': 'k1' }), byHeader)
    })

    test('the same key with another body is refused, and another user may use the key', async () => {
      const provenance = { captureId: crypto.randomUUID() }
      await ingested({ provenance })
      assert.ok((await refused({ provenance, title: 'other' })).provenance)
      await ingested({}, { 'idempotency-key': 'k2' })
      assert.ok((await refused({ title: 'other' }, { 'idempotency-key': 'k2' }))['idempotency-key'])

      const other = await testUser(service)
      const otherFilm = await testFilm(service.db, other)
      assert.equal((await other.ingest({ ...otherFilm.capture, provenance })).body.asset.versionNumber, 1)
    })

    test('a capture that was kept by an earlier version is known when it is sent again', async () => {
      const provenance = { captureId: crypto.randomUUID() }
      const first = await ingested({ provenance, selected: true })
      // As versions before wrote it: with all defaults, members in the order of their names.
      const filled = { ...film.capture, provenance, ...earlierDefaults, selected: true }
      const entries = (of: object) => Object.entries(of).sort(([one], [other]) => (one < other ? -1 : 1))
      const members = entries(filled).map(([name, value]) =>
        name === 'provenance' ? [name, { entries: entries(value as object) }] : [name, value],
      )
      const fingerprint = hash('sha256', JSON.stringify({ entries: members }))
      await service.db.transaction((transaction) =>
        transaction.run(writeFingerprint, { key: provenance.captureId, fingerprint }),
      )
      assert.deepEqual(await ingested({ provenance, selected: true }), first)
      assert.deepEqual(await ingested({ provenance, selected: true, ...{ status: 'DRAFT' } }), first)
      assert.ok((await refused({ provenance, selected: true, status: 'GENERATED' })).provenance)
    })

    test('a refused capture does not use up its key', async () => {
      const provenance = { captureId: crypto.randomUUID() }
      assert.equal((await user.ingest({ ...film.capture, sceneId: '999', provenance })).status, 404)
      await ingested({ provenance })
    })

    test('a 64-bit seed keeps its digits', async () => {
      const text = JSON.stringify(film.capture).replace(
        /}$/,
        ',"metadata":{"seed":18446744073709551615,"cfg":0.1234567890123456}}',
      )
      const { status, body } = await request(service.address + endpoints.ingest.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
        body: text,
      })
      assert.equal(status, 200)
      const row = await service.db.first(storedVersion, { id: body.asset.id })
      assert.equal(row!.metadata, '{"seed":18446744073709551615,"cfg":0.1234567890123456}')
    })

    test('metadata keeps keys that mean something to JavaScript', async () => {
      const text = JSON.stringify(film.capture).replace(
        /}$/,
        ',"metadata":{"__proto__":{"a":1},"constructor":2}}',
      )
      const { body } = await request(service.address + endpoints.ingest.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
        body: text,
      })
      const row = await service.db.first(storedVersion, { id: body.asset.id })
      assert.equal(row!.metadata, '{"__proto__":{"a":1},"constructor":2}')
    })

    async function packageOf(versionId: string) {
      const version = await service.db.first(storedVersion, { id: versionId })
      return (await service.db.first(storedPackage, { id: version!.prompt_package_id! }))!
    }

    async function count(): Promise<number> {
      const { assets } = (
        await user.get(`${endpoints.listSceneAssets.path}?projectId=${film.projectId}&sceneId=012A&limit=100`)
      ).body
      return assets.length
    }
  })
}

const earlierDefaults = {
  status: 'DRAFT',
  selected: false,
  rightsState: 'UNKNOWN',
  createPromptPackage: false,
}

const writeFingerprint = statement((db, { key, fingerprint }: { key: string; fingerprint: string }) =>
  db.updateTable('capture_keys').set({ fingerprint }).where('key', '=', key),
)
