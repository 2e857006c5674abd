import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FoundPlace } from '@dailies/contract/search-places.ts'
import { engines } from '../../test/engines.ts'
import { searchPlaces } from '../../test/searching.ts'
import { type TestService, type TestUser, testService, testUser } from '../../test/service.ts'

for (const engine of engines) {
  describe(`GET /api/search/places on ${engine}`, () => {
    let service: TestService
    let ada: TestUser
    let projectId: string

    before(async () => {
      service = await testService(engine)
      ada = await testUser(service)
      projectId = await newFilm('The Long Tide')
    })
    after(() => service.close())

    async function send(method: string, path: string, body?: object, user = ada) {
      const answer = await user.send(method, path, body)
      assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body?.data
    }

    const newFilm = async (name: string, user = ada): Promise<string> =>
      (await send('POST', '/api/projects', { name }, user)).id
    const newScene = async (sceneId: string, fields: object = {}, film = projectId): Promise<string> =>
      (await send('POST', `/api/projects/${film}/scenes`, { sceneId, ...fields })).id
    const newShot = async (scene: string, shotCode: string, fields: object = {}): Promise<string> =>
      (await send('POST', `/api/scenes/${scene}/shots`, { shotCode, ...fields })).id

    const nameOf = ({ scene, shot }: FoundPlace) =>
      shot ? `${scene.sceneId}/${shot.shotCode}` : scene.sceneId
    const find = async (q: string, asking = {}, user = ada) =>
      (await searchPlaces(user, q, asking)).map(nameOf)

    test('finds a scene by number, macro scene and story beat, a shot by what is said of it, and marks the words', async () => {
      const scene = await newScene('120a', {
        macroScene: 'Lighthouse, night',
        storyBeat: 'Mara climbs the stairs.',
      })
      const shot = await newShot(scene, 'K1', {
        description: 'The lighthouse from below',
        note: 'Anamorphic',
      })
      const found = await searchPlaces(ada, 'LIGHTHOUSE')
      assert.deepEqual(found, [
        {
          kind: 'scene',
          project: { id: projectId, name: 'The Long Tide' },
          scene: { id: scene, sceneId: '120A' },
          shot: null,
          found: [{ field: 'macroScene', text: 'Lighthouse, night', marks: [[0, 10]] }],
        },
        {
          kind: 'shot',
          project: { id: projectId, name: 'The Long Tide' },
          scene: { id: scene, sceneId: '120A' },
          shot: { id: shot, shotCode: 'K1' },
          found: [{ field: 'description', text: 'The lighthouse from below', marks: [[4, 14]] }],
        },
      ])
      assert.deepEqual(await find('120a'), ['120A', '120A/K1'])
      assert.deepEqual(await find('120a k1'), ['120A/K1'])
      assert.deepEqual(await find('anamorphic'), ['120A/K1'])
      assert.deepEqual(await find('mara stairs night'), ['120A'])
    })

    test('finds a number that begins with zeros also as people say it', async () => {
      const scene = await newScene('0125B', { storyBeat: 'A pier' })
      await newShot(scene, '0125B-07')
      await newShot(scene, 'M1', { description: '00450 is no number of a scene' })
      const all = ['0125B', '0125B/0125B-07', '0125B/M1']
      assert.deepEqual(await find('125b'), all)
      assert.deepEqual(await find('0125b'), all)
      assert.deepEqual(await find('125b-7'), ['0125B/0125B-07'])
      assert.deepEqual(await find('125', { partial: true }), all)
      assert.deepEqual(await find('pier 125b'), ['0125B'])
      assert.deepEqual(await find('450'), [])
      assert.deepEqual(await find('25b'), [])
    })

    test('takes words as the search of takes does', async () => {
      await newScene('130', { storyBeat: 'Zoë liest „Straße am Meer“ im Café.' })
      await newScene('131', { storyBeat: '夜の列車が海を渡る' })
      await newScene('132', { storyBeat: 'رأيت المنارة في الليل' })
      for (const q of ['zoe cafe', 'STRASSE', '"strasse am meer"', 'caf*', 'zoe -nebel'])
        assert.deepEqual(await find(q), ['130'], q)
      for (const q of ['"meer am strasse"', 'caf', 'zoe -meer', 'zoe nebel'])
        assert.deepEqual(await find(q), [], q)
      for (const q of ['列車', '夜の列', '海']) assert.deepEqual(await find(q), ['131'], q)
      for (const q of ['منارة', 'الليل']) assert.deepEqual(await find(q), ['132'], q)
      assert.deepEqual(await find('liest caf', { partial: true }), ['130'])
      assert.deepEqual(await find('lie cafe', { partial: true }), [])
    })

    test('puts first what fits best: number before name before story beat, scenes before shots, then as in their film', async () => {
      const beat = await newScene('140', { storyBeat: 'A quay.' })
      await newShot(beat, 'B', { description: 'The quay' })
      await newScene('141', { macroScene: 'Quay' })
      await newScene('QUAY')
      await newScene('142', { storyBeat: 'Quay again' })
      assert.deepEqual(await find('quay'), ['QUAY', '141', '140', '142', '140/B'])
      assert.deepEqual(await find('quay', { limit: 2 }), ['QUAY', '141'])
    })

    test('puts what fits alike in the order of its film, the newest film first', async () => {
      const films = [await newFilm('Older'), await newFilm('Newer')]
      const scenes: string[] = []
      for (const film of films) {
        for (const number of ['10', '2']) {
          const scene = await newScene(number, { storyBeat: 'Skerry' }, film)
          const ids: string[] = []
          for (const code of ['B', 'A', 'C']) ids.push(await newShot(scene, code, { description: 'Skerry' }))
          await send('PUT', `/api/scenes/${scene}/shots/order`, { ids: [ids[2], ids[0], ids[1]] })
          scenes.push(scene)
        }
      }
      const shots = ['2/C', '2/B', '2/A', '10/C', '10/B', '10/A']
      assert.deepEqual(await find('skerry'), ['2', '10', '2', '10', ...shots, ...shots])
      const found = await searchPlaces(ada, 'skerry', { limit: 3 })
      assert.deepEqual(
        found.map(({ project }) => project.name),
        ['Newer', 'Newer', 'Older'],
      )
      const [, , ten, two] = scenes
      await send('PUT', `/api/projects/${films[1]}/scenes/order`, { ids: [ten, two] })
      assert.deepEqual((await find('skerry project:newer')).slice(0, 3), ['10', '2', '10/C'])
    })

    test('is narrowed by project, scene and shot, and by no filter that is of takes', async () => {
      const other = await newFilm('Night Train')
      const [one, another] = [
        await newScene('150', { storyBeat: 'Ferry' }),
        await newScene('150', { storyBeat: 'Ferry' }, other),
      ]
      await newShot(one, 'X9', { description: 'Ferry' })
      const scenes = async (q: string) =>
        (await searchPlaces(ada, q)).map(({ scene, shot }) => [scene.id, shot?.shotCode])
      assert.deepEqual(await scenes('ferry project:night'), [[another, undefined]])
      assert.deepEqual(await scenes('ferry -project:night'), [
        [one, undefined],
        [one, 'X9'],
      ])
      assert.deepEqual(await scenes('shot:x9'), [[one, 'X9']])
      assert.deepEqual(await scenes('scene:150 -shot:x9'), [
        [another, undefined],
        [one, undefined],
      ])
      assert.deepEqual(await scenes('scene:150 shot:x9 ferry'), [[one, 'X9']])
      assert.deepEqual(await scenes('scene:15'), [])
      for (const q of ['ferry model:veo', 'ferry is:winner', 'project:night', '-ferry', '', '…'])
        assert.deepEqual(await scenes(q), [], q)
      assert.deepEqual((await scenes('ferry -model:veo')).length, 3)
      const { status, body } = await ada.get('/api/search/places?q=status:great')
      assert.equal(status, 400)
      assert.match(body.details.fieldErrors.q[0], /is no filter/)
    })

    test('finds at once what was changed, and not what was said before', async () => {
      const scene = await newScene('160', { storyBeat: 'Gannets' })
      const shot = await newShot(scene, 'A', { description: 'Gannets' })
      await send('PATCH', `/api/scenes/${scene}`, { storyBeat: 'Terns', sceneId: '161' })
      assert.deepEqual(await find('gannets'), ['161/A'])
      assert.deepEqual(await find('terns'), ['161'])
      assert.deepEqual(await find('160'), [])
      assert.deepEqual(await find('161 gannets'), ['161/A'])
      await send('PATCH', `/api/shots/${shot}`, { description: 'Skuas' })
      assert.deepEqual(await find('gannets'), [])
      assert.deepEqual(await find('skuas'), ['161/A'])
      await send('DELETE', `/api/shots/${shot}`)
      assert.deepEqual(await find('skuas'), [])
    })

    test('finds one that says many words, and not what it said before', async () => {
      const saying = (word: string) =>
        Array.from({ length: 300 }, (_, index) => `${word}${index}`)
          .join(' ')
          .slice(0, 2000)
      const scene = await newScene('190', { storyBeat: saying('oar') })
      const shot = await newShot(scene, 'A', { description: saying('rope'), note: saying('sail') })
      for (const q of ['oar0 oar199', 'oar*']) assert.deepEqual(await find(q), ['190'], q)
      assert.deepEqual(await find('rope0 sail199'), ['190/A'])
      await send('PATCH', `/api/shots/${shot}`, { description: saying('keel'), note: saying('mast') })
      assert.deepEqual(await find('rope*'), [])
      assert.deepEqual(await find('keel0 mast199'), ['190/A'])
    })

    test('finds nothing of a scene or a film in the trash, and all of it once it is back', async () => {
      const film = await newFilm('Kittiwake')
      const scene = await newScene('170', { storyBeat: 'Puffins' }, film)
      await newShot(scene, 'A', { description: 'Puffins' })
      const both = ['170', '170/A']
      assert.deepEqual(await find('puffins'), both)
      await send('DELETE', `/api/scenes/${scene}?sceneId=170`)
      assert.deepEqual(await find('puffins'), [])
      await send('POST', `/api/scenes/${scene}/restore`, { sceneId: '170' })
      assert.deepEqual(await find('puffins'), both)
      await send('DELETE', `/api/projects/${film}?name=Kittiwake`)
      assert.deepEqual(await find('puffins'), [])
      await send('POST', `/api/projects/${film}/restore`, {})
      assert.deepEqual(await find('puffins'), both)
    })

    test('shows nobody what they may not see, and who left no more', async () => {
      const eve = await testUser(service)
      await newScene('180', { storyBeat: 'Cormorants' })
      assert.deepEqual(await find('cormorants', {}, eve), [])
      assert.deepEqual(await find('cormorants project:tide', {}, eve), [])
      await send('POST', `/api/projects/${projectId}/members`, { userId: eve.id, role: 'viewer' })
      assert.deepEqual(await find('cormorants', {}, eve), ['180'])
      await send('DELETE', `/api/projects/${projectId}/members/${eve.id}`)
      assert.deepEqual(await find('cormorants', {}, eve), [])
    })

    test('finds what an import brought, and by the beginning of a long text', async () => {
      const scenes = Array.from({ length: 250 }, (_, at) => ({
        sceneId: `${1000 + at}`,
        storyBeat:
          at === 7 ? `${'Fog. '.repeat(390)}Petrel ${'rain '.repeat(400)}Fulmar` : `Fog over pier ${at}`,
        shots: [{ shotCode: 'A', description: `Pier ${at}` }],
      }))
      await send('POST', '/api/import', { workspace: { projects: [{ name: 'Fog', scenes }] } })
      assert.deepEqual(await find('petrel fog'), ['1007'])
      assert.deepEqual(await find('fulmar'), [])
      assert.deepEqual(await find('fog pier 249'), ['1249'])
      assert.equal((await find('fog', { limit: 100 })).length, 100)
    })
  })
}
