import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assetType } from '@dailies/contract/asset-version.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { startService } from '../main.ts'
import { engines } from '../test/engines.ts'
import {
  request,
  signIn,
  silentLog,
  type TestService,
  type TestUser,
  testFilm,
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

    test('one is added over HTTP, is in both lists, and everyone of the installation sees it', async () => {
      const { status, body } = await user.send('POST', '/api/platforms', {
        slug: 'render-farm',
        name: 'Farm',
      })
      assert.equal(status, 201)
      const { id, ...rest } = body.data
      assert.deepEqual(rest, {
        slug: 'render-farm',
        name: 'Farm',
        provider: '',
        specialties: [],
        supportedOutput: [],
        homepageUrl: null,
        docsUrl: null,
        own: true,
      })
      const other = await testUser(service)
      const browsed = (await other.get('/api/platforms')).body.data
      assert.deepEqual(
        browsed.find((one: { id: string }) => one.id === id),
        body.data,
      )
      const { own: _, ...listed } = body.data
      assert.deepEqual(
        (await list()).find((one: { id: string }) => one.id === id),
        listed,
      )
      assert.deepEqual(
        browsed.map((one: { id: string }) => one.id),
        (await list()).map((one: { id: string }) => one.id),
      )
      assert.equal(browsed.filter((one: { own: boolean }) => !one.own).length >= 29, true)
    })

    test('a slug that is taken is refused, and of two who take one at once one gets it', async () => {
      const taken = { slug: ['There is a platform of that slug already'] }
      const again = await user.send('POST', '/api/platforms', { slug: 'midjourney', name: 'Mine' })
      assert.deepEqual([again.status, again.body.details.fieldErrors], [400, taken])
      const answers = await Promise.all(
        ['A', 'B', 'C'].map((name) => user.send('POST', '/api/platforms', { slug: 'contested', name })),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400])
      const winner = answers.find(({ status }) => status === 201)
      const kept = (await list()).filter((one: { slug: string }) => one.slug === 'contested')
      assert.deepEqual(
        kept.map((one: { name: string }) => one.name),
        [winner?.body.data.name],
      )
    })

    test('what is wrong with one is told by its field', async () => {
      const wrong: [field: string, value: unknown, message: string][] = [
        ['slug', 'Runway', 'Must be lower-case words and digits joined by hyphens'],
        ['slug', 'a--b', 'Must be lower-case words and digits joined by hyphens'],
        ['slug', 'x'.repeat(101), 'Must be at most 100 characters'],
        ['name', ' ', 'Required'],
        ['homepageUrl', 'javascript:alert(1)', 'Invalid URL'],
        ['docsUrl', 'https://', 'Invalid URL'],
        ['supportedOutput', ['FILM'], `0: Must be one of ${assetType.options.join(', ')}`],
        ['specialties', Array(51).fill('x'), 'Must be at most 50 specialties'],
      ]
      for (const [field, value, message] of wrong) {
        const body = { slug: 'new-one', name: 'New', [field]: value }
        const answer = await user.send('POST', '/api/platforms', body)
        assert.equal(answer.status, 400, field)
        assert.deepEqual(answer.body.details.fieldErrors, { [field]: [message] })
      }
      assert.ok(!JSON.stringify(await list()).includes('new-one'))
    })

    test('an administrator removes one, and captures of it keep its key and label', async () => {
      const film = await testFilm(service.db, user)
      const { id } = (await user.send('POST', '/api/platforms', { slug: 'fleeting', name: 'Fleeting' })).body
        .data
      await user.ingest({ ...film.capture, platformKey: 'fleeting' })
      // The first user of an installation is one.
      const administrator = await signIn(service, user)
      const { status, body } = await administrator.send('DELETE', `/api/platforms/${id}`, undefined)
      assert.deepEqual([status, body.data.slug, body.data.own], [200, 'fleeting', true])
      assert.ok(!JSON.stringify(await list()).includes('fleeting'))
      const again = await administrator.send('DELETE', `/api/platforms/${id}`, undefined)
      assert.deepEqual([again.status, again.body], [404, { error: 'Platform not found' }])
      const { asset } = (await user.ingest({ ...film.capture, platformKey: 'fleeting' })).body
      assert.deepEqual([asset.versionNumber, asset.platformLabel], [2, 'fleeting'])
      const { byPlatform } = (await user.get(`/api/projects/${film.projectId}/report`)).body.data
      assert.equal(byPlatform[0].platformLabel, 'Fleeting')
    })

    test('one of the catalogue itself is not removed, and is back when what replaced it is', async () => {
      const administrator = await signIn(service, user)
      const find = async (slug: string) =>
        (await administrator.get('/api/platforms')).body.data.find(
          (one: { slug: string }) => one.slug === slug,
        )
      const pika = await find('pika')
      const refused = await administrator.send('DELETE', `/api/platforms/${pika.id}`, undefined)
      assert.equal(refused.status, 400)
      assert.deepEqual(await find('pika'), pika)

      const { id: _, own: __, ...entry } = pika
      await addPlatforms(service.db, [{ ...entry, name: 'Pika (ours)' }])
      const removed = await administrator.send('DELETE', `/api/platforms/${pika.id}`, undefined)
      assert.equal(removed.body.data.name, 'Pika (ours)')
      assert.deepEqual({ ...(await find('pika')), id: pika.id }, pika)
    })

    test('nobody removes one but an administrator who is signed in', async () => {
      const { id } = (await user.send('POST', '/api/platforms', { slug: 'lasting', name: 'L' })).body.data
      const member = await signIn(service, await testUser(service))
      for (const caller of [user, member]) {
        const { status } = await caller.send('DELETE', `/api/platforms/${id}`, undefined)
        assert.ok(status === 401 || status === 403, String(status))
      }
      assert.ok(JSON.stringify(await list()).includes('lasting'))
    })

    test('nobody lists them without a token', async () => {
      assert.equal((await request(service.address + endpoints.listPlatforms.path)).status, 401)
    })
  })
}
