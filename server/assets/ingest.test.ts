import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

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

    test('a capture with what is required becomes version 1, a draft with unknown rights', async () => {
      const { status, body } = await user.ingest(film.capture)
      assert.equal(status, 200)
      const { id, createdAt, ...rest } = body.asset
      assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.equal(typeof id, 'string')
      assert.deepEqual(
        { ...body, asset: rest },
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
  })
}
