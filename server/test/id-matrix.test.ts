import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { z } from 'zod'
import { statement } from '../db/statement.ts'
import type { Tables } from '../db/tables.ts'
import { engines } from './engines.ts'
import {
  type Answer,
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from './service.ts'

/** What a user has that an id may refer to. */
interface Property extends Film {
  sceneId: string
  shotId: string
  versionId: string
  packageId: string
  webhookId: string
  /** Of that webhook. */
  deliveryId: string
}

type Column = Exclude<keyof Property, 'shotIds' | 'otherSceneDbId' | 'capture'>

interface Row {
  endpoint: keyof typeof endpoints
  /** As the contract names it. */
  parameter: string
  refersTo: Column
  /** The rest of the request is the caller's own, and good. */
  rest?: (own: Property) => object
  /** What a missing one gives. */
  missing: [status: number, error?: string]
}

const scene = ({ projectId }: Property) => ({ projectId, sceneId: '012A' })
const capture = ({ capture }: Property) => capture
// Nobody listens there.
const hook = { url: 'http://127.0.0.1:9/', events: ['asset.created'] }
const noWebhook: Row['missing'] = [404, 'Webhook not found']
const noDelivery: Row['missing'] = [404, 'Delivery not found']
const range = { from: '2026-01-01T00:00:00Z' }

const matrix: Row[] = [
  {
    endpoint: 'listScenes',
    parameter: 'projectId',
    refersTo: 'projectId',
    missing: [404, 'Project not found'],
  },
  {
    endpoint: 'listCharacters',
    parameter: 'projectId',
    refersTo: 'projectId',
    missing: [404, 'Project not found'],
  },
  { endpoint: 'listShots', parameter: 'sceneDbId', refersTo: 'sceneDbId', missing: [404, 'Scene not found'] },
  ...(['listSceneAssets', 'ingest'] as const).flatMap((endpoint): Row[] => {
    const rest = endpoint === 'ingest' ? capture : scene
    return [
      { endpoint, parameter: 'projectId', refersTo: 'projectId', rest, missing: [404, 'Project not found'] },
      { endpoint, parameter: 'sceneId', refersTo: 'sceneId', rest, missing: [404, 'Scene not found'] },
    ]
  }),
  {
    endpoint: 'ingest',
    parameter: 'shotId',
    refersTo: 'shotId',
    rest: capture,
    missing: [404, 'Shot not found'],
  },
  { endpoint: 'ingest', parameter: 'promptPackageId', refersTo: 'packageId', rest: capture, missing: [400] },
  { endpoint: 'ingest', parameter: 'parentVersionId', refersTo: 'versionId', rest: capture, missing: [400] },
  { endpoint: 'updateAsset', parameter: 'assetId', refersTo: 'versionId', missing: [404, 'Asset not found'] },
  // Free strings: kept as they come, whatever they refer to.
  { endpoint: 'updateProfile', parameter: 'lastActiveProjectId', refersTo: 'projectId', missing: [200] },
  { endpoint: 'updateProfile', parameter: 'lastActiveSceneId', refersTo: 'sceneDbId', missing: [200] },
  {
    endpoint: 'changeStatus',
    parameter: 'id',
    refersTo: 'versionId',
    rest: () => ({ status: 'SELECTED' }),
    missing: [404, 'Asset not found'],
  },
  ...(['createWebhook', 'updateWebhook'] as const).flatMap((endpoint): Row[] => [
    { endpoint, parameter: 'projectIds', refersTo: 'projectId', rest: () => hook, missing: [400] },
    { endpoint, parameter: 'sceneDbIds', refersTo: 'sceneDbId', rest: () => hook, missing: [400] },
  ]),
  ...(['updateWebhook', 'readWebhook', 'rotateWebhookSecret', 'testWebhook', 'listDeliveries'] as const).map(
    (endpoint): Row => ({ endpoint, parameter: 'id', refersTo: 'webhookId', missing: noWebhook }),
  ),
  {
    endpoint: 'replayDeliveries',
    parameter: 'id',
    refersTo: 'webhookId',
    rest: () => range,
    missing: noWebhook,
  },
  ...(['readDelivery', 'replayDelivery'] as const).flatMap((endpoint): Row[] => [
    { endpoint, parameter: 'id', refersTo: 'webhookId', missing: noWebhook },
    { endpoint, parameter: 'deliveryId', refersTo: 'deliveryId', missing: noDelivery },
  ]),
  // The last, for it deletes one's own.
  { endpoint: 'deleteWebhook', parameter: 'id', refersTo: 'webhookId', missing: noWebhook },
]

/** Named like ids, and nobody's own. */
const nobodysOwn = new Set(['ingest.platformId', 'ingest.externalAssetId'])

test('the table has every id that the contract takes', () => {
  const taken = Object.entries<Endpoint>(endpoints).flatMap(([endpoint, { params, query, headers, body }]) =>
    [params, query, headers, body]
      .flatMap((schema) =>
        schema ? namesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : [],
      )
      .filter((name) => /(^id|I[dD]s?)$/.test(name))
      .map((name) => `${endpoint}.${name}`),
  )
  const covered = matrix.map(({ endpoint, parameter }) => `${endpoint}.${parameter}`)
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
      service = await testService(engine, {
        DAILIES_DEVELOPMENT: 'true',
        DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8',
        DAILIES_WEBHOOK_WORKER: 'false',
      })
      user = await testUser(service)
      own = await propertyOf(user, 'Own', '77')
      other = await testUser(service)
      theirs = await propertyOf(other, 'Theirs', '99')
    })
    after(() => service.close())

    async function propertyOf(owner: TestUser, name: string, sceneId: string): Promise<Property> {
      const film = await testFilm(service.db, owner, name)
      // A scene number that only this user has.
      await service.db.transaction((transaction) =>
        transaction.run(renumber, { id: film.otherSceneDbId, sceneId }),
      )
      const webhookId = (await owner.send('POST', endpoints.createWebhook.path, hook)).body.data.id
      const { body } = await owner.ingest({ ...film.capture, selected: true, compareGroup: 'A' })
      const packages = await service.db.all(packagesOfProject, { projectId: film.projectId })
      const ids = { versionId: body.asset.id as string, packageId: packages[0]!.id, shotId: film.shotIds[0]! }
      const deliveryId = (await owner.get(`/api/webhooks/${webhookId}/deliveries`)).body.data[0].id
      return { ...film, ...ids, sceneId, webhookId, deliveryId }
    }

    /** `behind` is whose the rest of the path is, behind the id in question. */
    function ask({ endpoint, parameter, rest }: Row, id: string, behind: Property): Promise<Answer> {
      const { method, path, params, query, body }: Endpoint = endpoints[endpoint]
      const inPath = Object.keys(params?.shape ?? {})
      const places: Record<string, string> = { id: own.webhookId, deliveryId: behind.deliveryId }
      if (inPath.includes(parameter)) places[parameter] = id
      const url = path.replace(/\{(\w+)\}/g, (_, name) => places[name]!)

      const given = parameter.endsWith('s') ? [id] : id
      const values = { ...rest?.(own), ...(!inPath.includes(parameter) && { [parameter]: given }) }
      if (query) return user.get(`${url}?${new URLSearchParams(values as Record<string, string>)}`)
      if (!body) return user.send(method, url, undefined)
      return user.send(method, url, endpoint === 'updateProfile' ? { preferences: values } : values)
    }

    for (const row of matrix) {
      const name = `${row.endpoint} with ${row.parameter}`

      test(`${name} of one's own is a success`, async () => {
        const { status } = await ask(row, own[row.refersTo], own)
        assert.equal(status, row.endpoint === 'createWebhook' ? 201 : 200)
      })

      test(`${name} of another user answers as if it were not there`, async () => {
        const id = theirs[row.refersTo]
        const absent = row.refersTo === 'sceneId' ? '98' : randomUUID()
        const before = await everythingOf(other.id)
        const foreign = comparable(await ask(row, id, theirs), id)
        const missing = comparable(await ask(row, absent, theirs), absent)
        const [status, error] = row.missing
        assert.equal(missing.status, status)
        if (error) assert.deepEqual(missing.body, { error })
        if (status === 400) assert.deepEqual(Object.keys(missing.body.details.fieldErrors), [row.parameter])
        assert.deepEqual(foreign, missing)
        assert.deepEqual(await everythingOf(other.id), before, 'what is theirs stays as it was')
      })
    }

    test('nothing of one user shows in the lists of another', async () => {
      const lists = ['listProjects', 'listPlatforms', 'readProfile', 'listWebhooks', 'listEvents'] as const
      const { projectId, sceneDbId, versionId, webhookId, deliveryId } = theirs
      for (const list of lists) {
        const text = JSON.stringify((await user.get(endpoints[list].path)).body)
        for (const id of [projectId, sceneDbId, versionId, webhookId, deliveryId]) {
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

    /** Every row of every table that is the user's, or belongs to what is. */
    async function everythingOf(userId: string): Promise<Record<string, string[]>> {
      const ids = new Set([userId])
      const kept: Record<string, string[]> = {}
      for (const table of tables) {
        const rows = (await service.db.all(listTable(table), {})) as Record<string, unknown>[]
        const belonging = rows.filter((row) => owners.some((owner) => ids.has(row[owner] as string)))
        for (const row of belonging) if (row.id) ids.add(row.id as string)
        kept[table] = belonging.map((row) => JSON.stringify({ ...row, last_used_at: null })).sort()
      }
      for (const table of ['asset_versions', 'shots', 'version_counters', 'events', 'deliveries']) {
        assert.ok(kept[table]?.length, table)
      }
      return kept
    }
  })
}

/** Each after those that its rows belong to. */
const tables = [
  ...(['users', 'tokens', 'projects', 'scenes', 'shots', 'characters', 'prompt_packages'] as const),
  ...(['asset_versions', 'version_counters', 'capture_keys', 'preferences'] as const),
  ...(['events', 'webhooks', 'deliveries', 'attempts'] as const),
] satisfies (keyof Tables)[]
const owners = ['id', 'user_id', 'owner_id', 'project_id', 'scene_id', 'webhook_id']

const listed = new Map(
  tables.map((table) => [table, statement((db) => db.selectFrom(table as 'users').selectAll())]),
)
const listTable = (table: (typeof tables)[number]) => listed.get(table)!

const renumber = statement((db, { id, sceneId }: { id: string; sceneId: string }) =>
  db.updateTable('scenes').set({ scene_number: sceneId }).where('id', '=', id),
)

const packagesOfProject = statement((db, { projectId }: { projectId: string }) =>
  db.selectFrom('prompt_packages').select('id').where('project_id', '=', projectId),
)

/** All that a client can tell two answers apart by, but for the date and the id that it asked with itself. */
function comparable({ status, headers, body }: Answer, id: string) {
  const { date: _, ...rest } = Object.fromEntries(headers)
  return { status, headers: rest, body: JSON.parse(JSON.stringify(body).replaceAll(id, 'the id')) }
}

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, ...others } = schema as { properties?: Record<string, unknown> }
  return [
    ...Object.keys(properties ?? {}),
    ...[...Object.values(properties ?? {}), ...Object.values(others)].flatMap(namesIn),
  ]
}
