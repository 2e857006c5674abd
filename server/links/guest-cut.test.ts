import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CutEntry } from '@dailies/contract/cut.ts'
import type { GuestCutEntry } from '@dailies/contract/guest.ts'
import { engines } from '../test/engines.ts'
import { guestOf, madeLink } from '../test/guests.ts'
import { picture, put, take } from '../test/media.ts'
import {
  type Film,
  type SessionTestCaller,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`the cut of a review link on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let film: Film
    let guest: SessionTestCaller
    let linkId: string
    let winner: string
    let music: string

    before(async () => {
      service = await testService(engine)
      owner = await testUser(service)
      film = await testFilm(service.db, owner)
      const [shotId] = film.shotIds
      const secrets = { prompt: 'a secret prompt', outputUrl: 'https://media.example/secret.mp4' }
      winner = await take(owner, film, { ...secrets, shotId, selected: true })
      await put(service, owner, winner, await picture())
      music = await take(owner, film, { ...secrets, assetType: 'MUSIC', selected: true })
      await put(service, owner, music, Buffer.from('a tune'))
      // Its bytes are not kept.
      await take(owner, film, { ...secrets, sceneId: '2', selected: true })
      await take(owner, film, { ...secrets, assetType: 'VOICE', sceneId: '2', selected: true })
      const settings = { rate: { numerator: 25, denominator: 1 }, stillFrames: 50 }
      await owner.send('PATCH', `/api/projects/${film.projectId}/cut/settings`, settings)
      const trim = { in: 5, out: 25, rate: settings.rate, assetVersionId: winner }
      const trimmed = await owner.send('PUT', `/api/shots/${shotId}/trim`, trim)
      assert.equal(trimmed.status, 200, JSON.stringify(trimmed.body))
      const link = await madeLink(owner, film.projectId)
      linkId = link.id
      guest = await guestOf(service, link)
    })
    after(() => service.close())

    const cut = async () => {
      const { status, body } = await guest.get(`/api/links/${linkId}/cut`)
      assert.equal(status, 200, JSON.stringify(body))
      return body as { data: GuestCutEntry[]; metadata: { rate: object } }
    }

    test('plays what members see, from frame to frame', async () => {
      const { data, metadata } = await cut()
      const { body } = await owner.get(`/api/projects/${film.projectId}/cut`)
      const placeOf = (entry: GuestCutEntry | CutEntry) => {
        const { sceneId, shotCode, kind, start, duration, in: first, out, rate } = entry
        return { sceneId, shotCode, kind, start, duration, first, out, rate }
      }
      assert.deepEqual(data.map(placeOf), body.data.map(placeOf))
      assert.deepEqual(metadata, { rate: { numerator: 25, denominator: 1 } })
      const [shot] = data.filter(({ version }) => version?.id === winner)
      assert.deepEqual([shot?.in, shot?.out, shot?.duration], [5, 25, 20])
      assert.deepEqual(
        shot?.sounds.map(({ id, under }) => [id, under]),
        [[music, 'scene']],
      )
    })

    test('gives media by addresses of the link, and none of what is not kept', async () => {
      const { data } = await cut()
      const { version, sounds } = data.find((entry) => entry.version?.id === winner)!
      for (const media of [version?.media, sounds[0]?.media]) {
        assert.match(media?.original ?? '', new RegExp(`^/api/links/${linkId}/media/`))
        assert.equal((await guest.get(media!.original!)).status, 200)
      }
      const away = data.find(({ sceneId }) => sceneId === '2')!
      assert.deepEqual([away.kind, away.version?.media, away.sounds], ['still', null, []])
    })

    test('tells nothing internal, of slates neither', async () => {
      const text = JSON.stringify(await cut())
      const internal = [/secret/, /midjourney/i, /media\.example/, /The lamp goes out/, /SELECTED/]
      const ids = [film.projectId, film.sceneDbId, ...film.shotIds].map((id) => new RegExp(id))
      for (const told of [...internal, ...ids]) assert.doesNotMatch(text, told)
      const { data } = await cut()
      const slate = data.find(({ shotCode }) => shotCode === '012A-B')!
      assert.deepEqual([slate.kind, slate.version], ['slate', null])
    })

    test('is of the film alone: which takes of a scene or a list won is not told', async () => {
      const list = await owner.send('POST', `/api/projects/${film.projectId}/playlists`, {
        name: 'Monday',
        from: 'winners',
      })
      for (const more of [
        { shows: 'scene', sceneDbId: film.sceneDbId },
        { shows: 'playlist', playlistId: list.body.data.id },
      ]) {
        const link = await madeLink(owner, film.projectId, more)
        const answer = await (await guestOf(service, link)).get(`/api/links/${link.id}/cut`)
        assert.deepEqual([answer.status, answer.body], [404, { error: 'Cut not found' }])
      }
    })
  })
}
