import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type Endpoint, takesToken } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { z } from 'zod'
import { engines } from './engines.ts'
import { ask, comparable, idRows } from './id-rows.ts'
import { everythingOf, type Property, propertyOf, sendsNothing, toEnd } from './property.ts'
import { type TestService, type TestUser, testService, testUser } from './service.ts'

/** Named like ids, and nobody's own. */
const nobodysOwn = new Set([
  ...['ingest.platformId', 'ingest.externalAssetId'],
  ...['createAsset.platformId', 'createAsset.externalAssetId'],
  // Any user may be added.
  'addMember.userId',
  // Tells others where to look, who open it with rights of their own.
  'showInReview.sceneDbId',
  // Whoever asks names their request, for themselves alone.
  'changeAssets.requestId',
  // Of each asset version by itself: one of another scene refuses it, whosever that is.
  'changeAssets.shotId',
  // Likewise; of all that match one is missing, as server/assets/change-matching.test.ts has it.
  'changeAssets.sceneDbId',
  // Numbers of scenes, which are their names.
  ...['createScene.sceneId', 'updateScene.sceneId', 'deleteScene.sceneId', 'importWorkspace.sceneId'],
])

test('the table has every id that the contract takes of whoever has a token', () => {
  const ofTokens = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => takesToken(endpoint))
  const taken = ofTokens.flatMap(([endpoint, { params, query, headers, body }]) =>
    [params, query, headers, body]
      .flatMap((schema) =>
        schema ? namesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : [],
      )
      .filter((name) => /(^id|I[dD]s?)$/.test(name))
      .map((name) => `${endpoint}.${name}`),
  )
  const covered = idRows.map(({ endpoint, parameter }) => `${endpoint}.${parameter}`)
  assert.deepEqual(new Set([...covered, ...nobodysOwn]), new Set(taken))
})

for (const engine of engines) {
  describe(`ids of others on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let own: Property
    let other: TestUser
    let theirs: Property

    before(async () => {
      service = await testService(engine, sendsNothing)
      user = await testUser(service)
      own = await propertyOf(service, user, { name: 'Own', sceneId: '77' })
      other = await testUser(service)
      theirs = await propertyOf(service, other, { name: 'Theirs', sceneId: '99' })
    })
    after(() => service.close())

    for (const row of idRows) {
      const name = `${row.endpoint} with ${row.parameter}`

      test(`${name} of one's own is a success`, async () => {
        const { status }: Endpoint = endpoints[row.endpoint]
        const id = (await toEnd(user, own, row.endpoint)) ?? own[row.refersTo]
        const answer = await ask(user, row, { id, own })
        assert.equal(answer.status, status ?? 200, JSON.stringify(answer.body))
      })

      test(`${name} of another user answers as if it were not there`, async () => {
        const id = theirs[row.refersTo]
        const absent = row.refersTo === 'sceneId' ? '98' : randomUUID()
        const before = await everythingOf(service.db, other.id)
        for (const table of ['asset_versions', 'shots', 'version_counters', 'events', 'deliveries']) {
          assert.ok(before[table]?.length, table)
        }
        const foreign = comparable(await ask(user, row, { id, own, behind: theirs }), id)
        const missing = comparable(await ask(user, row, { id: absent, own, behind: theirs }), absent)
        const [status, error] = row.missing
        assert.equal(missing.status, status)
        if (error) assert.deepEqual(missing.body, { error })
        if (status === 400) assert.deepEqual(Object.keys(missing.body.details.fieldErrors), [row.parameter])
        assert.deepEqual(foreign, missing)
        assert.deepEqual(await everythingOf(service.db, other.id), before, 'what is theirs stays as it was')
      })
    }

    test('nothing of one user shows in the lists of another', async () => {
      const general = [
        'listProjects',
        'browseProjects',
        'listPlatforms',
        'readProfile',
        'listWebhooks',
        'listEvents',
        'search',
        'browseReport',
        'listSavedSearches',
      ] as const
      const ofConsole = ['readPreferences', 'browsePlatforms'] as const
      const lists = [...general, ...ofConsole, 'listTokens', 'listTokenAudit'] as const
      const { projectId, sceneDbId, versionId, webhookId, deliveryId, tokenId, savedSearchId } = theirs
      for (const list of lists) {
        const text = JSON.stringify((await user.get(endpoints[list].path)).body)
        for (const id of [projectId, sceneDbId, versionId, webhookId, deliveryId, tokenId, savedSearchId]) {
          assert.ok(!text.includes(id))
        }
      }
    })

    test('the keys by which another user sent a capture are as unused as any', async () => {
      const captureId = randomUUID()
      const key = { 'idempotency-key': randomUUID() }
      const sent = { provenance: { captureId }, prompt: 'one prompt' }
      const first = await other.ingest({ ...theirs.capture, ...sent }, key)
      const mine = await user.ingest({ ...own.capture, ...sent }, key)
      assert.deepEqual([first.status, mine.status], [200, 200])
      assert.notEqual(mine.body.asset.id, first.body.asset.id)
      assert.deepEqual((await other.ingest({ ...theirs.capture, ...sent }, key)).body, first.body)
    })
  })
}

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, ...others } = schema as { properties?: Record<string, unknown> }
  return [
    ...Object.keys(properties ?? {}),
    ...[...Object.values(properties ?? {}), ...Object.values(others)].flatMap(namesIn),
  ]
}
