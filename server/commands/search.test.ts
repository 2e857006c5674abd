import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { mostPictureBytes } from '@dailies/contract/search.ts'
import sharp from 'sharp'
import { engines, type Place } from '../test/engines.ts'
import { until } from '../test/listening.ts'
import { scenery } from '../test/looks.ts'
import { put, take } from '../test/media.ts'
import { onRunning, runCommand, runSql } from '../test/process.ts'
import { searched, searchPlaces } from '../test/searching.ts'
import {
  type Film,
  sharedService,
  type TestService,
  type TestUser,
  testFilm,
  testUser,
} from '../test/service.ts'
import { newRawToken } from '../tokens/format.ts'
import { runProgram } from './program.ts'

for (const engine of engines) {
  describe(`dailies search on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    const ids: string[] = []

    before(async () => {
      service = await sharedService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
      const [shotId] = film.shotIds
      ids.push(await take(user, film, { title: 'Weathervane', prompt: 'An ibis of brass' }))
      ids.push(await take(user, film, { shotId, prompt: `${'a long corridor '.repeat(20)}, an ibis` }))
      // The thread of an index that is new takes longer on a busy machine than a search waits.
      await searched({ ...user, ...service }, 'ibis')
    })
    after(() => service.close())

    const search = (args: string[], more: Record<string, string> = {}) =>
      runCommand(['search', ...args], {
        environment: { DAILIES_URL: service.address, DAILIES_TOKEN: user.token, ...more },
      })

    test('shows what fits best first: where it is, what it is, and what was found', async () => {
      const { code, stdout, stderr } = await search(['ibis'])
      assert.deepEqual([code, stderr], [0, ''])
      const [head, ...rows] = stdout.trimEnd().split('\n')
      assert.match(head!, /^TAKE +PROJECT +SCENE +SHOT +WHAT +STATUS +FOUND$/)
      assert.equal(rows.length, 2)
      const [first] = rows.filter((row) => row.startsWith(ids[0]!))
      assert.match(first!, / The Long Tide +012A +– +\S+ v\d+ .* +DRAFT +prompt: An ibis of brass$/)
      const [second] = rows.filter((row) => row.startsWith(ids[1]!))
      assert.match(second!, / 012A-A .* prompt: ….{0,20}, an ibis$/)
      assert.equal((await search(['ibis -weathervane'])).stdout.split('\n').length, 3)
      assert.equal((await search(['--', 'ibis', '-weathervane'])).stdout.split('\n').length, 3)
      assert.match((await search(['title', 'nowhere'])).stdout, /^No take was found\.\n$/)
    })

    test('prints all of it as JSON, as many as are wanted', async () => {
      const newest = JSON.parse((await search(['ibis', '--sort', 'newest', '--json'])).stdout)
      assert.deepEqual(
        newest.map(({ id }: { id: string }) => id),
        ids.toReversed(),
      )
      assert.deepEqual(newest[1].found, [{ field: 'prompt', text: 'An ibis of brass', marks: [[3, 7]] }])
      const one = await search(['ibis', '--sort', 'newest', '--limit', '1', '--json'])
      assert.equal(JSON.parse(one.stdout).length, 1)
      assert.match((await search(['ibis', '--limit', '1'])).stderr, /^dailies: there may be more: --limit\n$/)
    })

    test('tells how many there are of what, with the filter that finds them', async () => {
      const { code, stdout, stderr } = await search(['ibis', '--counts'])
      assert.deepEqual([code, stderr], [0, ''])
      const [head, ...rows] = stdout.trimEnd().split('\n')
      assert.match(head!, /^OF +WHAT +TAKES +FILTER$/)
      assert.match(rows[0]!, /^project +The Long Tide +2 +project:"The Long Tide"$/)
      assert.ok(rows.some((row) => /^status +draft +2 +status:draft$/.test(row)))
      const facets = JSON.parse((await search(['ibis', '--counts', '--json'])).stdout)
      assert.deepEqual(facets[0].values[0].count, 2)
      assert.match((await search(['nowhere', '--counts'])).stdout, /^No take was found\.\n$/)
      assert.match((await search(['status:great', '--counts'])).stderr, /is no filter/)
    })

    test('finds scenes and shots', async () => {
      const { code, stdout, stderr } = await search(['tower', '--places'])
      assert.deepEqual([code, stderr], [0, ''])
      const [head, ...rows] = stdout.trimEnd().split('\n')
      assert.match(head!, /^ID +PROJECT +SCENE +SHOT +FOUND$/)
      assert.equal(rows.length, 1)
      assert.match(rows[0]!, /^\S+ +The Long Tide +012A +012A-A +description: Wide, the tower\.$/)
      const [found] = JSON.parse((await search(['tower', '--places', '--json'])).stdout)
      assert.deepEqual([found.kind, found.scene.sceneId, found.shot.id], ['shot', '012A', film.shotIds[0]])
      const lamp = await search(['lamp', '--places', '--limit', '1'])
      assert.match(lamp.stdout, / 012A +– +storyBeat: The lamp goes out\.\n$/)
      assert.match((await search(['nowhere', '--places'])).stdout, /^No scene or shot was found\.\n$/)
      assert.match((await search(['lamp', '--places', '--counts'])).stderr, /nothing is counted/)
    })

    test('finds what looks like a take, or like a picture of a file', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'dailies-like-'))
      const original = await scenery(21)
      const files = {
        'pier.jpg': await sharp(original).jpeg({ quality: 60 }).toBuffer(),
        'letter.txt': Buffer.from('Dear Sir'),
        'large.png': Buffer.alloc(mostPictureBytes + 1),
      }
      for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
      const [one, other] = [await take(user, film, { title: 'Pier' }), await take(user, film)]
      await put(service, user, one, original)
      await put(service, user, other, await sharp(original).resize(200).webp().toBuffer())
      for (const id of [one, other]) {
        await until(`it is known how ${id} looks`, async () => {
          const { body } = await user.get(`/api/search/alike?assetVersionId=${id}`)
          return body.metadata.look !== null
        })
      }
      const { code, stdout, stderr } = await search(['--like', other])
      assert.deepEqual([code, stderr], [0, ''])
      const [head, ...rows] = stdout.trimEnd().split('\n')
      assert.match(head!, /^TAKE +PROJECT +SCENE +SHOT +WHAT +STATUS +BITS +TITLE$/)
      assert.equal(rows.length, 1)
      assert.ok(rows[0]!.startsWith(one))
      assert.match(rows[0]!, / The Long Tide +012A +– .* DRAFT +\d+ +Pier$/)
      const found = async (...args: string[]) =>
        JSON.parse((await search([...args, '--json'])).stdout).map((hit: { id: string }) => hit.id)
      const pier = join(folder, 'pier.jpg')
      assert.deepEqual((await found('--like', pier)).toSorted(), [one, other].toSorted())
      assert.deepEqual(await found('--like', pier, 'pier'), [one])
      assert.match((await search(['--like', pier, 'nowhere'])).stdout, /^Nothing looks like it\.\n$/)
      const fails = async (args: string[], said: RegExp, wanted = 2) => {
        const answer = await search(['--like', ...args])
        assert.deepEqual([answer.code, answer.stdout], [wanted, ''], answer.stderr)
        assert.match(answer.stderr, said)
      }
      await fails([join(folder, 'letter.txt')], /^dailies: Nothing can be found by .*letter\.txt\. It is/)
      await fails([join(folder, 'large.png')], /large\.png has more than 33\.5 MB/)
      await fails([folder], /is no file/)
      await fails([join(folder, 'none.png')], /^dailies: There is no file .*none\.png, and it is no id/)
      await fails([ids[0]!], /^dailies: No picture is known of this take yet/)
      await fails(['none'], /not found/i, 3)
      await fails([one, '--counts'], /--like finds takes: not together with/)
      await rm(folder, { recursive: true })
    })

    test('looks for what a saved search looks for, and for words besides', async () => {
      const save = async (q: string) =>
        (await user.send('POST', '/api/saved-searches', { name: 'Birds', q })).body.data.id as string
      const id = await save('ibis')
      const found = async (...args: string[]) =>
        JSON.parse((await search([...args, '--json'])).stdout).map((hit: { id: string }) => hit.id)
      assert.deepEqual(await found('--saved', 'Birds', '--sort', 'newest'), ids.toReversed())
      assert.deepEqual(await found('--saved', 'Birds', 'weathervane'), [ids[0]])
      await save('heron')
      const { code, stderr } = await search(['--saved', 'Birds'])
      assert.equal(code, 2)
      assert.match(stderr, /^dailies: Several saved searches have that name, say which by its id: /)
      assert.deepEqual(await found('--saved', id, '--sort', 'newest'), ids.toReversed())
    })

    test('says what is wrong, with a code for it', async () => {
      const fails = async (wanted: number, said: RegExp, ...asked: Parameters<typeof search>) => {
        const { code, stdout, stderr } = await search(...asked)
        assert.deepEqual([code, stdout], [wanted, ''])
        assert.match(stderr, said)
      }
      await fails(2, /^dailies: "status:great" is no filter: it must be draft, /, ['status:great'])
      await fails(2, /^dailies: limit: Must be 1000 or less\n$/, ['ibis', '--limit', '1001'])
      await fails(2, /^dailies: limit: Must be a whole number\n$/, ['ibis', '--limit', 'all'])
      await fails(2, /unknown option '-weathervane'/, ['ibis', '-weathervane'])
      await fails(2, /^dailies: Say what to look for, or --saved /, [])
      await fails(2, /^dailies: There is no saved search of the name “Ibises”\n$/, ['--saved', 'Ibises'])
      await fails(2, /^dailies: there is no token: /, ['ibis'], { DAILIES_TOKEN: '' })
      await fails(3, /^dailies: The token is refused: /, ['ibis'], { DAILIES_TOKEN: newRawToken() })
      await fails(3, /^dailies: The service cannot be reached/, ['ibis'], {
        DAILIES_URL: 'http://127.0.0.1:1',
      })
    })
  })

  test(`dailies search rebuild makes the index anew on ${engine}, while the service runs, and shows how far it is`, () =>
    onRunning(engine, {}, async ({ place, serve, user, film }) => {
      const id = await take(user, film, { title: 'Weathervane' })
      for (let count = 0; count < 3; count += 1) await take(user, film)
      const find = () => searched({ ...user, ...serve }, 'weathervane')
      assert.deepEqual(await find(), [id])
      const places = async () => (await searchPlaces(user, 'goes out')).map(({ scene }) => scene.sceneId)
      assert.deepEqual(await places(), ['012A'])
      await forgetSome(place)
      assert.deepEqual(await find(), [])
      await runSql(place, 'delete from search_places')
      const { sceneDbId } = film
      await user.send('PATCH', `/api/scenes/${sceneDbId}`, { storyBeat: 'The lamp goes out again.' })
      assert.deepEqual(await places(), ['012A'])
      await runSql(place, 'delete from search_place_words')
      assert.deepEqual(await places(), [])
      const shown: string[] = []
      const said: string[] = []
      const code = await runProgram(['search', 'rebuild'], {
        environment: place.environment,
        input: async () => '',
        print: (line) => said.push(line),
        warn: (line) => said.push(line),
        show: (line) => shown.push(line),
      })
      assert.deepEqual([code, said], [0, ['The index of the search has all there is.']])
      assert.match(shown.join('\n'), /█ 4 of 4 asset versions/)
      // It names no take, which may be gone for good later.
      if (engine === 'postgres') {
        const [progress] = await runSql(place, 'select walked_to, walks_to from search_progress')
        assert.deepEqual({ ...progress }, { walked_to: null, walks_to: '' })
      }
      // Four scenes with two shots.
      assert.match(shown.join('\n'), /\d of 6 scenes and shots/)
      assert.deepEqual(await places(), ['012A'])
      assert.deepEqual(await find(), [id])
      assert.equal((await user.send('PATCH', `/api/assets/${id}`, { title: 'Ibis' })).status, 200)
      assert.deepEqual(await find(), [])
    }))
}

/** As an index would be that lost what it had. */
async function forgetSome(place: Place): Promise<void> {
  if (place.engine === 'postgres') return void (await runSql(place, 'delete from search_documents'))
  const index = new DatabaseSync(join(place.settings.dataFolder, 'search.db'), { timeout: 5000 })
  index.exec("delete from documents; insert into lookups (lookups) values ('delete-all')")
  index.close()
}
