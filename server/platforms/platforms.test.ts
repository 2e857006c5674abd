import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { startService } from '../main.ts'
import { engines } from '../test/engines.ts'
import {
  request,
  silentLog,
  type TestService,
  type TestUser,
  testService,
  testUser,
} from '../test/service.ts'
import { addPlatforms, readCatalogue } from './catalogue.ts'

for (const engine of engines) {
  describe(`platforms on ${engine}`, () => {
    let service: TestService
    let user: TestUser

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
    })
    after(() => service.close())

    const list = async () => (await user.get(endpoints.listPlatforms.path)).body.platforms

    test('the catalogue has at least thirty, by name, each as its file says', async () => {
      const platforms = await list()
      assert.ok(platforms.length >= 30)
      const entries = await readCatalogue(new URL('catalogue.json', import.meta.url))
      const bySlug = new Map(entries.map((entry) => [entry.slug, entry]))
      for (const { id, ...platform } of platforms) {
        assert.equal(typeof id, 'string')
        assert.deepEqual(platform, bySlug.get(platform.slug))
      }
      const names = platforms.map((platform: { name: string }) => platform.name)
      assert.deepEqual(names, names.toSorted(new Intl.Collator('en', { numeric: true }).compare))
    })

    test('one of your own is added, or replaces a built-in one and stays so after a restart', async () => {
      const before = await list()
      const own = {
        slug: 'our-rig',
        name: 'Our rig',
        provider: 'Us',
        specialties: ['local'],
        supportedOutput: ['IMAGE' as const],
        homepageUrl: null,
        docsUrl: null,
      }
      assert.equal(
        await addPlatforms(service.db, [own, { ...own, slug: 'runway', name: 'Runway (ours)' }]),
        2,
      )
      const again = await startService(service.place.settings, silentLog)
      await again.close()

      const after = await list()
      assert.equal(after.length, before.length + 1)
      const find = (platforms: { slug: string }[], slug: string) =>
        platforms.find((one) => one.slug === slug) as never as { id: string; name: string }
      assert.equal(find(after, 'runway').name, 'Runway (ours)')
      assert.equal(find(after, 'runway').id, find(before, 'runway').id)
      assert.equal(find(after, 'our-rig').name, 'Our rig')
    })

    test('nobody lists them without a token', async () => {
      assert.equal((await request(service.address + endpoints.listPlatforms.path)).status, 401)
    })
  })
}
