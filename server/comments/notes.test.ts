import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Comment, OpenNote } from '@dailies/contract/comment.ts'
import type { Notice } from '@dailies/contract/inbox.ts'
import { noticePlace, noticeText } from '@dailies/contract/notice-sentence.ts'
import { building } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { picture, put, sha256 } from '../test/media.ts'
import { sendsNothing } from '../test/property.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

let names = 0

for (const engine of engines) {
  describe(`open notes on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let owner: TestUser
    let ben: TestUser
    let film: Film
    let build: ReturnType<typeof building>

    before(async () => {
      service = await testService(engine, sendsNothing)
    })
    after(() => service.close())
    beforeEach(async () => {
      owner = await testUser(service)
      ben = await testUser(service)
      build = building(owner)
      film = await testFilm(service.db, owner, `Notes ${++names}`)
      const member = { userId: ben.id, role: 'reviewer' }
      await owner.send('POST', `/api/projects/${film.projectId}/members`, member)
    })

    async function take(more: object = {}): Promise<string> {
      return (await build.version({ ...film.capture, shotId: film.shotIds[0], ...more })).id
    }

    async function say(of: string, comment: object | string, by = owner): Promise<Comment> {
      const said = typeof comment === 'string' ? { text: comment } : comment
      const { status, body } = await by.send('POST', `/api/assets/${of}/comments`, said)
      assert.equal(status, 201, JSON.stringify(body))
      return body.data
    }

    const resolve = (id: string, resolved = true) =>
      ben.send('POST', `/api/comments/${id}/resolution`, { resolved })
    const notes = async (query = '', by = owner): Promise<OpenNote[]> =>
      building(by).pages(`/api/projects/${film.projectId}/notes${query}`, 2)
    const texts = (all: OpenNote[]) => all.map(({ text }) => text)

    /** As cards, shots, scene and project have them. */
    async function counts(id: string): Promise<(number | undefined)[]> {
      const [project, scene, shots, card, version] = await Promise.all([
        build.read(`/api/projects/${film.projectId}`),
        build.read(`/api/scenes/${film.sceneDbId}`),
        build.read(`/api/scenes/${film.sceneDbId}/shots`),
        build.read(`/api/scenes/${film.sceneDbId}/assets?limit=100`),
        owner.get(`/api/assets/${id}`),
      ])
      const found = card.find((one: { id: string }) => one.id === id)
      assert.equal(found?.openNotes, version.body.data?.openNotes)
      const ofShots = shots.map(({ openNotes }: { openNotes: number }) => openNotes)
      return [found?.openNotes, ...ofShots, scene.openNotes, project.openNotes]
    }

    test('they are counted on take, shot, scene and film, through all that becomes of the take', async () => {
      const id = await take()
      assert.deepEqual(await counts(id), [0, 0, 0, 0, 0])
      const [first, second] = [await say(id, 'One.'), await say(id, 'Two.', ben)]
      await say(id, { text: 'A reply.', parentId: first.id })
      assert.deepEqual(await counts(id), [2, 2, 0, 2, 2])
      await resolve(second.id)
      await resolve(second.id)
      assert.deepEqual(await counts(id), [1, 1, 0, 1, 1])
      await resolve(second.id, false)
      assert.deepEqual(await counts(id), [2, 2, 0, 2, 2])
      await build.patch(`/api/assets/${id}`, { shotId: film.shotIds[1] })
      assert.deepEqual(await counts(id), [2, 0, 2, 2, 2])
      await resolve(first.id)
      await build.remove(`/api/assets/${id}`)
      assert.deepEqual(await counts(id), [undefined, 0, 0, 0, 0])
      assert.deepEqual(await notes(), [])
      assert.equal((await owner.get(`/api/comments/${second.id}`)).status, 404)
      await owner.send('POST', `/api/assets/${id}/restore`, undefined)
      assert.deepEqual(await counts(id), [1, 0, 1, 1, 1])
      await build.remove(`/api/shots/${film.shotIds[1]}`)
      assert.deepEqual(await counts(id), [1, 0, 1, 1])
      await build.remove(`/api/comments/${second.id}`)
      assert.deepEqual(await counts(id), [0, 0, 0, 0])
      const other = await take()
      await say(other, 'Mine.')
      assert.deepEqual(await counts(other), [1, 1, 1, 1])
      await build.remove(`/api/extension/captured/${other}`)
      assert.deepEqual(await counts(id), [0, 0, 0, 0])
    })

    test('a board that asks what changed hears of what is said, once', async () => {
      const id = await take()
      const { until } = (await owner.get(`/api/scenes/${film.sceneDbId}/assets`)).body.metadata
      const since = new Date(Date.parse(until) + 6000).toISOString()
      const changes = async () =>
        (await owner.get(`/api/scenes/${film.sceneDbId}/assets/changes?since=${since}`)).body.data
      assert.deepEqual(await changes(), [])
      const asked = Date.parse(since) - 5000 - Date.now()
      await new Promise((done) => setTimeout(done, Math.max(0, asked) + 20))
      await say(id, 'One.')
      assert.deepEqual(
        (await changes()).map((card: { id: string; openNotes: number }) => [card.id, card.openNotes]),
        [[id, 1]],
      )
    })

    test('they are listed the newest first, by scene, shot, author and mention', async () => {
      const [one, other] = [await take(), await take({ shotId: film.shotIds[1] })]
      await say(one, 'One.')
      const two = await say(other, 'Two.', ben)
      await say(one, { text: 'Three.', mentionIds: [ben.id] })
      await say(other, { text: 'Look.', parentId: two.id, mentionIds: [ben.id] })
      await say(other, { text: 'Look again.', parentId: two.id, mentionIds: [ben.id] })
      const closed = await say(one, { text: 'Closed.', mentionIds: [ben.id] })
      await resolve(closed.id)
      assert.deepEqual(texts(await notes()), ['Three.', 'Two.', 'One.'])
      assert.deepEqual(texts(await notes(`?sceneDbId=${film.sceneDbId}`)), ['Three.', 'Two.', 'One.'])
      assert.deepEqual(texts(await notes(`?sceneDbId=${film.otherSceneDbId}`)), [])
      assert.deepEqual(texts(await notes(`?shotId=${film.shotIds[0]}`)), ['Three.', 'One.'])
      assert.deepEqual(texts(await notes(`?shotId=${film.shotIds[0]}&sceneDbId=${film.otherSceneDbId}`)), [])
      assert.deepEqual(texts(await notes(`?authorId=${ben.id}`)), ['Two.'])
      assert.deepEqual(texts(await notes(`?authorId=${ben.id}&shotId=${film.shotIds[0]}`)), [])
      assert.deepEqual(texts(await notes('?mentioned=me', ben)), ['Three.', 'Two.'])
      assert.deepEqual(texts(await notes(`?mentioned=me&shotId=${film.shotIds[1]}`, ben)), ['Two.'])
      assert.deepEqual(await notes('?mentioned=me'), [])
      const [, note] = await notes()
      assert.deepEqual(
        [note?.replies, note?.asset.id, note?.scene.sceneId, note?.shot?.shotCode, note?.drawing],
        [2, other, '012A', '012A-B', null],
      )
    })

    test('they show the picture that is kept of their take, by an address that opens with them', async () => {
      const first = await take({ thumbnailUrl: 'https://cdn.example/ended.png' })
      const second = await take({ parentVersionId: first })
      const bytes = await picture()
      await put(service, owner, first, bytes)
      await say(first, 'One.')
      await say(second, 'Of what has no media.')
      const carried: OpenNote[] = await build.pages(`/api/assets/${second}/comments/carried`, 1)
      const [ofNothing, ofKept] = await notes()
      assert.equal(ofNothing?.asset.media, null)
      for (const note of [ofKept, ...carried]) {
        const { state, original } = note!.asset.media!
        assert.equal(state, 'kept')
        const shown = await fetch(service.address + original)
        assert.equal(sha256(await shown.bytes()), sha256(bytes))
      }
    })

    test('a new take shows the open notes of what it was made from, to be ticked off', async () => {
      const first = await take()
      const second = await take({ parentVersionId: first })
      const third = await take({ parentVersionId: second })
      const elsewhere = await take({ parentVersionId: third, sceneId: '2', shotId: undefined })
      const [one, two] = [await say(first, 'One.'), await say(second, 'Two.')]
      await say(third, 'Its own.')
      await say(await take(), 'Of another.')
      const carried = async (id: string): Promise<OpenNote[]> =>
        build.pages(`/api/assets/${id}/comments/carried`, 1)
      assert.deepEqual(texts(await carried(third)), ['Two.', 'One.'])
      assert.deepEqual(texts(await carried(second)), ['One.'])
      assert.deepEqual(await carried(elsewhere), [])
      await resolve(one.id)
      assert.deepEqual(
        (await carried(third)).map(({ id }) => id),
        [two.id],
      )
    })

    test('people are told once: whoever is mentioned, whoever wrote in the thread, whoever captured the take', async () => {
      const cy = await testUser(service)
      await owner.send('POST', `/api/projects/${film.projectId}/members`, { userId: cy.id, role: 'viewer' })
      const id = await take()
      const inbox = async (by: TestUser): Promise<Notice[]> => (await by.get('/api/inbox')).body.data
      const kinds = async (by: TestUser) =>
        (await inbox(by)).flatMap(({ kind, comment }) => (comment ? [[kind, comment.text]] : []))
      const first = await say(id, { text: 'Darker.', mentionIds: [cy.id] }, ben)
      const reply = await say(id, { text: 'Why?', parentId: first.id, mentionIds: [ben.id] })
      await say(id, { text: 'So.', parentId: first.id }, ben)
      assert.deepEqual(await kinds(cy), [['comment.mentioned', 'Darker.']])
      assert.deepEqual(await kinds(ben), [['comment.mentioned', 'Why?']])
      assert.deepEqual(await kinds(owner), [
        ['comment.replied', 'So.'],
        ['comment.on_take', 'Darker.'],
      ])
      const [notice] = await inbox(cy)
      assert.match(noticeText(notice!), /^User \d+ mentioned you on Midjourney .* in scene 012A.*: Darker\.$/)
      assert.equal(noticePlace(notice!), `/assets/${id}?comment=${first.id}`)
      await owner.send('PATCH', `/api/comments/${reply.id}`, { mentionIds: [ben.id, cy.id] })
      assert.deepEqual((await kinds(cy))[0], ['comment.mentioned', 'Why?'])
      assert.equal((await kinds(ben)).length, 1)
      const closed = await ben.send('DELETE', `/api/comments/${first.id}`, undefined)
      assert.equal(closed.status, 200)
      assert.deepEqual((await kinds(cy)).at(-1), ['comment.mentioned', ''])
    })

    test('webhooks and the activity of the film hear of it', async () => {
      const id = await take()
      const rate = { numerator: 24_000, denominator: 1001 }
      const text = 'x'.repeat(600)
      const { id: commentId } = await say(id, { text, range: { from: 24, to: 30, rate } }, ben)
      await owner.send('POST', `/api/assets/${id}/verdicts`, { verdict: 'changes_needed', note: 'Darker' })
      const events = (await owner.get('/api/events?since=0&limit=100')).body.data
      const [commented, verdict] = ['asset.commented', 'asset.verdict'].map((name) =>
        events.find(
          (one: { event: string; data: object }) =>
            one.event === name && 'assetVersionId' in one.data && one.data.assetVersionId === id,
        ),
      )
      const { authorName: _, ...data } = commented.data
      assert.deepEqual(data, {
        assetVersionId: id,
        projectId: film.projectId,
        sceneId: '012A',
        shotId: film.shotIds[0],
        commentId,
        parentId: '',
        authorId: ben.id,
        audience: 'team',
        text: 'x'.repeat(500),
        frames: '24-30',
        frameRate: '24000/1001',
        timecode: '00:00:01:00',
      })
      assert.deepEqual([verdict.data.verdict, verdict.data.givenBy], ['changes_needed', owner.id])
      const activity = (await owner.get(`/api/projects/${film.projectId}/activity`)).body.data
      const [latest, before] = activity
      assert.deepEqual(
        [latest.event, latest.verdict, latest.comment],
        ['asset.verdict', 'changes_needed', null],
      )
      assert.deepEqual(before.comment, { id: commentId, text: 'x'.repeat(200) })
    })

    test('twenty who write, resolve and delete at once lose no note and no count', async () => {
      const ids = [await take(), await take({ shotId: film.shotIds[1] }), await take({ shotId: undefined })]
      const rounds = Array.from({ length: 20 }, async (_, writer) => {
        const by = writer % 2 === 0 ? owner : ben
        for (let round = 0; round < 3; round += 1) {
          const of = ids[(writer + round) % 3]!
          const kept = await say(of, `Kept ${writer} ${round}`, by)
          await say(of, { text: 'Reply.', parentId: kept.id }, by)
          await resolve((await say(of, 'Resolved.', by)).id)
          await by.send('DELETE', `/api/comments/${(await say(of, 'Gone.', by)).id}`, undefined)
          await by.send('POST', `/api/assets/${of}/verdicts`, { verdict: 'approve' })
        }
      })
      await Promise.all(rounds)
      assert.deepEqual(await counts(ids[0]!), [20, 20, 20, 60, 60])
      assert.equal((await notes()).length, 60)
      const { openNotes, verdicts } = await build.read(`/api/assets/${ids[2]}`)
      assert.deepEqual([openNotes, verdicts], [20, { approved: 2, changesNeeded: 0 }])
      const listed: Comment[] = await build.pages(`/api/assets/${ids[0]}/comments`, 100)
      assert.deepEqual([listed.length, new Set(listed.map(({ id }) => id)).size], [60, 60])
    })
  })
}
