import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Comment } from '@dailies/contract/comment.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import {
  type Film,
  sharedService,
  type TestService,
  type TestUser,
  testFilm,
  testUser,
} from '../test/service.ts'

const rate = { numerator: 24, denominator: 1 }
const pen = {
  kind: 'pen',
  colour: '#ff3355',
  width: 0.01,
  points: [
    [0.1, 0.2, 0.5],
    [0.3, 0.4, 1],
  ],
}

for (const engine of engines) {
  describe(`what is said of takes, on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let reviewer: TestUser
    let film: Film
    let takeId: string

    before(async () => {
      service = await sharedService(engine)
      owner = await testUser(service)
      reviewer = await testUser(service)
      film = await testFilm(service.db, owner)
      await join(reviewer, 'reviewer')
      takeId = await take()
    })
    after(() => service.close())

    async function join({ id: userId }: TestUser, role: string): Promise<void> {
      await owner.send('POST', `/api/projects/${film.projectId}/members`, { userId, role })
    }

    async function take(more: object = {}): Promise<string> {
      return (await building(owner).version({ ...film.capture, ...more })).id
    }

    async function say(comment: object, { of = takeId, by = owner } = {}): Promise<Comment> {
      const { status, body } = await by.send('POST', `/api/assets/${of}/comments`, comment)
      assert.equal(status, 201, JSON.stringify(body))
      return body.data
    }

    const listOf = (id = takeId): Promise<Comment[]> => building(owner).pages(`/api/assets/${id}/comments`, 2)

    test('a comment is read as it was written: on the take, on frames, with a drawing', async () => {
      const of = await take()
      const range = { from: 48, to: 60, rate }
      const drawing = {
        shapes: [
          pen,
          { kind: 'arrow', colour: '#00ff00', width: 0.02, from: { x: 0, y: 0 }, to: { x: 1, y: 1 } },
          { kind: 'ellipse', colour: '#00ff00', width: 0.02, from: { x: 0, y: 0 }, to: { x: 1, y: 1 } },
          { kind: 'text', colour: '#ffffff', at: { x: 0.5, y: 0.5 }, size: 0.05, text: 'here' },
        ],
      }
      const whole = await say({ text: 'Slower.' }, { of })
      const drawn = await say({ range, drawing, audience: 'everybody' }, { of, by: reviewer })
      assert.deepEqual([whole.range, whole.drawing, whole.audience], [null, null, 'team'])
      assert.deepEqual([drawn.text, drawn.range, drawn.drawing, drawn.hasDrawing], ['', range, drawing, true])
      assert.deepEqual(drawn.author?.id, reviewer.id)
      assert.deepEqual(await listOf(of), [whole, drawn])
      assert.deepEqual((await owner.get(`/api/comments/${drawn.id}`)).body.data, drawn)
    })

    test('replies are of one thread, the oldest first, with its audience and its state', async () => {
      const of = await take()
      const first = await say({ text: 'Darker.', audience: 'everybody' }, { of })
      const other = await say({ text: 'Another.' }, { of })
      const reply = await say({ text: 'How much?', parentId: first.id }, { of, by: reviewer })
      const last = await say({ text: 'A stop.', parentId: reply.id, audience: 'team' }, { of })
      assert.deepEqual([reply.parentId, last.parentId, last.audience], [first.id, first.id, 'everybody'])
      const { body } = await reviewer.send('POST', `/api/comments/${last.id}/resolution`, { resolved: true })
      assert.deepEqual([body.data.id, body.data.resolvedBy?.id], [first.id, reviewer.id])
      const all = await listOf(of)
      assert.deepEqual(
        all.map(({ id, resolvedAt }) => [id, resolvedAt !== null]),
        [
          [first.id, true],
          [other.id, false],
          [reply.id, true],
          [last.id, true],
        ],
      )
    })

    test('what is nothing, too much or of another take is refused, and says why', async () => {
      const of = await take()
      const foreign = await say({ text: 'x' })
      const stranger = await testUser(service)
      const points = Array.from({ length: 5001 }, () => [0.5, 0.5, 0.5])
      const refused: [object, string][] = [
        [{}, 'text'],
        [{ text: '  ' }, 'text'],
        [{ text: 'x'.repeat(10_001) }, 'text'],
        [{ text: 'x', parentId: foreign.id }, 'parentId'],
        [{ text: 'x', mentionIds: [stranger.id] }, 'mentionIds'],
        [{ text: 'x', range: { from: 2, to: 1, rate } }, 'range'],
        [{ text: 'x', range: { from: 0.5, to: 1, rate } }, 'range'],
        [{ drawing: { shapes: [] } }, 'drawing'],
        [{ drawing: { shapes: [{ ...pen, colour: 'red' }] } }, 'drawing'],
        [{ drawing: { shapes: [{ ...pen, points: [[0.5, 1.5, 0]] }] } }, 'drawing'],
        [{ drawing: { shapes: [{ ...pen, points }] } }, 'drawing'],
        [{ drawing: { shapes: Array.from({ length: 201 }, () => pen) } }, 'drawing'],
        [
          {
            drawing: {
              shapes: Array.from({ length: 150 }, () => ({
                kind: 'text',
                colour: '#ffffff',
                at: { x: 0, y: 0 },
                size: 0.1,
                text: 'x'.repeat(500),
              })),
            },
          },
          'drawing',
        ],
      ]
      for (const [comment, field] of refused) {
        const answer = await owner.send('POST', `/api/assets/${of}/comments`, comment)
        const { status, fieldErrors } = refusal(answer)
        assert.equal(status, 400, JSON.stringify(comment).slice(0, 200))
        assert.deepEqual(Object.keys(fieldErrors), [field])
      }
      assert.deepEqual(await listOf(of), [])
    })

    test('a comment that is sent again by its key is there once, and no other takes its key', async () => {
      const of = await take()
      const comment = { text: 'Once.', key: randomUUID() }
      const first = await say(comment, { of })
      assert.deepEqual(await say(comment, { of }), first)
      const others = await Promise.all(
        Array.from({ length: 5 }, () => say({ ...comment, key: 'five' }, { of })),
      )
      assert.equal(new Set(others.map(({ id }) => id)).size, 1)
      const other = await owner.send('POST', `/api/assets/${of}/comments`, { ...comment, text: 'Twice.' })
      assert.deepEqual(refusal(other).fieldErrors, { key: ['Already used for another comment'] })
      assert.equal((await listOf(of)).length, 2)
      await say({ ...comment }, { of, by: reviewer })
      assert.equal((await listOf(of)).length, 3)
    })

    test('one changes one’s own alone, and not what somebody else changed since it was read', async () => {
      const mine = await say({ text: 'Darker.' }, { by: reviewer })
      const path = `/api/comments/${mine.id}`
      assert.equal((await owner.send('PATCH', path, { text: 'Mine.' })).status, 403)
      const { body } = await reviewer.send('PATCH', path, { text: 'Brighter.', was: { text: 'Darker.' } })
      assert.equal(body.data.text, 'Brighter.')
      assert.notEqual(body.data.editedAt, null)
      const late = await reviewer.send('PATCH', path, { text: 'Slower.', was: { text: 'Darker.' } })
      assert.deepEqual([late.status, late.body.details.clashes.text.now], [409, 'Brighter.'])
      const empty = await reviewer.send('PATCH', path, { text: '' })
      assert.deepEqual(refusal(empty).fieldErrors, {
        text: ['Required where there is neither a drawing nor an attachment'],
      })
      const drawn = await reviewer.send('PATCH', path, {
        text: '',
        drawing: { shapes: [pen] },
        range: { from: 1, to: 1, rate },
        audience: 'everybody',
      })
      assert.deepEqual(drawn.body.data.range, { from: 1, to: 1, rate })
      assert.deepEqual((await owner.get(path)).body.data, drawn.body.data)
    })

    test('a thread in which others replied for the team is not opened to everybody by who began it', async () => {
      const of = await take()
      const first = await say({ text: 'Darker.' }, { of })
      await say({ text: 'A stop, I say.', parentId: first.id }, { of })
      const path = `/api/comments/${first.id}`
      const opened = await owner.send('PATCH', path, { audience: 'everybody' })
      assert.equal(opened.body.data.audience, 'everybody')
      assert.equal((await owner.send('PATCH', path, { audience: 'team' })).status, 200)
      await say({ text: 'The client must not know.', parentId: first.id }, { of, by: reviewer })
      const refused = await owner.send('PATCH', path, { text: 'Slower.', audience: 'everybody' })
      assert.deepEqual(Object.keys(refusal(refused).fieldErrors), ['audience'])
      const { body } = await owner.get(path)
      assert.deepEqual([body.data.text, body.data.audience], ['Darker.', 'team'])
    })

    test('a thread whose beginning is deleted keeps the words of others, until the last of them goes', async () => {
      const of = await take()
      const first = await say({ text: 'Darker.', mentionIds: [owner.id] }, { of, by: reviewer })
      const reply = await say({ text: 'Why?', parentId: first.id }, { of })
      assert.equal((await reviewer.send('DELETE', `/api/comments/${reply.id}`, undefined)).status, 403)
      const { body } = await reviewer.send('DELETE', `/api/comments/${first.id}`, undefined)
      assert.equal(body.data.text, 'Darker.')
      const [kept, ...rest] = await listOf(of)
      assert.deepEqual([kept?.deleted, kept?.text, kept?.author, kept?.mentions], [true, '', null, []])
      assert.deepEqual(rest, [reply])
      assert.equal((await reviewer.send('DELETE', `/api/comments/${first.id}`, undefined)).status, 404)
      assert.equal((await reviewer.send('PATCH', `/api/comments/${first.id}`, { text: 'x' })).status, 404)
      await owner.send('DELETE', `/api/comments/${reply.id}`, undefined)
      assert.deepEqual(await listOf(of), [])
      const another = await say({ text: 'x' }, { of, by: reviewer })
      assert.equal((await owner.send('DELETE', `/api/comments/${another.id}`, undefined)).status, 200)
    })

    test('a long page ends early, and the next goes on', async () => {
      const of = await take()
      const points = Array.from({ length: 2400 }, (_, n) => [n / 2400, 0.12345, 0.54321])
      const drawing = { shapes: [{ ...pen, points }] }
      const ids: string[] = []
      for (let count = 0; count < 25; count += 1) ids.push((await say({ drawing }, { of })).id)
      const { data, metadata } = (await owner.get(`/api/assets/${of}/comments?limit=100`)).body
      assert.ok(data.length > 10 && data.length < 25, String(data.length))
      assert.equal(metadata.nextCursor, data.at(-1).id)
      const all = await building(owner).pages(`/api/assets/${of}/comments`, 100)
      assert.deepEqual(
        all.map(({ id }) => id),
        ids,
      )
    })

    test('comments go with their scene and their project, and nothing of them is left', async () => {
      const build = building(owner)
      const project = await build.project('Doomed')
      const scene = await build.scene(project.id, '1')
      const of = await take({ projectId: project.id, sceneId: '1' })
      await say({ text: 'x', mentionIds: [owner.id] }, { of })
      await owner.send('POST', `/api/assets/${of}/verdicts`, { verdict: 'approve' })
      assert.equal((await build.read(`/api/projects/${project.id}`)).openNotes, 1)
      await build.remove(`/api/scenes/${scene.id}?sceneId=1`)
      assert.equal((await build.read(`/api/projects/${project.id}`)).openNotes, 0)
      assert.deepEqual((await owner.get(`/api/projects/${project.id}/notes`)).body.data, [])
    })
  })
}
