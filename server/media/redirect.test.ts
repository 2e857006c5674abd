import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import { put, take } from '../test/media.ts'
import { type S3Server, s3Server } from '../test/s3-server.ts'
import { type TestService, testFilm, testService, testUser } from '../test/service.ts'

for (const engine of engines) {
  describe(`media in a bucket that opens them itself, on ${engine}`, () => {
    let folder: string
    let server: S3Server
    let service: TestService
    before(async () => {
      folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-redirect-'))
      server = await s3Server(folder)
      // The keys of a bucket are no settings: the service has them from its process.
      Object.assign(process.env, server.environment)
      service = await testService(engine, { DAILIES_MEDIA: 's3://media', DAILIES_MEDIA_REDIRECT: 'true' })
    })
    after(async () => {
      await service?.close()
      for (const name of Object.keys(server.environment)) delete process.env[name]
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    })

    test('GET is sent to an address that gives the bytes; HEAD, for which that is not signed, is answered here', async () => {
      const owner = await testUser(service)
      const id = await take(owner, await testFilm(service.db, owner))
      const file = randomBytes(10_000)
      assert.equal((await put(service, owner, id, file)).status, 200)
      const ask = (method: string) =>
        fetch(`${service.address}/api/media/${id}/original`, {
          method,
          headers: { authorization: `Bearer ${owner.token}` },
          redirect: 'manual',
        })

      const sent = await ask('GET')
      assert.deepEqual([sent.status, sent.headers.get('cache-control')], [302, 'no-store'])
      const address = sent.headers.get('location') as string
      assert.ok(address.startsWith(server.environment.AWS_ENDPOINT_URL_S3 as string))
      const given = await fetch(address)
      assert.equal(given.status, 200)
      assert.deepEqual(Buffer.from(await given.arrayBuffer()), file)

      const head = await ask('HEAD')
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, '10000'])
      for (const header of ['content-type', 'content-disposition'])
        assert.equal(given.headers.get(header), head.headers.get(header))
    })
  })
}
