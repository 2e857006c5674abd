import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
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
import { issueToken } from '../tokens/issue.ts'
import { commandLine } from '../tokens/token-manager.ts'

const { path } = endpoints.findCaptured

for (const engine of engines) {
  describe(`POST captured on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.close())
    beforeEach(async () => {
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })

    async function captured(fields: object, { capture } = film, by = user) {
      const { status, body } = await by.ingest({ ...capture, ...fields })
      assert.equal(status, 200, JSON.stringify(body))
      return body.asset.id as string
    }

    async function found(question: object, by = user) {
      const { status, body } = await by.send('POST', path, question)
      assert.equal(status, 200, JSON.stringify(body))
      return endpoints.findCaptured.reply.parse(body).captured
    }

    const idsOf = (matches: { assetVersionId: string }[]) =>
      matches.map(({ assetVersionId }) => assetVersionId)

    test('a version is found by the id of its platform, and told with all that says where it is', async () => {
      const fields = {
        externalAssetId: 'job-1',
        outputUrl: 'https://cdn.example/1.png',
        shotId: film.shotIds[0],
      }
      await captured({ ...fields, externalAssetId: 'job-2', outputUrl: 'https://cdn.example/2.png' })
      const { asset } = (await user.ingest({ ...film.capture, ...fields })).body
      assert.deepEqual((await user.send('POST', path, { externalAssetIds: ['job-1'] })).body, {
        captured: [
          {
            ...fields,
            assetVersionId: asset.id,
            projectId: film.projectId,
            sceneDbId: film.sceneDbId,
            sceneId: '012A',
            versionNumber: 2,
            createdAt: asset.createdAt,
          },
        ],
      })
    })

    test('a version is found by its media address, also one without an id or a shot', async () => {
      const outputUrl = 'https://cdn.example/ünïcode 場🎬.png?a="b"&c=\\%27'
      const id = await captured({ outputUrl, sceneId: '2' })
      const [match, ...others] = await found({ outputUrls: ['https://cdn.example/', outputUrl] })
      assert.deepEqual(others, [])
      assert.deepEqual(
        [match?.assetVersionId, match?.externalAssetId, match?.outputUrl, match?.shotId],
        [id, null, outputUrl, null],
      )
      assert.deepEqual([match?.sceneId, match?.sceneDbId], ['2', film.otherSceneDbId])
    })

    test('one that has both is told once, and what has one of them is told too, the newest first', async () => {
      const [externalAssetId, outputUrl] = ['job', 'https://cdn.example/a.png']
      const ids = [
        await captured({ externalAssetId }),
        await captured({ outputUrl }),
        await captured({ externalAssetId, outputUrl }),
        await captured({ externalAssetId, outputUrl: 'https://cdn.example/b.png', sceneId: '10' }),
        await captured({ externalAssetId: 'other', outputUrl, assetType: 'VIDEO' }),
      ]
      await captured({})
      const matches = await found({ externalAssetIds: [externalAssetId], outputUrls: [outputUrl] })
      assert.deepEqual(idsOf(matches), ids.toReversed())
    })

    test('an id is not looked for among addresses, nor an address among ids', async () => {
      const value = 'https://cdn.example/job'
      const [byId, byUrl] = [await captured({ externalAssetId: value }), await captured({ outputUrl: value })]
      assert.deepEqual(idsOf(await found({ externalAssetIds: [value] })), [byId])
      assert.deepEqual(idsOf(await found({ outputUrls: [value] })), [byUrl])
    })

    test('what is asked for twice is told once', async () => {
      const id = await captured({ externalAssetId: 'job' })
      assert.deepEqual(idsOf(await found({ externalAssetIds: ['job', 'job', 'job'] })), [id])
    })

    test('of each value the newest ten are told, and those of all values in one order', async () => {
      const ids: Record<string, string[]> = { a: [], b: [], c: [] }
      const urls: string[] = []
      for (let index = 0; index < 12; index += 1) {
        ids.a!.push(await captured({ externalAssetId: 'a', sceneId: index % 2 ? '2' : '10' }))
        ids.b!.push(await captured({ externalAssetId: 'b', outputUrl: 'https://cdn.example/b' }))
        urls.push(await captured({ outputUrl: 'https://cdn.example/c' }))
      }
      ids.c!.push(await captured({ externalAssetId: 'c' }))
      const question = { externalAssetIds: ['a', 'c', 'b', 'd'], outputUrls: ['https://cdn.example/c'] }
      const expected = [...Object.values(ids), urls].flatMap((all) => all.slice(-10)).sort()
      assert.equal(expected.length, 31)
      assert.deepEqual(idsOf(await found(question)), expected.toReversed())
    })

    test('long values that begin alike are told apart', async () => {
      for (const [field, question, length] of [
        ['externalAssetId', 'externalAssetIds', 1000],
        ['outputUrl', 'outputUrls', 8192],
      ] as const) {
        const long = `https://cdn.example/${'場'.repeat(length)}`.slice(0, length)
        const values = [
          `${long.slice(0, -1)}a`,
          `${long.slice(0, -1)}b`,
          long.slice(0, 200),
          long.slice(0, 201),
        ]
        const ids = new Map<string, string>()
        for (const value of values) ids.set(value, await captured({ [field]: value }))
        for (const value of values) {
          assert.deepEqual(idsOf(await found({ [question]: [value] })), [ids.get(value)])
        }
        assert.deepEqual(await found({ [question]: [long.slice(0, 199), long.slice(0, 202)] }), [])
        assert.equal((await found({ [question]: values })).length, 4)
      }
    })

    test('empty text matches nothing, and so does a capture without an id or an address', async () => {
      await captured({ externalAssetId: '' })
      await captured({})
      assert.deepEqual(await found({ externalAssetIds: [''], outputUrls: [''] }), [])
      assert.deepEqual(await found({ externalAssetIds: ['null', 'undefined'], outputUrls: ['null'] }), [])
      assert.deepEqual(await found({}), [])
    })

    test('upper and lower case differ, and characters that mean something to SQL mean nothing', async () => {
      const id = await captured({ externalAssetId: "a%_'\\b" })
      assert.deepEqual(idsOf(await found({ externalAssetIds: ["a%_'\\b"] })), [id])
      assert.deepEqual(await found({ externalAssetIds: ['%', "A%_'\\B", '_', "a'_'\\b"] }), [])
    })

    test('half a surrogate pair is found as it was stored', async () => {
      const id = await captured({ externalAssetId: 'a\ud800b' })
      assert.deepEqual(idsOf(await found({ externalAssetIds: ['a\ud800b'] })), [id])
    })

    test('what another user captured is not told, however many there are', async () => {
      const other = await testUser(service)
      const theirs = await testFilm(service.db, other)
      const fields = { externalAssetId: 'shared', outputUrl: 'https://cdn.example/shared.png' }
      const question = { externalAssetIds: ['shared'], outputUrls: [fields.outputUrl] }
      const mine = await captured(fields)
      for (let index = 0; index < 11; index += 1) await captured(fields, theirs, other)
      assert.deepEqual(idsOf(await found(question)), [mine])
      assert.equal((await found(question, other)).length, 10)
      assert.deepEqual(await found(question, await testUser(service)), [])
    })

    test('all projects of the user are looked in, and with a token of some of them only those', async () => {
      const second = await testFilm(service.db, user, 'Second film')
      const third = await testFilm(service.db, user, 'Third film')
      const ids: string[] = []
      for (const { capture } of [film, second, third]) {
        ids.push((await user.ingest({ ...capture, externalAssetId: 'job' })).body.asset.id)
      }
      assert.deepEqual(idsOf(await found({ externalAssetIds: ['job'] })), ids.toReversed())

      // Newer ones out of reach do not take the place of those within it.
      for (let index = 0; index < 11; index += 1) await captured({ externalAssetId: 'job' })
      const { token } = await issueToken(service.db, commandLine(user.id), {
        name: 'two films',
        projectIds: [third.projectId, second.projectId],
      })
      const { status, body } = await request(service.address + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ externalAssetIds: ['job'] }),
      })
      assert.equal(status, 200)
      assert.deepEqual(idsOf(body.captured), [ids[2], ids[1]])
    })

    test('the version of a capture is found by its key for as long as it is there, by who captured it', async () => {
      const captureId = 'file:key'
      const id = await captured({ provenance: { captureId }, outputUrl: 'https://cdn.example/k.png' })
      await captured({ provenance: { captureId: 'other' } })
      const question = { captureIds: [captureId, 'none', ''] }
      const [match, ...others] = await found(question)
      assert.deepEqual([match?.assetVersionId, match?.captureId, others], [id, captureId, []])
      const both = await found({ ...question, outputUrls: ['https://cdn.example/k.png'] })
      assert.deepEqual(both, [match])
      const stranger = await testUser(service)
      assert.deepEqual(await found(question, stranger), [])
      assert.equal((await user.send('DELETE', `/api/assets/${id}`, undefined)).status, 200)
      assert.deepEqual(await found(question), [])
      assert.equal((await user.send('POST', `/api/assets/${id}/restore`, undefined)).status, 200)
      assert.deepEqual(idsOf(await found(question)), [id])
    })

    test('two hundred values are answered, of which a few are there', async () => {
      const ids = [
        await captured({ externalAssetId: 'value-7' }),
        await captured({ outputUrl: 'https://a/199' }),
      ]
      const externalAssetIds = Array.from({ length: 100 }, (_, index) => `value-${index}`)
      const outputUrls = Array.from({ length: 100 }, (_, index) => `https://a/${index + 100}`)
      assert.deepEqual(idsOf(await found({ externalAssetIds, outputUrls })), ids.toReversed())
    })

    test('more than two hundred values, or too long ones, are refused', async () => {
      const many = (count: number) => Array.from({ length: count }, (_, index) => `value-${index}`)
      const together = 'Must be at most 200 values together with the other lists'
      for (const [question, field, message] of [
        [{ externalAssetIds: many(201) }, 'externalAssetIds', 'Must be at most 200 values'],
        [{ outputUrls: many(201) }, 'outputUrls', 'Must be at most 200 values'],
        [{ externalAssetIds: many(101), outputUrls: many(100) }, 'outputUrls', together],
        [{ captureIds: many(101), externalAssetIds: many(100) }, 'outputUrls', together],
        [{ externalAssetIds: ['x'.repeat(1001)] }, 'externalAssetIds', '0: Must be at most 1000 characters'],
        [{ outputUrls: ['a', 'x'.repeat(8193)] }, 'outputUrls', '1: Must be at most 8192 characters'],
        [{ outputUrls: 'https://a/' }, 'outputUrls', 'Must be an array'],
        [{ externalAssetIds: [5] }, 'externalAssetIds', '0: Must be a string'],
        [{ externalAssetIds: ['a\0'] }, 'externalAssetIds', '0: Must not contain the character U+0000'],
      ] as const) {
        const { status, body } = await user.send('POST', path, question)
        assert.deepEqual([status, body.error], [400, 'Invalid payload'])
        assert.ok(body.details.fieldErrors[field]?.includes(message), JSON.stringify(body))
      }
    })
  })
}
