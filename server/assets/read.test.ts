import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { assetVersion } from '@dailies/contract/board.ts'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import {
  callerWith,
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const packages = statement((db, { projectId }: { projectId: string }) =>
  db.selectFrom('prompt_packages').select(['id', 'name']).where('project_id', '=', projectId),
)

for (const engine of engines) {
  describe(`GET assets/{id} on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })
    after(() => service.close())

    test('a version has all that was captured, and the names of what it belongs to', async () => {
      const parent = (await user.ingest(film.capture)).body.asset
      const [promptPackage] = await service.db.all(packages, { projectId: film.projectId })
      const fields = {
        prompt: 'long '.repeat(1000),
        negativePrompt: 'no people',
        title: 'Wide',
        outputUrl: 'https://media.example/1.png',
        thumbnailUrl: 'https://media.example/1.jpg',
        sourceUrl: 'https://platform.example/job/1',
        modelName: 'v7',
        externalAssetId: 'job-1',
        metadata: { aspectRatio: '16:9', deep: [{ a: null }] },
        provenance: { captureSource: 'extension' },
        tags: ['night', ' night '],
        notes: 'as is',
        compareGroup: 'A',
        rightsState: 'COMMERCIAL_ALLOWED',
        parentVersionId: parent.id,
        costEstimateUsd: 0.04,
        generationSeconds: 12.5,
        queueWaitSeconds: 0,
      }
      const given = { shotId: film.shotIds[0], promptPackageId: promptPackage!.id, selected: true }
      const { asset } = (await user.ingest({ ...film.capture, ...fields, ...given })).body
      const { status, body } = await user.get(`/api/assets/${asset.id}`)
      assert.equal(status, 200)
      assert.equal(body.data.media.state, 'waiting')
      assert.deepEqual(body, {
        data: {
          ...asset,
          ...fields,
          media: body.data.media,
          status: 'SELECTED',
          selected: true,
          createdBy: user.id,
          createdByName: body.data.createdByName,
          updatedAt: asset.createdAt,
          openNotes: 0,
          verdicts: { approved: 0, changesNeeded: 0 },
          marks: { mine: { flag: 'none', stars: 0, seen: false }, film: { flag: 'none', stars: 0 } },
          myVerdict: null,
          project: { id: film.projectId, name: 'The Long Tide', status: 'PRODUCTION', role: 'owner' },
          scene: { id: film.sceneDbId, sceneId: '012A' },
          shot: { id: film.shotIds[0], shotCode: '012A-A' },
          promptPackage: { ...promptPackage },
        },
        metadata: {},
      })
      assert.deepEqual(assetVersion.parse(body.data), body.data)
    })

    test('what was not captured is null, and tags are a list in any case', async () => {
      const { asset } = (await user.ingest(film.capture)).body
      const { data } = (await user.get(`/api/assets/${asset.id}`)).body
      const { metadata, provenance, tags, shot, promptPackage, notes, outputUrl, shotId } = data
      assert.deepEqual(
        [metadata, provenance, tags, shot, promptPackage, notes, outputUrl, shotId],
        [null, null, [], null, null, null, '', null],
      )
    })

    test('numbers keep their digits and members their names, whatever they mean to JavaScript', async () => {
      const metadata =
        '{"seed":18446744073709551615,"__proto__":{"polluted":true},"ratio":1.7777777777777777,"huge":1e999,' +
        '"list":[9007199254740993,{"constructor":{"__proto__":null}}],"text":"\\u0000 18446744073709551615","minus":-9223372036854775809}'
      const body = JSON.stringify({ ...film.capture, metadata: 'here', provenance: 'here' })
      const response = await fetch(`${service.address}/api/extension/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
        body: body.replaceAll('"here"', metadata),
      })
      const { asset } = (await response.json()) as { asset: { id: string } }
      const read = await fetch(`${service.address}/api/assets/${asset.id}`, {
        headers: { authorization: `Bearer ${user.token}` },
      })
      const text = await read.text()
      assert.ok(text.includes(`"metadata":${metadata},"provenance":${metadata},`), text)
      assert.equal(({} as { polluted?: boolean }).polluted, undefined)
    })

    test('a version of another user, out of reach, deleted, or of nobody is not found', async () => {
      const other = await testUser(service)
      const theirs = (await other.ingest((await testFilm(service.db, other)).capture)).body.asset.id
      const second = await testFilm(service.db, user, 'Second')
      const narrow = await user.send('POST', '/api/tokens', { name: 'n', projectIds: [film.projectId] })
      const limited = callerWith(service.address, narrow.body.data.token)
      const elsewhere = (await user.ingest(second.capture)).body.asset.id
      const deleted = (await user.ingest(film.capture)).body.asset.id
      await user.send('DELETE', `/api/assets/${deleted}`, undefined)
      for (const [caller, id] of [
        [user, theirs],
        [limited, elsewhere],
        [user, deleted],
        [user, randomUUID()],
        [user, '__proto__'],
      ] as const) {
        const { status, body } = await caller.get(`/api/assets/${id}`)
        assert.deepEqual([status, body], [404, { error: 'Asset not found' }])
      }
      assert.equal((await user.get(`/api/assets/${elsewhere}`)).status, 200)
    })
  })
}
