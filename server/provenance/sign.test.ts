import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Sidecar } from '@dailies/contract/provenance.ts'
import { JPEG } from '@trustnxt/c2pa-ts/asset'
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf'
import { ManifestStore } from '@trustnxt/c2pa-ts/manifest'
import sharp from 'sharp'
import { statement } from '../db/statement.ts'
import { openStore } from '../media/open-store.ts'
import { wantMissingCredentials } from '../media/read-credentials.ts'
import { nobodyTrusted, trustedOf } from '../media/trusted.ts'
import { box, ftyp, times } from '../media/work/hostile-parts.ts'
import { inWorkshop } from '../media/work/in-workshop.ts'
import { Workshop } from '../media/work/workshop.ts'
import { testAuthority } from '../test/authority.ts'
import { engines } from '../test/engines.ts'
import { mediaOnce, picture, put, sha256, take } from '../test/media.ts'
import { type TestService, testFilm, testService, testUser } from '../test/service.ts'
import { signedCopy } from './sign.ts'
import { certifiedBy } from './signing.ts'

const jpeg = () =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: '#654' } })
    .jpeg()
    .toBuffer()

for (const engine of engines) {
  describe(`a copy that is handed over, on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.close())

    test('is signed, has all of the take in it, and is valid to a reader that is not ours; the original keeps its bytes', async () => {
      const { anchor, ...by } = await testAuthority()
      const user = await testUser(service)
      const film = await testFilm(service.db, user)
      const id = await take(user, film, { prompt: 'a lighthouse', modelName: 'v7', metadata: { seed: 42 } })
      const bytes = await jpeg()
      assert.ok((await put(service, user, id, bytes)).status < 300)
      const sidecar = (await user.get(`/api/assets/${id}/provenance`)).body.data
      const store = openStore({ ...service.place.settings, environment: {} })
      const workshop = new Workshop({ atOnce: 1 })
      try {
        const copy = await signedCopy({ store, workshop, by }, { hash: sha256(bytes), sidecar })
        assert.ok(copy.path !== null, JSON.stringify(copy))
        const signed = await readFile(copy.path)
        assert.equal(signed.length, copy.bytes)
        const original = await store.localCopy(sha256(bytes))
        assert.deepEqual(await readFile(original!.path), bytes)
        await original!.release()

        const { credentials } = await workshop.work(copy.path, store.incoming, { anchors: anchor })
        assert.deepEqual([credentials?.state, credentials?.actions[0]?.action], ['trusted', 'c2pa.created'])
        assert.match(credentials?.digitalSourceType ?? '', /trainedAlgorithmicMedia$/)

        const file = new JPEG(Uint8Array.from(signed))
        const manifests = ManifestStore.read(SuperBox.fromBuffer(Uint8Array.from(file.getManifestJUMBF()!)))
        const { isValid, statusEntries } = await manifests.validate(file)
        assert.ok(isValid, JSON.stringify(statusEntries))
        const found = JSON.stringify(manifests.getActiveManifest()?.assertions?.assertions ?? [])
        assert.match(found, /a lighthouse/)
        await copy.remove()
      } finally {
        await workshop.stop()
      }
    })

    test('is read when it is kept: who signed, what it says, valid though nobody here knows the signer', async () => {
      const { anchor: _, ...by } = await testAuthority()
      const user = await testUser(service)
      const film = await testFilm(service.db, user)
      const signed = await inWorkshop({}, async ({ folder, work }) => {
        const path = join(folder, 'original.jpg')
        await writeFile(path, await jpeg())
        const manifest = JSON.stringify({
          claim_generator_info: [{ name: 'Some Generator' }],
          assertions: [created],
        })
        const { made } = await work(path, { signing: { ...by, manifest } })
        return readFile(made[0]!.path)
      })
      const id = await take(user, film)
      assert.ok((await put(service, user, id, signed)).status < 300)
      const plain = await take(user, film)
      assert.ok((await put(service, user, plain, await jpeg())).status < 300)
      const told = await credentialsOnce(user, id)
      assert.deepEqual(
        [told.state, told.signer, told.issuer, told.generator, told.reasons],
        ['valid', 'Test Studio Signer', 'Test Studio', 'Some Generator', ['signingCredential.untrusted']],
      )
      assert.equal((await credentialsOnce(user, plain)).state, 'none')

      // As a file that was kept before anybody looked.
      await service.db.transaction((transaction) => transaction.run(forget, { hash: sha256(signed) }))
      assert.equal((await user.get(`/api/assets/${id}/provenance`)).body.data.credentials, null)
      await wantMissingCredentials(service.db, nobodyTrusted)
      assert.deepEqual(await credentialsOnce(user, id), told)
    })

    test('of which it takes long to read what it says keeps no picture waiting', async () => {
      const user = await testUser(service)
      const film = await testFilm(service.db, user)
      const [long, still] = [await take(user, film), await take(user, film)]
      assert.ok((await put(service, user, long, longToRead())).status < 300)
      while ((await service.db.all(listBeingRead, {})).length === 0) await sleep(20)
      assert.ok((await put(service, user, still, await picture())).status < 300)
      await mediaOnce(user, still, 'it has thumbnails', (media) => media.thumbnails.length > 0)
      assert.equal((await user.get(`/api/assets/${long}/provenance`)).body.data.credentials, null)
    })
  })
}

const created = {
  label: 'c2pa.actions.v2',
  data: {
    actions: [
      {
        action: 'c2pa.created',
        digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
      },
    ],
  },
}

/** 80 kB of them take the library half a second, and twice as many four times as long. */
const longToRead = () => Buffer.concat([ftyp, times(300_000, box('free'))])

const listBeingRead = statement((db) =>
  db.selectFrom('content_credentials').select('hash').where('leased_by', 'is not', null),
)

const forget = statement((db, { hash }: { hash: string }) =>
  db.deleteFrom('content_credentials').where('hash', '=', hash),
)

async function credentialsOnce(user: Awaited<ReturnType<typeof testUser>>, id: string) {
  for (let look = 0; look < 600; look += 1) {
    const { body } = await user.get(`/api/assets/${id}/provenance`)
    if (body.data.credentials) return body.data.credentials
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Nobody has looked at it')
}

test('a certificate without its key, or with that of another, is told of at the start', async () => {
  await inWorkshop({}, async ({ folder }) => {
    const [one, other] = [await testAuthority(), await testAuthority()]
    const files = { c2paCertificate: join(folder, 'chain.pem'), c2paKey: join(folder, 'key.pem') }
    await writeFile(files.c2paCertificate, one.chain)
    await writeFile(files.c2paKey, one.key)
    assert.deepEqual(await certifiedBy(files), { chain: one.chain, key: one.key })
    assert.equal(await certifiedBy({}), undefined)
    await assert.rejects(
      certifiedBy({ c2paCertificate: files.c2paCertificate }),
      /DAILIES_C2PA_KEY: Required/,
    )
    await writeFile(files.c2paKey, other.key)
    await assert.rejects(certifiedBy(files), /The key is not that of the certificate/)
  })
})

test('a certificate by which nothing would be valid is told of at the start, with what it lacks', async () => {
  await inWorkshop({}, async ({ folder, work }) => {
    const path = join(folder, 'original.jpg')
    await writeFile(path, await jpeg())
    const files = { c2paCertificate: join(folder, 'chain.pem'), c2paKey: join(folder, 'key.pem') }
    const taken = async ({ chain, key }: { chain: string; key: string }) => {
      await writeFile(files.c2paCertificate, chain)
      await writeFile(files.c2paKey, key)
      return certifiedBy(files).then(
        () => '',
        ({ message }: Error) => message,
      )
    }
    const email = 'extendedKeyUsage emailProtection (or documentSigning)'
    const cases: [Parameters<typeof testAuthority>[0], string][] = [
      [{}, ''],
      [{ keyUsage: 'digitalSignature', extendedKeyUsage: 'clientAuth,1.3.6.1.5.5.7.3.36' }, ''],
      [{ basicConstraints: undefined }, ''],
      [{ extendedKeyUsage: undefined }, email],
      [{ extendedKeyUsage: 'serverAuth' }, email],
      [{ keyUsage: undefined }, 'keyUsage digitalSignature'],
      [{ keyUsage: 'critical,keyEncipherment' }, 'keyUsage digitalSignature'],
      [{ basicConstraints: 'critical,CA:TRUE' }, 'basicConstraints CA:FALSE'],
      [{ basicConstraints: 'CA:TRUE,pathlen:0', keyUsage: 'keyCertSign' }, 'CA:FALSE, keyUsage digital'],
      [{ extendedKeyUsage: 'emailProtection,OCSPSigning' }, 'timeStamping or OCSPSigning, too'],
    ]
    for (const [others, words] of cases) {
      const authority = await testAuthority(others)
      const said = await taken(authority)
      const manifest = JSON.stringify({ claim_generator_info: [{ name: 'Dailies' }], assertions: [created] })
      const { made } = await work(path, { signing: { ...authority, manifest } })
      const { credentials } = await work(made[0]!.path, { anchors: authority.anchor })
      const what = JSON.stringify(others)
      assert.equal(said === '', credentials?.state === 'trusted', `${what}: ${said}, ${credentials?.state}`)
      if (words) assert.ok(said.startsWith('DAILIES_C2PA_CERTIFICATE: this certificate cannot sign: '), what)
      assert.ok(said.includes(words), `${what}: ${said}`)
    }
  })
})

test('by a certificate that is over no copy is made, and it is said', async () => {
  const { anchor: _, ...by } = await testAuthority({}, -1)
  await inWorkshop({}, async ({ folder, workshop }) => {
    const store = openStore({ media: folder, dataFolder: folder, environment: {} })
    const of = { hash: sha256(Buffer.from('')), sidecar: {} as Sidecar }
    assert.deepEqual(await signedCopy({ store, workshop, by }, of), {
      path: null,
      reason: 'The certificate that signs is over',
    })
  })
})

test('by a certificate as the docs make it a copy is valid, and trusted where its authority is', async () => {
  const docs = await readFile(new URL('../../docs/provenance.md', import.meta.url), 'utf8')
  const [, recipe = ''] = /```sh\n([^`]*openssl[^`]*)```/.exec(docs) ?? []
  await inWorkshop({}, async ({ folder, work }) => {
    await promisify(execFile)('sh', ['-e', '-c', recipe], { cwd: folder })
    const by = await certifiedBy({
      c2paCertificate: join(folder, 'chain.pem'),
      c2paKey: join(folder, 'signing.key'),
    })
    const path = join(folder, 'original.jpg')
    await writeFile(path, await jpeg())
    const manifest = JSON.stringify({ claim_generator_info: [{ name: 'Dailies' }], assertions: [created] })
    const { made } = await work(path, { signing: { ...by!, manifest } })
    const { anchors } = await trustedOf(join(folder, 'authority.pem'))
    const states = []
    for (const trusted of ['', anchors])
      states.push((await work(made[0]!.path, { anchors: trusted })).credentials?.state)
    assert.deepEqual(states, ['valid', 'trusted'])
  })
})
