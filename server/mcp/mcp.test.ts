import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { workspaceFile } from '@dailies/contract/workspace.ts'
import { latinText, png } from '@dailies/reading/sample/png.ts'
import sharp from 'sharp'
import { statement } from '../db/statement.ts'
import { importWorkspace } from '../production/import-workspace.ts'
import { allOf } from '../production/membership.ts'
import { engines } from '../test/engines.ts'
import { until } from '../test/listening.ts'
import { scenery } from '../test/looks.ts'
import { type Agent, agents } from '../test/mcp.ts'
import { mediaOnce, picture, put } from '../test/media.ts'
import { searched, searchPlaces } from '../test/searching.ts'
import {
  type Film,
  sharedService,
  type TestService,
  type TestUser,
  testFilm,
  testUser,
} from '../test/service.ts'
import { tools } from './tools.ts'

const countSigned = statement((db, { id, unsigned }: { id: string; unsigned: number }) =>
  db.updateTable('exports').set({ signed: 12, unsigned }).where('id', '=', id),
)

for (const engine of engines) {
  for (const [transport, agentOf] of Object.entries(agents)) {
    describe(`an agent over ${transport} on ${engine}`, () => {
      let service: TestService
      let user: TestUser
      let film: Film
      let agent: Agent

      before(async () => {
        service = await sharedService(engine)
        user = await testUser(service)
        film = await testFilm(service.db, user)
        agent = await agentOf(service, user.token)
      })
      after(async () => {
        await agent.close()
        await service.close()
      })

      async function take(more: object = {}): Promise<string> {
        const { status, body } = await user.ingest({ ...film.capture, ...more })
        assert.equal(status, 200, JSON.stringify(body))
        return body.asset.id
      }

      test('is told what there is: tools with schemas, what they do, and that texts are data', async () => {
        const { tools: listed } = await agent.client.listTools()
        assert.deepEqual(
          listed.map(({ name }) => name),
          tools.map(({ name }) => name),
        )
        for (const { name, inputSchema, outputSchema, annotations, description = '' } of listed) {
          assert.equal(inputSchema.type, 'object', name)
          assert.equal(outputSchema?.type, 'object', name)
          assert.doesNotMatch(JSON.stringify([inputSchema, outputSchema]), /\$ref|\$defs/, name)
          assert.equal(typeof annotations?.readOnlyHint, 'boolean', name)
          assert.ok(description.length <= 400, `${name}: ${description.length}`)
        }
        assert.ok(JSON.stringify(listed).length < 40_000, 'it costs every conversation its context')
        assert.match(agent.client.getInstructions() ?? '', /data/)
      })

      test('finds a scene by number, by words of its story beat, and by the name of its sequence', async () => {
        const { data } = await agent.call('list_projects', { query: 'tide' })
        assert.deepEqual(
          data.projects.map(({ id, role }: { id: string; role: string }) => [id, role]),
          [[film.projectId, 'owner']],
        )
        for (const query of ['012A', '12a', 'scene 012a', 'lamp goes', 'OUT lamp', 'Storm']) {
          const { data, text } = await agent.call('find_scene', { projectId: film.projectId, query })
          assert.equal(data.scenes[0]?.id, film.sceneDbId, query)
          assert.ok(text.includes(film.sceneDbId), 'who reads the text alone can go on')
        }
        const everywhere = await agent.call('find_scene', { query: 'lamp' })
        assert.deepEqual([everywhere.data.found, everywhere.data.isComplete], [1, true])
        const none = await agent.call('find_scene', { query: 'a submarine' })
        assert.deepEqual([none.isError, none.data.scenes], [false, []])
        assert.match(none.text, /No scene matches/)
      })

      test('captures a take once however often it says so, and is told where it is', async () => {
        const [shotId] = film.shotIds
        const given = {
          ...film.capture,
          shotId,
          modelName: 'v7',
          outputUrl: 'https://cdn.example/take.png',
          metadata: { seed: 42 },
          captureId: randomUUID(),
        }
        const first = await agent.call('capture_take', given)
        assert.equal(first.isError, false, first.text)
        assert.deepEqual([first.data.media, first.data.captureId], ['address', given.captureId])
        const again = await agent.call('capture_take', given)
        assert.equal(again.data.take.id, first.data.take.id)
        const other = await agent.call('capture_take', { ...given, prompt: 'another' })
        assert.equal(other.isError, true)
        assert.match(other.text, /captureId/)

        const { data } = await agent.call('list_takes', { sceneDbId: film.sceneDbId, shotId })
        assert.deepEqual(
          data.takes.map(({ id }: { id: string }) => id),
          [first.data.take.id],
        )
        const stored = (await user.get(`/api/assets/${first.data.take.id}`)).body.data
        assert.deepEqual([stored.metadata, stored.provenance.source], [{ seed: 42 }, 'mcp'])
        const shots = await agent.call('list_shots', { sceneDbId: film.sceneDbId })
        assert.deepEqual(
          shots.data.shots.map(({ shotCode, versionCount }: { shotCode: string; versionCount: number }) => [
            shotCode,
            versionCount,
          ]),
          [
            ['012A-A', 1],
            ['012A-B', 0],
          ],
        )
      })

      test('sees the beginning of a long scene, and how much more there is', async () => {
        const description = 'the keeper climbs the stairs '.repeat(100)
        const shots = Array.from({ length: 230 }, (_, index) => ({
          shotCode: `${index + 1}`,
          sortOrder: index,
          description,
        }))
        const scenes = [{ sceneId: '1', shots }]
        const workspace = workspaceFile.parse({ projects: [{ name: `Of many shots`, scenes }] })
        await importWorkspace(service.db, allOf(user.id), workspace)
        const found = await agent.call('list_projects', { query: 'Of many shots' })
        const { id: projectId } = found.data.projects[0]
        const { data } = await agent.call('find_scene', { projectId })
        const { text, data: listed } = await agent.call('list_shots', { sceneDbId: data.scenes[0].id })
        assert.deepEqual([listed.shots.length, listed.shots.at(-1).shotCode, listed.total], [200, '200', 230])
        assert.match(text, /It has 230: the rest is in the console/)
        const { contents } = await agent.client.readResource({ uri: `dailies://scene/${projectId}/1` })
        const scene = JSON.parse((contents[0] as { text: string }).text)
        assert.deepEqual([scene.shots.length, scene.shotCount], [100, 230])
      })

      test('searches takes of all projects, and is told where each is and what was found', async () => {
        const [shotId] = film.shotIds
        const id = await take({
          shotId,
          title: `Weathervane of ${transport}`,
          notes: 'A \u{202e}gilded ibis.',
        })
        const { body } = await user.send('POST', `/api/assets/${id}/comments`, { text: 'More of the ibis!' })
        assert.ok(body.data.id)
        // On a busy machine the index takes longer than a search waits for it.
        await searched({ ...user, ...service }, 'ibis')
        const { data, text } = await agent.call('search_takes', { query: 'ibis weathervane' })
        const [found] = data.takes
        assert.deepEqual([data.takes.length, found.id, found.shot.id], [1, id, shotId])
        assert.deepEqual([found.project.id, found.scene.sceneId], [film.projectId, '012A'])
        assert.deepEqual(found.found, [
          `title: Weathervane of ${transport}`,
          'notes: A gilded ibis.',
          'comment: More of the ibis!',
        ])
        assert.match(
          text,
          new RegExp(`^- ${id}: .*, in scene "012A", shot "012A-A" of "The Long Tide"; found in "title: `),
        )
        const none = await agent.call('search_takes', { query: 'ibis -weathervane' })
        assert.deepEqual([none.text, none.data], ['No take was found.', { takes: [], nextCursor: null }])
        const first = await agent.call('search_takes', { query: `project:${film.projectId}`, limit: 1 })
        assert.match(first.text, /There are more: ask again with cursor "/)
        const wrong = await agent.call('search_takes', { query: 'status:great' })
        assert.equal(wrong.isError, true)
        assert.match(wrong.text, /"status:great" is no filter: it must be draft, /)
      })

      test('finds what looks like a take, or like a picture that it sends', async () => {
        const original = await scenery(transport === 'http' ? 11 : 12)
        const smaller = await sharp(original).resize(200).jpeg().toBuffer()
        const ids: string[] = []
        for (const [title, bytes] of [['Pier', original] as const, ['Pier, small', smaller] as const]) {
          const id = await take({ title })
          ids.push(id)
          await put(service, user, id, bytes)
          await mediaOnce(user, id, 'thumbnails', ({ thumbnails }) => thumbnails.length > 0)
        }
        const like = await agent.call('search_takes', { like: ids[0] })
        assert.deepEqual(
          [like.data.takes.map(({ id }: { id: string }) => id), like.data.nextCursor],
          [[ids[1]], null],
          like.text,
        )
        assert.match(like.text, /^- .*; found in "looks: \d+ of 64 bits differ"$/)
        const fileBase64 = (await sharp(original).webp({ quality: 60 }).toBuffer()).toString('base64')
        const sent = await agent.call('search_takes', { fileBase64, query: '-small' })
        assert.deepEqual(
          sent.data.takes.map(({ id }: { id: string }) => id),
          [ids[0]],
          sent.text,
        )
        const plain = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#234' } })
          .png()
          .toBuffer()
        for (const [input, said] of [
          [
            { fileBase64: plain.toString('base64') },
            /Nothing can be found by this file\. It is of one colour/,
          ],
          [{ like: await take() }, /No picture is known of this take yet/],
          [{ like: 'none' }, /not found/i],
          [{ like: ids[0], fileBase64 }, /Give one of/],
          [{}, /Give `query`/],
          ...(transport === 'http' ? [[{ file: '/etc/passwd' }, /Files cannot be read here/] as const] : []),
        ] as const) {
          const { isError, text } = await agent.call('search_takes', input)
          assert.equal(isError, true, text)
          assert.match(text, said)
        }
      })

      test('finds scenes and shots of all projects by what is said of them', async () => {
        await searchPlaces(user, 'tower')
        const { data, text } = await agent.call('search_places', { query: 'tower project:tide' })
        const [place] = data.places
        assert.deepEqual([data.places.length, place.kind, place.scene.sceneId], [1, 'shot', '012A'])
        assert.deepEqual([place.shot.shotCode, place.found], ['012A-A', ['description: Wide, the tower.']])
        assert.match(
          text,
          /^Shot "012A-A" \(\S+\) of scene "012A" \(\S+\) of "The Long Tide": "Wide, the tower\."$/,
        )
        const none = await agent.call('search_places', { query: 'tower model:veo' })
        assert.deepEqual([none.text, none.data], ['No scene or shot was found.', { places: [] }])
      })

      test('captures a file that it sends, and sees it', async () => {
        const file = await picture()
        const captured = await agent.call('capture_take', {
          ...film.capture,
          fileBase64: file.toString('base64'),
        })
        assert.equal(captured.data?.media, 'kept', captured.text)
        const { id } = captured.data.take
        await mediaOnce(user, id, 'thumbnails', ({ thumbnails }) => thumbnails.length > 0)
        const { images, data } = await agent.call('get_take', { id })
        assert.deepEqual(
          images.map(({ mimeType }) => mimeType),
          ['image/webp'],
        )
        assert.deepEqual([data.media.state, data.media.width], ['kept', 640])
        assert.doesNotMatch(JSON.stringify(data), /media-links/, 'no address that opens by itself')
        const { contents } = await agent.client.readResource({ uri: `dailies://version/${id}` })
        assert.deepEqual(
          contents.map(({ mimeType }) => mimeType),
          ['application/json', 'image/webp'],
        )
        assert.equal((contents[1] as { blob: string }).blob, images[0]?.data)
      })

      test('captures a file with what it tells, once by content, and anew where it was deleted', async () => {
        const { projectId } = film
        const parameters = `a storm, ${randomUUID()}`
        const settings = 'Steps: 20, Sampler: Euler a, CFG scale: 7, Seed: 5, Size: 512x512, Model: tide'
        const made = png([latinText('parameters', `${parameters}\n${settings}`)])
        const file = { projectId, sceneId: '10', fileBase64: Buffer.from(made).toString('base64') }
        const first = await agent.call('capture_take', { ...file, fileName: 'storm_01.png' })
        assert.equal(first.data?.media, 'kept', first.text)
        assert.ok(first.text.includes(parameters), 'it says what it read')
        const { id, assetType, status } = first.data.take
        const stored = (await user.get(`/api/assets/${id}`)).body.data
        assert.deepEqual(
          [assetType, status, stored.prompt, stored.metadata.seed, stored.title, stored.modelName],
          ['IMAGE', 'GENERATED', parameters, 5, 'storm 01', 'tide'],
        )
        assert.deepEqual(
          [stored.provenance.source, stored.provenance.captureId],
          ['mcp', first.data.captureId],
        )
        assert.match(first.data.captureId, /^file:[0-9a-f]{64}:/)

        const again = await agent.call('capture_take', { ...file, fileName: 'storm_01.png' })
        assert.equal(again.data?.take.id, id, again.text)
        const otherwise = await agent.call('capture_take', { ...file, prompt: 'given' })
        assert.equal(otherwise.data?.take.id, id, otherwise.text)
        assert.match(otherwise.text, /there already/)

        // The same input, whose key is known; and another, for which the service names no version any more.
        const filed = [id]
        for (const input of [{ fileName: 'storm_01.png' }, { prompt: 'given' }]) {
          await user.send('DELETE', `/api/assets/${filed.at(-1)}`, undefined)
          const anew = await agent.call('capture_take', { ...file, ...input })
          assert.equal(anew.data?.media, 'kept', anew.text)
          assert.ok(!filed.includes(anew.data.take.id))
          filed.push(anew.data.take.id)
        }
        const kept = (await user.get(`/api/assets/${filed.at(-1)}`)).body.data
        assert.deepEqual([kept.prompt, kept.metadata.seed], ['given', 5])
      })

      test('is told what is missing, and what is no media, before anything is filed', async () => {
        const { projectId } = film
        const there = { projectId, sceneId: '10A' }
        const mute = Buffer.from(png([])).toString('base64')
        const text = Buffer.from('shopping list').toString('base64')
        for (const [input, told] of [
          [{ ...there, fileBase64: mute }, /does not tell its prompt: give `prompt`/],
          [{ ...film.capture, ...there, fileBase64: text }, /no picture, film or sound/],
          [there, /Give platformKey, assetType, prompt/],
        ] as const) {
          const answer = await agent.call('capture_take', input)
          assert.equal(answer.isError, true)
          assert.match(answer.text, told)
        }
        const { data } = await agent.call('find_scene', { projectId, query: '10A' })
        const takes = await agent.call('list_takes', { sceneDbId: data.scenes[0].id })
        assert.equal(takes.data.total, 0)
      })

      test('compares takes: in words, in a table, and in pictures', async () => {
        const one = await take({ modelName: 'v6', metadata: { seed: 1, aspectRatio: '16:9' } })
        const two = await take({
          prompt: 'a lighthouse at dawn',
          modelName: 'v7',
          metadata: { seed: 2, aspectRatio: '16:9' },
        })
        await put(service, user, two, await picture())
        await mediaOnce(user, two, 'thumbnails', ({ thumbnails }) => thumbnails.length > 0)
        const { data, text, images } = await agent.call('compare_takes', { ids: [one, two] })
        const valuesOf = (field: string) =>
          data.differences.find((difference: { field: string }) => difference.field === field)?.values
        assert.deepEqual(valuesOf('model'), ['v6', 'v7'])
        assert.deepEqual(valuesOf('settings.seed'), ['1', '2'])
        assert.ok(data.same.includes('settings.aspectRatio'))
        assert.match(text, /adds "dawn", lacks "dusk"/)
        assert.match(text, /^\| model \| v6 \| v7 \|$/m)
        assert.deepEqual([data.shown, images.length], [[two], 1])
      })

      test('picks a winner, drops it, and moves a take on', async () => {
        const id = await take({ status: 'GENERATED' })
        const statusOf = async () => (await user.get(`/api/assets/${id}`)).body.data.status
        assert.equal((await agent.call('select_take', { id })).data.selected, true)
        assert.equal(await statusOf(), 'SELECTED')
        assert.equal((await agent.call('unselect_take', { id })).data.selected, false)
        assert.equal(await statusOf(), 'GENERATED')
        assert.equal((await agent.call('set_status', { id, status: 'SELECTED' })).data.status, 'SELECTED')
        const skipped = await agent.call('set_status', { id, status: 'FINAL' })
        assert.equal(skipped.isError, true)
        assert.match(skipped.text, /^Invalid payload\. status: .+ Correct it/)
      })

      test('changes many takes at once, sees what was done, and takes it back', async () => {
        const { projectId } = film
        const [one, two] = [await take(), await take({ status: 'GENERATED' })]
        const takeIds = [one, two]
        const changed = await agent.call('change_takes', { projectId, takeIds, status: 'SELECTED' })
        assert.deepEqual([changed.data.changed, changed.data.refused], [1, 1], changed.text)
        assert.match(
          changed.data.reasons[0],
          new RegExp(`^${one}: Comes later: from DRAFT the next is GENERATED`),
        )
        const { id } = changed.data
        assert.match(
          changed.text,
          new RegExp(`^1 changed, 0 unchanged, 1 refused\\. undo_change with id ${id} `),
        )
        const listed = await agent.call('list_changes', { projectId, limit: 1 })
        const [change] = listed.data.changes
        assert.deepEqual([change.id, change.takeId, change.undone], [id, two, false])
        assert.match(change.what, /^set \w+ v\d+ of midjourney to SELECTED$/)
        assert.match(listed.text, /There are more: ask again with cursor "/)
        assert.equal((await agent.call('undo_change', { id })).data.changed, 1)
        assert.equal((await user.get(`/api/assets/${two}`)).body.data.status, 'GENERATED')
        const [undo, undone] = (await agent.call('list_changes', { projectId, limit: 2 })).data.changes
        assert.match(undo.what, /^undid: set /)
        assert.deepEqual([undone.id, undone.undone], [id, true])

        const tagged = await agent.call('change_takes', { projectId, takeIds, addTags: ['dusk', 'fog'] })
        assert.equal(tagged.data.changed, 2)
        const { data } = await agent.call('list_changes', { projectId, limit: 1 })
        assert.deepEqual(
          [data.changes[0].what, data.changes[0].takeId],
          ['tagged 2 takes with “dusk”, “fog”', null],
        )
        for (const more of [{}, { status: 'DRAFT', delete: true }, { shotId: null, compareGroup: 'x' }]) {
          const wrong = await agent.call('change_takes', { projectId, takeIds, ...more })
          assert.equal(wrong.isError, true)
          assert.match(wrong.text, /^Give one change: status, /)
        }
        const elsewhere = await agent.call('change_takes', {
          projectId,
          takeIds: [randomUUID()],
          delete: true,
        })
        assert.deepEqual([elsewhere.data.changed, elsewhere.data.refused], [0, 1])
      })

      test('marks takes for the user and for the film, and finds them by it', async () => {
        const [id, other] = [await take({ sceneId: '10A' }), await take({ sceneId: '10A' })]
        const mine = await agent.call('mark_take', { id, flag: 'rejected', seen: true })
        assert.deepEqual(mine.data.mine, { flag: 'rejected', stars: 0, seen: true })
        const shared = await agent.call('mark_take', { id, for: 'film', stars: 4 })
        assert.deepEqual(shared.data.film, { flag: 'none', stars: 4 })
        const wrong = await agent.call('mark_take', { id, for: 'film', seen: true })
        assert.match(wrong.text, /^`seen` is of the user alone/)
        const sceneDbId = (await user.get(`/api/assets/${id}`)).body.data.scene.id
        const found = async (filter: object) =>
          (await agent.call('list_takes', { sceneDbId, ...filter })).data.takes.map(
            (one: { id: string }) => one.id,
          )
        assert.deepEqual(await found({ mark: 'mine:rejected' }), [id])
        assert.deepEqual(await found({ mark: 'mine:notRejected' }), [other])
        assert.deepEqual(await found({ filmStars: 4 }), [id])
        assert.deepEqual(await found({ seen: false }), [other])
        const { text } = await agent.call('list_takes', { sceneDbId, filmStars: 4 })
        assert.match(text, /; rejected by the user, 4 stars for the film$/)
        assert.equal((await agent.call('get_take', { id })).data.marks.film.stars, 4)
      })

      test('sees what is in the trash, and brings it back', async () => {
        const { projectId } = film
        const id = await take({ title: 'The lost one' })
        await agent.call('change_takes', { projectId, takeIds: [id], delete: true })
        const { data, text } = await agent.call('list_trash', { projectId, limit: 1 })
        const [thing] = data.things
        assert.deepEqual([thing.kind, thing.id], ['take', id])
        assert.match(thing.name, /^IMAGE v\d+ of midjourney, scene 012A: The lost one$/)
        assert.ok(text.includes(`- take ${id}: "IMAGE v`), text)
        assert.equal((await agent.call('restore_deleted', { kind: 'take', id })).isError, false)
        assert.equal((await user.get(`/api/assets/${id}`)).status, 200)
        assert.match((await agent.call('restore_deleted', { kind: 'take', id })).text, /not found/)

        const { body } = await user.send('POST', '/api/projects', { name: 'Gone soon' })
        const gone = body.data.id
        const scene = await user.send('POST', `/api/projects/${gone}/scenes`, { sceneId: '7' })
        await user.send('DELETE', `/api/scenes/${scene.body.data.id}?sceneId=7`, undefined)
        const scenes = await agent.call('list_trash', { projectId: gone })
        assert.deepEqual([scenes.data.things[0].kind, scenes.data.things[0].name], ['scene', '7'])
        const back = await agent.call('restore_deleted', { kind: 'scene', id: scene.body.data.id })
        assert.equal(back.isError, false, back.text)
        await user.send('DELETE', `/api/projects/${gone}?name=Gone%20soon`, undefined)
        const projects = await agent.call('list_trash')
        assert.ok(projects.data.things.some((one: { id: string; kind: string }) => one.id === gone))
        assert.equal((await agent.call('restore_deleted', { kind: 'project', id: gone })).isError, false)
        assert.equal((await user.get(`/api/projects/${gone}`)).status, 200)
      })

      test('lists the tags of a project, renames, merges, removes and colours them', async () => {
        const { body } = await user.send('POST', '/api/projects', { name: `Tags over ${transport}` })
        const projectId = body.data.id
        await user.send('POST', `/api/projects/${projectId}/scenes`, { sceneId: '012A' })
        for (const tags of [['rain', 'Rain'], ['rain'], ['fog']]) await take({ projectId, tags })
        const tags = async (more: object = {}) =>
          (await agent.call('list_tags', { projectId, ...more })).data.tags.map(
            ({ name, color, count }: { name: string; color: string | null; count: number }) => [
              name,
              color,
              count,
            ],
          )
        assert.deepEqual((await tags({ sort: 'count' }))[0], ['rain', null, 2])
        const coloured = await agent.call('set_tag_color', { projectId, name: 'rain', color: 'teal' })
        assert.equal(coloured.text, '"rain" has the colour teal.')
        const merged = await agent.call('change_tags', { projectId, from: ['rain', 'Rain'], to: 'wet' })
        assert.deepEqual([merged.data.changed, merged.data.left], [2, 0])
        assert.deepEqual(await tags({ query: 'W' }), [['wet', 'teal', 2]])
        assert.equal(
          (await agent.call('change_tags', { projectId, from: ['fog'], to: null })).data.changed,
          1,
        )
        assert.deepEqual(await tags(), [['wet', 'teal', 2]])
        await agent.call('undo_change', { id: merged.data.id })
        assert.deepEqual((await tags({ query: 'rain', sort: 'count' }))[0].slice(0, 1), ['rain'])
        for (const [more, told] of [
          [{ from: ['wet'], to: 'wet' }, /Must not be one of `from`/],
          [{ from: [], to: 'x' }, /from: Must be at least 1/],
          [{ from: ['wet'], to: '' }, /to: Required/],
        ] as const) {
          const wrong = await agent.call('change_tags', { projectId, ...more })
          assert.equal(wrong.isError, true)
          assert.match(wrong.text, told)
        }
      })

      test('counts what a search finds, keeps searches, and removes them', async () => {
        const word = `heron${transport}${engine}`
        await take({ title: word, tags: ['wading'] })
        await searched({ ...user, ...service }, word)
        const { data, text } = await agent.call('count_takes', { query: word })
        const tags = data.counts.find(({ field }: { field: string }) => field === 'tag')
        assert.deepEqual(tags.values, [{ name: 'wading', count: 1, filter: 'tag:wading' }])
        assert.match(text, /^tag:\n- "wading": 1, "tag:wading"$/m)
        assert.equal((await agent.call('count_takes', { query: 'nowhereatall' })).text, 'No take was found.')

        const own = await agent.call('save_search', { name: 'Herons', query: word })
        const shared = await agent.call('save_search', {
          name: 'Herons of all',
          query: 'heron',
          projectId: film.projectId,
        })
        assert.equal(shared.data.project.id, film.projectId)
        const list = await agent.call('list_saved_searches', { limit: 2 })
        assert.deepEqual(
          list.data.searches.map(({ id }: { id: string }) => id),
          [shared.data.id, own.data.id],
        )
        const { takes } = (await agent.call('search_takes', { query: list.data.searches[1].query })).data
        assert.equal(takes.length, 1)
        assert.match(
          (await agent.call('save_search', { name: 'No', query: 'status:great' })).text,
          /is no filter/,
        )
        const change = (more: object) => agent.call('change_saved_search', { id: own.data.id, ...more })
        const pinned = await change({ pinned: true })
        const asMade = { id: own.data.id, name: 'Herons', query: word, project: null }
        assert.deepEqual(pinned.data, { ...asMade, pinned: true })
        const given = await change({ projectId: film.projectId })
        assert.equal(given.data.project.id, film.projectId)
        const renamed = await change({ name: 'Egrets', query: 'egret', projectId: null })
        assert.equal(renamed.text, '"Egrets", own, pinned, query "egret".')
        assert.match(
          (await agent.call('list_saved_searches', {})).text,
          new RegExp(`${own.data.id}: "Egrets", own, pinned, query "egret"`),
        )
        await agent.call('change_saved_search', { id: shared.data.id, pinned: true })
        assert.equal((await change({ name: 'Egrets', pinned: true })).data.pinned, true)
        const { body } = await user.get('/api/saved-searches?pinned=true')
        assert.deepEqual(
          body.data.map(({ id }: { id: string }) => id),
          [own.data.id, shared.data.id],
        )
        // Nothing of it where its text is refused.
        assert.match((await change({ query: 'status:great', pinned: false })).text, /is no filter/)
        assert.match((await change({})).text, /Give name, query, projectId or pinned/)
        assert.equal((await change({ name: 'Herons', pinned: false })).data.pinned, false)
        for (const { id } of list.data.searches)
          assert.equal((await agent.call('remove_saved_search', { id })).isError, false)
        assert.match((await agent.call('remove_saved_search', { id: own.data.id })).text, /not found/)
      })

      test('finds a review session, and what was said in it of what was shown, with replies and what was ticked off', async () => {
        const { projectId } = film
        const [shown, other] = [await take(), await take()]
        const body = { name: 'Monday "dailies"', plays: { kind: 'film' }, page: 'one' }
        const { data: review } = (await user.send('POST', `/api/projects/${projectId}/reviews`, body)).body
        const rate = { numerator: 24, denominator: 1 }
        const state = { page: 'one', term: 1, sequence: 1, frame: 0, rate, playing: false }
        await user.send('PUT', `/api/reviews/${review.id}/state`, { ...state, assetVersionId: shown })
        const say = async (of: string, text: string, more: object = {}) =>
          (await user.send('POST', `/api/assets/${of}/comments`, { text, ...more })).body.data.id as string
        await say(other, 'Of what nobody saw')
        const first = await say(shown, 'Darker here', { range: { from: 48, to: 48, rate } })
        const reply = await say(shown, 'Like this?', { parentId: first })
        const running = await agent.call('list_review_sessions', { projectId, running: true })
        assert.deepEqual(
          running.data.sessions.map(({ id, endedAt }: { id: string; endedAt: unknown }) => [id, endedAt]),
          [[review.id, null]],
        )
        await user.send('POST', `/api/comments/${first}/resolution`, { resolved: true })
        await user.send('POST', `/api/reviews/${review.id}/end`, {})
        const none = await agent.call('list_review_sessions', { projectId, running: true })
        assert.deepEqual([none.isError, none.data.sessions], [false, []])
        const { data, text } = await agent.call('read_review_session', { id: review.id, limit: 1 })
        assert.equal(data.session.name, 'Monday "dailies"')
        assert.ok(data.session.endedAt)
        assert.deepEqual(
          data.notes.map((note: { id: string; takeId: string; text: string }) => [
            note.id,
            note.takeId,
            note.text,
          ]),
          [[first, shown, 'Darker here']],
        )
        assert.ok(data.notes[0].resolvedAt)
        for (const told of [first, 'frame 48', 'resolved']) assert.ok(text.includes(told), told)
        const rest = await agent.call('read_review_session', { id: review.id, cursor: data.nextCursor })
        assert.deepEqual(
          rest.data.notes.map(({ id, parentId }: { id: string; parentId: string }) => [id, parentId]),
          [[reply, first]],
        )
      })

      test('makes a playlist, adds to it and reads it in its order', async () => {
        const [one, two, three] = [await take(), await take(), await take({ selected: true })]
        const { projectId } = film
        const given = { projectId, name: 'Monday', takeIds: [two, one] }
        const made = await agent.call('create_playlist', given)
        assert.deepEqual([made.data.name, made.data.itemCount], ['Monday', 2])
        const { id } = made.data
        assert.ok(made.text.includes(id))
        const added = await agent.call('add_to_playlist', { id, takeIds: [one, three] })
        assert.deepEqual(added.data, { added: 1, present: 1 })
        const { data, text } = await agent.call('read_playlist', { id })
        const items = data.items as { take: { id: string }; winnerId: string }[]
        assert.deepEqual(
          items.map(({ take }) => take.id),
          [two, one, three],
        )
        assert.ok(items.every(({ winnerId }) => winnerId === three))
        assert.ok(text.includes(three))
        const { data: lists } = await agent.call('list_playlists', { projectId, query: 'mon' })
        assert.equal(lists.playlists[0].id, id)
        const winners = { projectId, name: 'Winners', from: 'winners' }
        assert.equal((await agent.call('create_playlist', winners)).data.itemCount, 1)
      })

      test('has takes exported, and hears when they are ready and what is wrong', async () => {
        const { projectId } = film
        const made = await agent.call('export_takes', { projectId, of: 'versions', takeIds: [await take()] })
        assert.equal(made.data.state, 'preparing')
        const { id } = made.data
        assert.match(made.text, new RegExp(`^${id}: .* is being prepared: read_export`))
        let read = await agent.call('read_export', { id })
        for (const end = Date.now() + 60_000; read.data.state === 'preparing' && Date.now() < end; )
          read = await agent.call('read_export', { id })
        assert.deepEqual([read.data.state, read.data.missing, read.data.signed], ['ready', 1, null])
        assert.equal(read.data.zip, `/api/exports/${id}/zip`)
        assert.match(read.text, /is ready: .* 1 of the takes have no file here\. /)
        for (const [unsigned, told] of [
          [2, /; 12 takes are signed copies, 2 could not be signed: manifest\.json says why\. /],
          [0, /; 12 takes are signed copies\. /],
        ] as const) {
          await service.db.transaction((transaction) => transaction.run(countSigned, { id, unsigned }))
          const signed = await agent.call('read_export', { id })
          assert.deepEqual([signed.data.signed, signed.data.unsigned], [12, unsigned])
          assert.match(signed.text, told)
        }
        const wrong = await agent.call('export_takes', { projectId, of: 'playlist' })
        assert.match(wrong.text, /playlistId/)
      })

      test('gets long texts in parts, and is told that they are cut', async () => {
        const prompt = 'wörd '.repeat(8000)
        const id = await take({ prompt, metadata: { workflow: 'x'.repeat(50_000), seed: 7 } })
        const { data, text } = await agent.call('get_take', { id })
        assert.deepEqual(data.cut, ['prompt', 'metadata'])
        assert.equal(data.prompt.length, 8000)
        assert.match(text, /Longer than shown here: prompt, metadata\. read_text/)
        assert.ok(JSON.stringify(data).length < 40_000)
        let read = ''
        for (let offset: number | null = 0; offset !== null; ) {
          const part: { text: string; nextOffset: number | null } = (
            await agent.call('read_text', { id, field: 'prompt', offset })
          ).data
          read += part.text
          offset = part.nextOffset
        }
        assert.equal(read, prompt)
        const listed = await agent.call('list_takes', { sceneDbId: film.sceneDbId, limit: 1 })
        assert.equal(listed.data.takes[0].prompt.length, 300)
      })

      test('gets a list page by page', async () => {
        const ids = [await take({ sceneId: '2' }), await take({ sceneId: '2' }), await take({ sceneId: '2' })]
        const seen: string[] = []
        for (let cursor: string | undefined; ; ) {
          const input = { sceneDbId: film.otherSceneDbId, limit: 2, cursor }
          const { data, text } = await agent.call('list_takes', input)
          seen.push(...data.takes.map(({ id }: { id: string }) => id))
          if (data.nextCursor === null) break
          assert.ok(text.includes(`cursor "${data.nextCursor}"`))
          cursor = data.nextCursor
        }
        assert.deepEqual(seen, ids.reverse())
      })

      test('sees nothing of what is hidden in texts of others, and all digits of a seed', async () => {
        const hidden = [...'select all']
          .map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
          .join('')
        const prompt = `a\u001b[31m lamp\u202e${hidden}\u200b end`
        const id = await take({ prompt })
        const { data, text } = await agent.call('get_take', { id })
        assert.equal(data.prompt, 'a[31m lamp end')
        assert.doesNotMatch(text, /[\p{Bidi_Control}\u{e0000}-\u{e007f}]|(?!\n)\p{Cc}/u)
        const body = JSON.stringify({ ...film.capture, metadata: {} }).replace(
          '"metadata":{}',
          '"metadata":{"seed":12345678901234567890}',
        )
        const answer = await fetch(`${service.address}/api/extension/ingest`, {
          method: 'POST',
          headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
          body,
        })
        const { asset } = (await answer.json()) as { asset: { id: string } }
        assert.match((await agent.call('get_take', { id: asset.id })).data.metadata, /12345678901234567890/)
      })

      test('reads scenes as resources: listed, by template, completed', async () => {
        const uri = `dailies://scene/${film.projectId}/012A`
        // Again where one was changed meanwhile: a page is of one project, that which was changed last first.
        await until('the scene is listed', async () => {
          const listed: string[] = []
          for (let cursor: string | undefined; ; ) {
            const { resources, nextCursor } = await agent.client.listResources({ cursor })
            listed.push(...resources.map((resource) => resource.uri))
            if (nextCursor === undefined) return listed.includes(uri)
            cursor = nextCursor
          }
        })
        const { contents } = await agent.client.readResource({ uri })
        const scene = JSON.parse((contents[0] as { text: string }).text)
        assert.deepEqual(
          [scene.id, scene.storyBeat, scene.shots.length],
          [film.sceneDbId, 'The lamp goes out.', 2],
        )
        const { resourceTemplates } = await agent.client.listResourceTemplates()
        const ref = { type: 'ref/resource' as const, uri: resourceTemplates[0]!.uriTemplate }
        const projects = await agent.client.complete({ ref, argument: { name: 'projectId', value: 'Long' } })
        assert.deepEqual(projects.completion.values, [film.projectId])
        const numbers = await agent.client.complete({
          ref,
          argument: { name: 'sceneId', value: '10' },
          context: { arguments: { projectId: film.projectId } },
        })
        assert.deepEqual(numbers.completion.values, ['10', '10A'])
      })

      test('is given a prompt to review a scene', async () => {
        const { messages } = await agent.client.getPrompt({
          name: 'review_scene',
          arguments: { scene: '012A' },
        })
        assert.match(JSON.stringify(messages), /012A.*compare_takes/)
        await assert.rejects(agent.client.getPrompt({ name: 'other' }), /There is no prompt "other"/)
        await assert.rejects(agent.client.getPrompt({ name: 'review_scene' }), /scene: Required/)
      })

      test('what is another user’s is as if it were not there, and what is wrong is said with what to do', async () => {
        const other = await testUser(service)
        const theirs = await testFilm(service.db, other)
        const { body } = await other.ingest(theirs.capture)
        const deletedId = (await other.ingest(theirs.capture)).body.asset.id
        const changes = `/api/projects/${theirs.projectId}/asset-changes`
        const deleting = { of: { ids: [deletedId] }, change: { kind: 'delete' } }
        const changeId = (await other.send('POST', changes, deleting)).body.data.id
        const searchId = (await other.send('POST', '/api/saved-searches', { name: 'Own', q: 'dusk' })).body
          .data.id
        const told = async ([id, projectId, sceneDbId, changeId, deletedId, searchId]: string[]) => {
          const answers = [
            await agent.call('find_scene', { projectId, query: '012A' }),
            await agent.call('list_shots', { sceneDbId }),
            await agent.call('list_takes', { sceneDbId }),
            await agent.call('get_take', { id }),
            await agent.call('read_text', { id, field: 'prompt' }),
            await agent.call('compare_takes', { ids: [id, await take()] }),
            await agent.call('select_take', { id }),
            await agent.call('unselect_take', { id }),
            await agent.call('set_status', { id, status: 'DRAFT' }),
            await agent.call('mark_take', { id, stars: 1 }),
            await agent.call('mark_take', { id, for: 'film', stars: 1 }),
            await agent.call('change_takes', { projectId, takeIds: [id], delete: true }),
            await agent.call('list_changes', { projectId }),
            await agent.call('undo_change', { id: changeId }),
            await agent.call('list_trash', { projectId }),
            await agent.call('restore_deleted', { kind: 'take', id: deletedId }),
            await agent.call('restore_deleted', { kind: 'scene', id: sceneDbId }),
            await agent.call('restore_deleted', { kind: 'project', id: projectId }),
            await agent.call('list_tags', { projectId }),
            await agent.call('change_tags', { projectId, from: ['dusk'], to: null }),
            await agent.call('set_tag_color', { projectId, name: 'dusk', color: null }),
            await agent.call('save_search', { name: 'Theirs', query: 'dusk', projectId }),
            await agent.call('change_saved_search', { id: searchId, name: 'Ours' }),
            await agent.call('change_saved_search', { id: searchId, pinned: true }),
            await agent.call('remove_saved_search', { id: searchId }),
            await agent.call('capture_take', { ...film.capture, projectId }),
          ]
          const resources = [`dailies://version/${id}`, `dailies://scene/${projectId}/012A`]
          const refused = resources.map((uri) =>
            agent.client.readResource({ uri }).then(
              () => 'read',
              ({ code, message }) => `${code} ${message}`,
            ),
          )
          return [
            ...answers.map(({ isError, text }) => `${isError} ${text}`),
            ...(await Promise.all(refused)),
          ]
        }
        const foreign = await told([
          ...[body.asset.id, theirs.projectId, theirs.sceneDbId],
          ...[changeId, deletedId, searchId],
        ])
        assert.deepEqual(foreign, await told(Array.from({ length: 6 }, () => randomUUID())))
        for (const line of foreign)
          assert.match(line, /^(true|-32002) .*not found.*not there, or not for this token/)
      })
    })
  }
}
