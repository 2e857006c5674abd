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
import { scenery } from '../test/looks.ts'
import { type Agent, agents } from '../test/mcp.ts'
import { mediaOnce, picture, put } from '../test/media.ts'
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
        const { resources } = await agent.client.listResources()
        const uri = `dailies://scene/${film.projectId}/012A`
        assert.ok(resources.some((resource) => resource.uri === uri))
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
        const told = async (id: string, projectId: string, sceneDbId: string) => {
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
        const foreign = await told(body.asset.id, theirs.projectId, theirs.sceneDbId)
        assert.deepEqual(foreign, await told(randomUUID(), randomUUID(), randomUUID()))
        for (const line of foreign)
          assert.match(line, /^(true|-32002) .*not found.*not there, or not for this token/)
      })
    })
  }
}
