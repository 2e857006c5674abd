import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { KeptVersion } from '@dailies/contract/media.ts'
import { engines } from '../test/engines.ts'
import { put, sha256, take } from '../test/media.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`which files a project has, on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let film: Film
    let other: Film
    before(async () => {
      service = await testService(engine, { DAILIES_WEBHOOK_WORKER: 'false' })
      owner = await testUser(service)
      film = await testFilm(service.db, owner)
      other = await testFilm(service.db, owner, 'The Short Tide')
    })
    after(() => service.close())

    const ask = (hashes: unknown, { projectId }: { projectId: string } = film, user = owner) =>
      user.send('POST', `/api/projects/${projectId}/media/kept`, { sha256: hashes })
    const found = async (...hashes: string[]): Promise<KeptVersion[]> => (await ask(hashes)).body.data

    async function kept(bytes: Buffer, of = film, more: object = {}): Promise<string> {
      const id = await take(owner, of, more)
      assert.equal((await put(service, owner, id, bytes)).status, 200)
      return id
    }

    test('a file is found by its hash, with where its version is', async () => {
      const bytes = randomBytes(100)
      const id = await kept(bytes, film, { shotId: film.shotIds[0], platformKey: 'midjourney' })
      const [version, ...others] = await found(sha256(randomBytes(9)), sha256(bytes), sha256(bytes))
      assert.deepEqual(others, [])
      const { sceneId, sceneDbId, shotId, assetVersionId, platformLabel, versionNumber } = version!
      assert.deepEqual(
        [assetVersionId, sceneId, sceneDbId, shotId, platformLabel],
        [id, '012A', film.sceneDbId, film.shotIds[0], 'Midjourney'],
      )
      assert.equal(versionNumber, (await owner.get(`/api/assets/${id}`)).body.data.versionNumber)
    })

    test('of one that many versions have, the newest ten are told, the newest first', async () => {
      const bytes = randomBytes(100)
      const ids = []
      for (let count = 0; count < 12; count += 1) ids.push(await kept(bytes))
      const versions = await found(sha256(bytes))
      assert.deepEqual(
        versions.map(({ assetVersionId }) => assetVersionId),
        ids.toReversed().slice(0, 10),
      )
    })

    test('another project is told nothing of it, and a stranger not even of the project', async () => {
      const bytes = randomBytes(100)
      await kept(bytes, other)
      assert.deepEqual(await found(sha256(bytes)), [])
      assert.equal((await ask([sha256(bytes)], film, await testUser(service))).status, 404)
    })

    test('one that was deleted is not told of, until it is restored; nor what is no original', async () => {
      const bytes = randomBytes(100)
      const id = await kept(bytes)
      const still = randomBytes(50)
      await put(service, owner, id, still, { kind: 'poster' })
      await owner.send('DELETE', `/api/assets/${id}`, undefined)
      assert.deepEqual(await found(sha256(bytes), sha256(still)), [])
      await owner.send('POST', `/api/assets/${id}/restore`, undefined)
      assert.equal((await found(sha256(bytes), sha256(still))).length, 1)
    })

    test('what is no hash, and more than 200, are refused in words', async () => {
      const hashes = Array.from({ length: 201 }, () => sha256(randomBytes(9)))
      assert.deepEqual((await ask(hashes)).body.details.fieldErrors.sha256, ['Must be at most 200 values'])
      assert.equal((await ask(hashes.slice(1))).status, 200)
      for (const wrong of ['A'.repeat(64), 'x', 7, null]) assert.equal((await ask([wrong])).status, 400)
      assert.deepEqual((await ask([])).body.data, [])
    })
  })
}
