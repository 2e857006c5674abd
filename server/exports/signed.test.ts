import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { statement } from '../db/statement.ts'
import { addUsage } from '../media/usage-queries.ts'
import { inWorkshop } from '../media/work/in-workshop.ts'
import { testAuthority } from '../test/authority.ts'
import { engines } from '../test/engines.ts'
import { credentialsRead, settledExport, unpackExport } from '../test/exports.ts'
import { picture, put, sha256, take } from '../test/media.ts'
import { openCaller, type TestService, testFilm, testService, testUser } from '../test/service.ts'

const forgetCounts = statement((db, { id }: { id: string }) =>
  db.updateTable('exports').set({ signed: null, unsigned: null }).where('id', '=', id),
)

for (const engine of engines) {
  describe(`signed copies of an export on ${engine}`, () => {
    let service: TestService
    let folder: string
    let anchor: string

    before(async () => {
      folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-signed-'))
      const authority = await testAuthority()
      anchor = authority.anchor
      await writeFile(join(folder, 'chain.pem'), authority.chain)
      await writeFile(join(folder, 'key.pem'), authority.key, { mode: 0o600 })
      service = await testService(engine, {
        DAILIES_C2PA_CERTIFICATE: join(folder, 'chain.pem'),
        DAILIES_C2PA_KEY: join(folder, 'key.pem'),
      })
    })
    after(async () => {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    })

    test('are trusted by whoever trusts the studio, and what cannot be signed is handed over as it is', async () => {
      const user = await testUser(service)
      const film = await testFilm(service.db, user)
      const [bytes, plain] = [await picture(), Buffer.from('nothing that anybody could sign')]
      const [still, other] = [await take(user, film, { prompt: 'a lamp' }), await take(user, film)]
      assert.ok((await put(service, user, still, bytes)).status < 300)
      assert.ok((await put(service, user, other, plain)).status < 300)
      const asked = await user.send('POST', `/api/projects/${film.projectId}/exports`, {
        ...{ of: 'versions', versionIds: [still, other], formats: ['otio'], signed: true },
      })
      assert.equal(asked.status, 201, JSON.stringify(asked.body))
      const { id } = asked.body.data
      const told = (await settledExport(user, id)).body.data
      assert.equal(told.state, 'ready', told.reason)
      assert.deepEqual([told.files, told.missing, told.signed, told.unsigned], [8, 0, 1, 1])

      const there = join(folder, id)
      await unpackExport(service, user, { id, into: there })
      await promisify(execFile)('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: there })

      const { files } = JSON.parse(await readFile(join(there, 'manifest.json'), 'utf8'))
      const [signed, unsigned] = files
      assert.deepEqual([signed.original, signed.unsigned], [sha256(bytes), undefined])
      assert.notEqual(signed.sha256, sha256(bytes))
      assert.deepEqual([unsigned.sha256, unsigned.original], [sha256(plain), undefined])
      assert.match(unsigned.unsigned, /cannot be signed|Nothing/)
      const { credentials } = await inWorkshop({}, ({ work }) =>
        work(join(there, signed.path), { anchors: anchor }),
      )
      assert.deepEqual([credentials?.state, credentials?.actions[0]?.action], ['trusted', 'c2pa.created'])

      const original = await fetch(`${service.address}/api/media/${still}/original`, {
        headers: { authorization: `Bearer ${user.token}` },
      })
      assert.equal(sha256(Buffer.from(await original.arrayBuffer())), sha256(bytes))
    })

    test('are counted of what is in it; where nobody asked, or counted, none are told', async () => {
      const user = await testUser(service)
      const film = await testFilm(service.db, user)
      const [still, gone] = [await take(user, film), await take(user, film)]
      const exports = `/api/projects/${film.projectId}/exports`
      const exported = async (signed: boolean) => {
        const of = { of: 'versions', versionIds: [still, gone], signed }
        const { id } = (await user.send('POST', exports, of)).body.data
        return (await settledExport(user, id)).body.data
      }
      const none = await exported(true)
      assert.deepEqual([none.missing, none.signed, none.unsigned], [2, 0, 0])
      assert.ok((await put(service, user, still, await picture())).status < 300)
      const [asked, plain] = [await exported(true), await exported(false)]
      assert.deepEqual([asked.missing, asked.signed, asked.unsigned], [1, 1, 0])
      assert.deepEqual([plain.missing, plain.signed, plain.unsigned], [1, null, null])
      // As a version before has left it.
      await service.db.transaction((transaction) => transaction.run(forgetCounts, { id: asked.id }))
      const [, before] = (await user.get(exports)).body.data
      assert.deepEqual([before.id, before.signing], [asked.id, true])
      assert.deepEqual([before.state, before.signed, before.unsigned], ['ready', null, null])
    })

    test('are not begun where there is no room for all of them', async () => {
      const full = await testService(engine, {
        DAILIES_C2PA_CERTIFICATE: join(folder, 'chain.pem'),
        DAILIES_C2PA_KEY: join(folder, 'key.pem'),
        DAILIES_MEDIA_QUOTA: '1GB',
      })
      try {
        const user = await testUser(full)
        const film = await testFilm(full.db, user)
        const bytes = await picture()
        const id = await take(user, film)
        assert.ok((await put(full, user, id, bytes)).status < 300)
        const left = 1024 ** 3 - 2 * bytes.length + 1
        await full.db.transaction((transaction) =>
          transaction.first(addUsage, { projectId: '', files: 0, bytes: left }),
        )
        const asked = await user.send('POST', `/api/projects/${film.projectId}/exports`, {
          ...{ of: 'versions', versionIds: [id], signed: true },
        })
        const { state, reason } = (await settledExport(user, asked.body.data.id)).body.data
        assert.equal(state, 'failed')
        assert.match(reason, /more than the 1\.07 GB that this installation may/)
      } finally {
        await full.close()
      }
    })

    test('are made once of a take of which nothing has changed, however often it is exported', async () => {
      const user = await testUser(service)
      const film = await testFilm(service.db, user)
      const still = await take(user, film)
      assert.ok((await put(service, user, still, await picture())).status < 300)
      await credentialsRead(user, still)
      const exported = async () => {
        const asked = await user.send('POST', `/api/projects/${film.projectId}/exports`, {
          ...{ of: 'versions', versionIds: [still], signed: true },
        })
        const { id } = asked.body.data
        assert.equal((await settledExport(user, id)).body.data.state, 'ready')
        await unpackExport(service, user, { id, into: join(folder, id) })
        const { files } = JSON.parse(await readFile(join(folder, id, 'manifest.json'), 'utf8'))
        return files[0].sha256
      }
      const first = await exported()
      assert.equal(await exported(), first)
      await user.send('PATCH', '/api/extension/asset-update', { assetId: still, selected: true })
      assert.notEqual(await exported(), first, 'which says something else')
    })

    test('are offered by an installation that has a certificate, and refused by one that has none', async () => {
      const signs = async ({ address }: TestService) =>
        (await openCaller(address).get(endpoints.readInstallation.path)).body.data.signs
      assert.equal(await signs(service), true)
      const without = await testService(engine)
      try {
        assert.equal(await signs(without), false)
        const user = await testUser(without)
        const film = await testFilm(without.db, user)
        const { status, body } = await user.send('POST', `/api/projects/${film.projectId}/exports`, {
          signed: true,
        })
        assert.equal(status, 409)
        assert.match(body.error, /DAILIES_C2PA_CERTIFICATE/)
      } finally {
        await without.close()
      }
    })
  })
}
