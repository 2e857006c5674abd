import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { LineageNode } from '@dailies/contract/board.ts'
import pg from 'pg'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const setParent = statement((db, { id, parent }: { id: string; parent: string }) =>
  db.updateTable('asset_versions').set({ parent_version_id: parent }).where('id', '=', id),
)

const columns = [
  ...([
    'project_id',
    'scene_id',
    'asset_type',
    'platform_key',
    'platform_label',
    'status',
    'selected',
  ] as const),
  ...(['rights_state', 'prompt', 'created_by', 'created_at', 'updated_at'] as const),
]

const copyVersion = statement((db, copy: { of: string; id: string; parent: string; number: number }) =>
  db
    .insertInto('asset_versions')
    .columns([...columns, 'id', 'parent_version_id', 'version_number'])
    .expression((select) =>
      select
        .selectFrom('asset_versions')
        .select([...columns])
        .select(({ val, cast }) => [
          val(copy.id).as('id'),
          val(copy.parent).as('parent'),
          cast<number>(val(copy.number), 'integer').as('number'),
        ])
        .where('id', '=', copy.of),
    ),
)

for (const engine of engines) {
  describe(`GET assets/{id}/lineage on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let films = 0

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })
    after(() => service.close())

    const captured = async (parentVersionId?: string, fields: object = {}): Promise<string> => {
      const { status, body } = await user.ingest({ ...film.capture, parentVersionId, ...fields })
      assert.equal(status, 200, JSON.stringify(body))
      return body.asset.id
    }
    const familyOf = async (id: string): Promise<LineageNode[]> => {
      const { status, body } = await user.get(`/api/assets/${id}/lineage`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    }
    const idsOf = async (id: string) => (await familyOf(id)).map((node) => node.id)
    const link = (id: string, parent: string) =>
      service.db.transaction((transaction) => transaction.run(setParent, { id, parent }))

    /** Versions in a new project, each made from the one before it or, where it is told, from the one at that place. */
    async function many(count: number, parentOf = (index: number) => index - 1): Promise<string[]> {
      films += 1
      const { capture } = await testFilm(service.db, user, `Film ${films}`)
      const ids: string[] = [(await user.ingest(capture)).body.asset.id]
      await service.db.transaction(async (transaction) => {
        for (let index = 1; index < count; index += 1) {
          const id = `00000000-0000-7000-8000-${String(films * 100_000 + index).padStart(12, '0')}`
          const copy = { of: ids[0]!, id, parent: ids[parentOf(index)]!, number: index + 1 }
          await transaction.run(copyVersion, copy)
          ids.push(id)
        }
      })
      if (engine === 'postgres') await analyze()
      return ids
    }

    /** As PostgreSQL does by itself within a minute: until then its plans are those for a small table. */
    async function analyze(): Promise<void> {
      const client = new pg.Client(service.place.settings.databaseUrl)
      await client.connect()
      await client.query('analyze asset_versions')
      await client.end()
    }

    test('every member of a family gets the same list, the oldest first', async () => {
      const root = await captured()
      const son = await captured(root, { sceneId: '2', prompt: '🎬'.repeat(501), assetType: 'VIDEO' })
      const daughter = await captured(root, { selected: true })
      const grandson = await captured(son)
      await captured()
      const whole = [root, son, daughter, grandson]
      for (const id of whole) assert.deepEqual(await idsOf(id), whole)
      const [, node] = await familyOf(root)
      const { createdAt } = (await user.get(`/api/assets/${son}`)).body.data
      assert.deepEqual(node, {
        id: son,
        parentVersionId: root,
        assetType: 'VIDEO',
        platformKey: 'midjourney',
        prompt: '🎬'.repeat(500),
        outputUrl: '',
        thumbnailUrl: null,
        status: 'DRAFT',
        selected: false,
        versionNumber: 1,
        sceneId: '2',
        createdAt,
        media: null,
      })
    })

    test('a version that was made from nothing, and from which nothing was made, is alone', async () => {
      const id = await captured()
      assert.deepEqual(await idsOf(id), [id])
    })

    test('what was made from a deleted version begins a family of its own, until that is restored', async () => {
      const root = await captured()
      const middle = await captured(root)
      const leaf = await captured(middle)
      await user.send('DELETE', `/api/assets/${middle}`, undefined)
      assert.deepEqual(await idsOf(root), [root])
      const [alone, ...others] = await familyOf(leaf)
      assert.deepEqual([alone?.id, alone?.parentVersionId, others], [leaf, middle, []])
      await user.send('POST', `/api/assets/${middle}/restore`, undefined)
      assert.deepEqual(await idsOf(leaf), [root, middle, leaf])
    })

    test('versions made from one another in a circle come once', async () => {
      const ids = [await captured(), await captured(), await captured()] as const
      await link(ids[0], ids[2])
      await link(ids[1], ids[0])
      await link(ids[2], ids[1])
      for (const id of ids) assert.deepEqual(await idsOf(id), [...ids])
      const own = await captured()
      await link(own, own)
      assert.deepEqual(await idsOf(own), [own])
    })

    test('nothing of another project is there, even where it says so', async () => {
      const own = await captured()
      const other = await testUser(service)
      const theirs = (await other.ingest((await testFilm(service.db, other)).capture)).body.asset.id
      const second = await testFilm(service.db, user, 'Second')
      const elsewhere = (await user.ingest(second.capture)).body.asset.id
      await link(own, theirs)
      await link(elsewhere, own)
      assert.deepEqual(await idsOf(own), [own])
    })

    test('of a chain of ten thousand the nearest before and behind come', async () => {
      const ids = await many(10_000)
      for (const [place, first, last] of [
        [0, 0, 199],
        [50, 0, 199],
        [5000, 4900, 5099],
        [9999, 9899, 9999],
      ] as const) {
        const family = new Set(await idsOf(ids[place]!))
        assert.equal(family.size, last - first + 1)
        assert.deepEqual(family, new Set(ids.slice(first, last + 1)))
      }
    })

    test('of ten thousand children of one the next of kin are among those that come', async () => {
      // The first half are children of the root, the others of its last child.
      const ids = await many(10_000, (index) => (index <= 5000 ? 0 : 5000))
      for (const place of [0, 1, 5000, 5001, 9999]) {
        const family = await idsOf(ids[place]!)
        assert.equal(new Set(family).size, 200)
        assert.ok(family.includes(ids[place]!) && family.includes(ids[0]!))
        if (place > 5000) assert.ok(family.includes(ids[5000]!))
      }
      const ofMiddle = await idsOf(ids[5000]!)
      assert.ok(ofMiddle.includes(ids[9999]!), 'the newest of its own children')
    })

    test('a version of another user is as missing as one of nobody', async () => {
      const other = await testUser(service)
      const theirs = (await other.ingest((await testFilm(service.db, other)).capture)).body.asset.id
      for (const id of [theirs, randomUUID()]) {
        const { status, body } = await user.get(`/api/assets/${id}/lineage`)
        assert.deepEqual([status, body], [404, { error: 'Asset not found' }])
      }
    })
  })
}
