import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { OpenNote } from '@dailies/contract/comment.ts'
import type { Notice } from '@dailies/contract/inbox.ts'
import { noticePlace, noticeText } from '@dailies/contract/notice-sentence.ts'
import type { Review, ReviewMoment } from '@dailies/contract/review.ts'
import { longestState, mostRunningReviews } from '@dailies/contract/review-limits.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { type Listener, listening, until } from '../test/listening.ts'
import { sendsNothing } from '../test/property.ts'
import {
  type Answer,
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { endAbandoned } from './end-review.ts'

const rate = { numerator: 24, denominator: 1 }
const refused = (error: string) => ({ status: 409, error })

for (const engine of engines) {
  describe(`review sessions on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let ana: TestUser
    let ben: TestUser
    let cy: TestUser
    let stranger: TestUser
    let film: Film
    let takeId: string

    before(async () => {
      service = await testService(engine, sendsNothing)
      ana = await testUser(service)
      ben = await testUser(service)
      cy = await testUser(service)
      stranger = await testUser(service)
      film = await testFilm(service.db, ana)
      await join(ben, 'reviewer')
      await join(cy, 'viewer')
      takeId = (await building(ana).version(film.capture)).id
    })
    after(() => service.close())

    const reviews = () => `/api/projects/${film.projectId}/reviews`
    async function join({ id: userId }: TestUser, role: string): Promise<void> {
      await ana.send('POST', `/api/projects/${film.projectId}/members`, { userId, role })
    }
    async function start(more: object = {}, by = ana): Promise<Review> {
      const body = { name: 'Monday', plays: { kind: 'film' }, page: 'one', ...more }
      const answer = await by.send('POST', reviews(), body)
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return answer.body.data
    }
    const read = async ({ id }: { id: string }, by = ana): Promise<Review> =>
      (await by.get(`/api/reviews/${id}`)).body.data
    const present = ({ id }: { id: string }, by: TestUser, more: object = {}) =>
      by.send('PUT', `/api/reviews/${id}/presence`, { page: 'one', ...more })
    const lead = ({ id }: { id: string }, by: TestUser, more: object = {}) =>
      by.send('POST', `/api/reviews/${id}/lead`, { page: 'one', ...more })
    const show = ({ id }: { id: string }, by: TestUser, more: object = {}) =>
      by.send('PUT', `/api/reviews/${id}/state`, {
        ...{ page: 'one', term: 1, sequence: 1, assetVersionId: takeId, frame: 0, rate, playing: false },
        ...more,
      })
    const end = ({ id }: { id: string }, by = ana) => by.send('POST', `/api/reviews/${id}/end`, {})
    const said = ({ status, body }: Answer) => ({ status, error: body.error })
    const streamOf = ({ token }: TestUser) => listening(service.address, { authorization: `Bearer ${token}` })
    const momentsOf = ({ messages }: Listener, id: string) =>
      messages.flatMap(({ reviewId, moment }) => (reviewId === id && moment ? [moment] : []))
    const heard = (stream: Listener, id: string, isIt: (moment: ReviewMoment) => boolean) =>
      until('it is shown', () => momentsOf(stream, id).some(isIt))

    test('whoever starts one leads it, and it is among those that go on until it ends', async () => {
      const review = await start({ name: ' Monday ', plays: { kind: 'scene', id: film.sceneDbId } })
      assert.deepEqual(
        [review.name, review.plays, review.leader?.id, review.term, review.state, review.endedAt],
        ['Monday', { kind: 'scene', id: film.sceneDbId }, ana.id, 1, null, null],
      )
      assert.deepEqual(
        review.takingPart.map(({ id }) => id),
        [ana.id],
      )
      assert.deepEqual(await read(review, cy), review)
      const running = async () =>
        (await cy.get(`${reviews()}?running=true`)).body.data.map(({ id }: Review) => id)
      assert.deepEqual(await running(), [review.id])
      assert.equal((await end(review)).status, 200)
      assert.deepEqual(await running(), [])
      assert.equal((await cy.get(reviews())).body.data[0].id, review.id)
      assert.notEqual((await read(review)).endedAt, null)
      assert.equal((await read(review)).leader, null)
    })

    test('what it plays is of the project, or it is not started', async () => {
      const answers = {
        take: 'Not a take of the project',
        scene: 'Not a scene of the project',
        playlist: 'Not a playlist of the project',
      }
      for (const [kind, message] of Object.entries(answers)) {
        const body = { name: 'Monday', plays: { kind, id: ana.id }, page: 'one' }
        const answer = await ana.send('POST', reviews(), body)
        const fieldErrors = { plays: [message] }
        assert.deepEqual(refusal(answer), { status: 400, error: 'Invalid payload', fieldErrors })
      }
      assert.equal((await start({ plays: { kind: 'take', id: takeId } })).plays.id, takeId)
      const lists = reviews().replace('/reviews', '/playlists')
      const { id } = (await ana.send('POST', lists, { name: 'Monday', versionIds: [takeId] })).body.data
      const plays = { kind: 'playlist', id }
      assert.deepEqual((await start({ plays })).plays, plays)
    })

    test('what is shown is heard by those who take part, at once and in its order, and by nobody else', async () => {
      const review = await start()
      const streams = [await streamOf(ben), await streamOf(cy)] as const
      const [followed, watched] = streams
      assert.equal((await present(review, ben)).body.data.lasts, 25)
      for (let frame = 1; frame <= 30; frame += 1) {
        const answer = await show(review, ana, { sequence: frame, frame })
        assert.deepEqual([answer.status, answer.body.data], [200, { shown: true }])
      }
      await heard(followed, review.id, ({ state }) => state?.frame === 30)
      const frames = momentsOf(followed, review.id).map(({ state }) => state?.frame ?? 0)
      assert.deepEqual(
        frames,
        frames.toSorted((one, other) => one - other),
      )
      assert.deepEqual(momentsOf(watched, review.id), [])
      // Whoever comes later sees it as it is now.
      await present(review, cy)
      await heard(watched, review.id, ({ state }) => state?.frame === 30)
      assert.equal((await read(review, cy)).state?.frame, 30)
      for (const { leave } of streams) leave()
    })

    test('what comes late is not shown any more', async () => {
      const review = await start()
      await show(review, ana, { sequence: 8, frame: 80 })
      assert.deepEqual((await show(review, ana, { sequence: 7, frame: 70 })).body.data, { shown: false })
      assert.equal((await read(review)).state?.frame, 80)
    })

    test('who leaves hears nothing more, and sees what is shown as soon as they are back', async () => {
      const review = await start()
      const stream = await streamOf(ben)
      await present(review, ben)
      await show(review, ana, { sequence: 1, frame: 1 })
      await heard(stream, review.id, ({ state }) => state?.frame === 1)
      await present(review, ben, { left: true })
      assert.deepEqual(
        (await read(review)).takingPart.map(({ id }) => id),
        [ana.id],
      )
      await show(review, ana, { sequence: 2, frame: 2 })
      await present(review, ben)
      await heard(stream, review.id, ({ state }) => state?.frame === 2)
      await show(review, ana, { sequence: 3, frame: 3 })
      await heard(stream, review.id, ({ state }) => state?.frame === 3)
      assert.equal((await read(review)).people, 2)
      stream.leave()
    })

    test('a drawing is shown while it is drawn, and one that is too large is refused', async () => {
      const review = await start()
      const stream = await streamOf(ben)
      await present(review, ben)
      const pen = (points: number) => ({
        ...{ kind: 'pen', colour: '#ff3355', width: 0.01 },
        points: Array.from({ length: points }, (_, index) => [index / 1000, 0.25, 0.5]),
      })
      await show(review, ana, { shapes: [pen(200)] })
      await heard(stream, review.id, ({ state }) => state?.shapes.length === 1)
      const answer = refusal(await show(review, ana, { sequence: 2, shapes: [pen(900)] }))
      assert.deepEqual(answer.fieldErrors, { shapes: [`Must be at most ${longestState} bytes`] })
      stream.leave()
    })

    test('only who leads shows anything, and nothing but takes of the project', async () => {
      const review = await start()
      const others = 'Somebody else leads the review session'
      assert.deepEqual(said(await show(review, ben)), refused(others))
      assert.deepEqual(said(await show(review, ana, { page: 'another' })), refused(others))
      assert.deepEqual(said(await show(review, ana, { term: 2 })), refused(others))
      assert.deepEqual(said(await show(review, ana, { term: 2 ** 31 - 1 })), refused(others))
      const tooLarge = refusal(await show(review, ana, { term: 2 ** 31 }))
      assert.deepEqual(tooLarge.fieldErrors, { term: ['Is too large'] })
      assert.equal((await show(review, cy)).status, 403)
      assert.equal((await show(review, stranger)).status, 404)
      const elsewhere = await testFilm(service.db, ana, `Elsewhere ${review.id}`)
      const { id } = await building(ana).version(elsewhere.capture)
      const { fieldErrors } = refusal(await show(review, ana, { assetVersionId: id }))
      assert.deepEqual(fieldErrors, { assetVersionId: ['Not an asset version of the project'] })
    })

    test('the film and a playlist are shown with where they are played; only the film has slates', async () => {
      const review = await start()
      const stream = await streamOf(ben)
      await present(review, ben)
      const screens = [
        { kind: 'film', act: 2, sceneDbId: null },
        { kind: 'playlist', id: 'some list' },
        { kind: 'take' },
      ]
      for (const [index, screen] of screens.entries()) {
        await show(review, ana, { sequence: index + 1, screen })
        await heard(stream, review.id, ({ state }) => state?.sequence === index + 1)
        assert.deepEqual(momentsOf(stream, review.id).at(-1)?.state?.screen, screen)
      }
      const slate = { sequence: 4, assetVersionId: null }
      const { fieldErrors } = refusal(await show(review, ana, slate))
      assert.deepEqual(fieldErrors, { assetVersionId: ['Only the film has slates'] })
      await show(review, ana, { ...slate, screen: { kind: 'film' }, frame: 96 })
      await heard(stream, review.id, ({ state }) => state?.frame === 96)
      assert.deepEqual((await read(review)).state?.screen, { kind: 'film', act: null, sceneDbId: null })
      stream.leave()
    })

    test('who asks for the lead gets it, and whoever led follows from that moment on', async () => {
      const review = await start()
      const stream = await streamOf(ana)
      await present(review, ana)
      await show(review, ana, { sequence: 500, frame: 12 })
      const { body } = await lead(review, ben)
      assert.deepEqual([body.data.granted, body.data.term, body.data.leader.id], [true, 2, ben.id])
      await heard(stream, review.id, ({ term, leader }) => term === 2 && leader?.id === ben.id)
      assert.equal((await read(review)).state?.frame, 12, 'what was shown stays')
      assert.equal((await show(review, ana, { sequence: 501 })).status, 409)
      assert.equal((await show(review, ben, { term: 2, sequence: 1, frame: 13 })).status, 200)
      await heard(stream, review.id, ({ state }) => state?.frame === 13)
      assert.deepEqual((await lead(review, ben)).body.data.term, 2, 'who leads keeps the lead')
      assert.equal((await lead(review, cy)).status, 403)
      stream.leave()
    })

    test('the lead of who is there is not taken by who asks for it only if nobody leads', async () => {
      const review = await start()
      await show(review, ana)
      const { data } = (await lead(review, ben, { ifGone: true })).body
      assert.deepEqual([data.granted, data.leader.id, data.term], [false, ana.id, 1])
    })

    test('who leads and leaves leads no more, and of many who ask one does', async () => {
      const review = await start()
      await show(review, ana, { frame: 24 })
      await present(review, ana, { left: true })
      assert.equal((await read(review)).leader, null)
      const asked = Array.from({ length: 10 }, (_, index) =>
        lead(review, index % 2 > 0 ? ana : ben, { page: `page ${index}`, ifGone: true }),
      )
      const answers = (await Promise.all(asked)).map(({ body }) => body.data)
      assert.equal(answers.filter(({ granted }) => granted).length, 1)
      assert.deepEqual(new Set(answers.map(({ term }) => term)), new Set([2]))
    })

    test('who is removed from the project shows nothing more', async () => {
      const dee = await testUser(service)
      await join(dee, 'reviewer')
      const review = await start({}, dee)
      assert.equal((await show(review, dee)).status, 200)
      await ana.send('DELETE', `/api/projects/${film.projectId}/members/${dee.id}`, undefined)
      let sequence = 2
      await until('it is refused', async () => {
        sequence += 1
        return (await show(review, dee, { sequence })).status === 404
      })
      assert.deepEqual((await read(review)).takingPart, [])
      await end(review)
    })

    test('its notes are what was said while it went on of what was shown, replies too, in pages', async () => {
      const say = async (of: string, text: string, more: object = {}) =>
        (await ben.send('POST', `/api/assets/${of}/comments`, { text, ...more })).body.data.id as string
      const [shown, other] = [
        await building(ana).version(film.capture),
        await building(ana).version(film.capture),
      ]
      await say(shown.id, 'before it')
      const review = await start()
      await show(review, ana, { assetVersionId: shown.id })
      await say(other.id, 'of what nobody saw')
      const first = await say(shown.id, 'darker', { range: { from: 48, to: 48, rate } })
      const reply = await say(shown.id, 'indeed', { parentId: first })
      const gone = await say(shown.id, 'a slip')
      await ben.send('DELETE', `/api/comments/${gone}`, undefined)
      await ben.send('POST', `/api/comments/${first}/resolution`, { resolved: true })
      const notes = (): Promise<OpenNote[]> => building(cy).pages(`/api/reviews/${review.id}/notes`, 1)
      const ids = async () => (await notes()).map(({ id }) => id)
      assert.deepEqual(await ids(), [first, reply])
      assert.equal((await notes())[0]?.asset.id, shown.id)
      await end(review)
      await say(shown.id, 'after it')
      assert.deepEqual(await ids(), [first, reply])
    })

    test('its end is told to who took part, and to webhooks', async () => {
      const review = await start({ name: 'Tuesday' })
      await show(review, ana)
      await present(review, ben)
      await ben.send('POST', `/api/assets/${takeId}/comments`, { text: 'slower' })
      assert.equal((await end(review, ana)).status, 200)
      const [notice]: Notice[] = (await ben.get('/api/inbox')).body.data
      assert.equal(notice?.kind, 'review.completed')
      assert.match(noticeText(notice), /ended the review session Tuesday of The Long Tide with 1 note$/)
      assert.equal(noticePlace(notice), `/reviews/${review.id}`)
      assert.ok(!JSON.stringify((await cy.get('/api/inbox')).body).includes(review.id))
      assert.ok(!JSON.stringify((await ana.get('/api/inbox')).body).includes(review.id))
      const events: { event: string; data: Record<string, unknown> }[] = (
        await ana.get('/api/events?limit=100')
      ).body.data
      const { data } = events.find(
        ({ event, data }) => event === 'review.completed' && data.reviewId === review.id,
      )!
      assert.deepEqual(
        [data.name, data.endedBy, data.peopleCount, data.takeCount, data.noteCount],
        ['Tuesday', ana.id, 2, 1, 1],
      )
    })

    test('it is ended by who leads or started it, and by editors; and then it is over', async () => {
      const review = await start()
      assert.equal((await end(review, ben)).status, 403)
      await lead(review, ben)
      assert.equal((await end(review, ben)).status, 200)
      const over = refused('The review session has ended')
      for (const asked of [
        end(review),
        present(review, cy),
        lead(review, ana),
        show(review, ben, { term: 2 }),
      ]) {
        assert.deepEqual(said(await asked), over)
      }
      assert.equal((await present(review, cy, { left: true })).status, 200)
    })

    test('one that nobody takes part in any more ends by itself', async () => {
      const review = await start()
      await present(review, ben)
      assert.equal(await endAbandoned(service.db, 60_000), 0)
      await present(review, ben, { left: true })
      await present(review, ana, { left: true })
      await until('it has ended', async () => {
        await endAbandoned(service.db, 1)
        return (await read(review)).endedAt !== null
      })
      assert.equal((await ben.get('/api/inbox')).body.data[0].details.review.id, review.id)
    })

    test('so many go on in a project, and no more', async () => {
      for (const { id } of (await ana.get(`${reviews()}?running=true&limit=100`)).body.data) await end({ id })
      for (let count = 0; count < mostRunningReviews; count += 1) await start()
      const body = { name: 'Monday', plays: { kind: 'film' }, page: 'one' }
      const answer = await ana.send('POST', reviews(), body)
      assert.equal(answer.status, 400)
      assert.match(JSON.stringify(answer.body.details.formErrors), /At most 20 review sessions go on/)
    })

    test('those of a project go with it', async () => {
      const doomed = await testFilm(service.db, ana, 'Doomed')
      const { id } = (await building(ana).version(doomed.capture)) as { id: string }
      const body = { name: 'Monday', plays: { kind: 'film' }, page: 'one' }
      const { data } = (await ana.send('POST', `/api/projects/${doomed.projectId}/reviews`, body)).body
      assert.equal((await show(data, ana, { assetVersionId: id })).status, 200)
      const path = `/api/projects/${doomed.projectId}`
      assert.equal((await ana.send('DELETE', `${path}?name=Doomed`, undefined)).status, 200)
      assert.equal((await ana.get(`/api/reviews/${data.id}`)).status, 404)
      let sequence = 2
      await until('nothing is shown any more', async () => {
        sequence += 1
        return (await show(data, ana, { assetVersionId: id, sequence })).status === 404
      })
    })
  })
}
