import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CutChange, CutEntry } from '@dailies/contract/cut.ts'
import { defaultCutSettings } from '@dailies/contract/cut.ts'
import { statement } from '../db/statement.ts'
import { building } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { put, sha256 } from '../test/media.ts'
import { sendsNothing } from '../test/property.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const rate = { numerator: 24, denominator: 1 }

for (const engine of engines) {
  describe(`the cut on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine, sendsNothing)
    })
    after(() => service.close())

    const newFilm = async () => {
      user = await testUser(service)
      film = await testFilm(service.db, user)
    }
    const cutOf = async (query = ''): Promise<CutEntry[]> => {
      const { status, body } = await user.get(`/api/projects/${film.projectId}/cut${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    }
    const captured = async (more: object): Promise<string> => {
      const { status, body } = await user.ingest({ ...film.capture, selected: true, ...more })
      assert.equal(status, 200, JSON.stringify(body))
      return body.asset.id
    }
    /** Of 100 frames. */
    const filmed = async (more: object = {}): Promise<string> => {
      const id = await captured({ assetType: 'VIDEO', shotId: film.shotIds[0], ...more })
      const bytes = Buffer.from(id)
      assert.ok((await put(service, user, id, bytes)).status < 300)
      const facts = JSON.stringify({ frameRate: rate, durationSeconds: 100 / 24 })
      await service.db.transaction((transaction) => transaction.run(setFacts, { hash: sha256(bytes), facts }))
      return id
    }
    const select = (id: string, selected = true) =>
      user.send('POST', `/api/assets/${id}/selection`, { selected })
    const trim = (assetVersionId: string, given: object) =>
      user.send('PUT', `/api/shots/${film.shotIds[0]}/trim`, { assetVersionId, rate, ...given })

    test('has a slate with the story beat for each shot, in story order, where nothing is chosen', async () => {
      await newFilm()
      const entries = await cutOf()
      assert.deepEqual(
        entries.map(({ sceneId, shotCode, kind, start, duration }) => [
          sceneId,
          shotCode,
          kind,
          start,
          duration,
        ]),
        [
          ['2', null, 'slate', 0, 48],
          ['10', null, 'slate', 48, 48],
          ['10A', null, 'slate', 96, 48],
          ['012A', '012A-A', 'slate', 144, 48],
          ['012A', '012A-B', 'slate', 192, 48],
        ],
      )
      assert.equal(entries[3]?.storyBeat, 'The lamp goes out.')
      const order = (await user.get(`/api/projects/${film.projectId}/scenes`)).body.data.map(
        ({ id }: { id: string }) => id,
      )
      await user.send('PUT', `/api/projects/${film.projectId}/scenes/order`, { ids: order.toReversed() })
      assert.deepEqual(
        (await cutOf()).map(({ sceneId }) => sceneId),
        ['012A', '012A', '10A', '10', '2'],
      )
    })

    test('plays the film of a shot before its still, at the length of the film, with sounds under it', async () => {
      await newFilm()
      await captured({ shotId: film.shotIds[0] })
      assert.deepEqual(
        (await cutOf(`?sceneDbId=${film.sceneDbId}`)).map(({ kind, duration }) => [kind, duration]),
        [
          ['still', 72],
          ['slate', 48],
        ],
      )
      const id = await filmed()
      const music = await captured({ assetType: 'MUSIC' })
      const voice = await captured({ assetType: 'VOICE', shotId: film.shotIds[1] })
      await captured({ assetType: 'VIDEO' })
      const [first, second] = await cutOf(`?sceneDbId=${film.sceneDbId}`)
      assert.deepEqual([first?.version?.assetVersionId, first?.kind, first?.out], [id, 'film', 100])
      assert.match(first?.version?.media?.original ?? '', /^\/api\/media-links\//)
      assert.deepEqual(
        [...(first?.sounds ?? []), ...(second?.sounds ?? [])].map((one) => [one.assetVersionId, one.under]),
        [
          [music, 'scene'],
          [voice, 'shot'],
        ],
      )
      assert.deepEqual([second?.kind, second?.start], ['slate', 100])
    })

    test('of an act or a scene begins at its own first frame; a scene of another project is as missing', async () => {
      await newFilm()
      assert.deepEqual(
        (await cutOf('?act=2')).map(({ shotCode, start }) => [shotCode, start]),
        [
          ['012A-A', 0],
          ['012A-B', 48],
        ],
      )
      assert.deepEqual(await cutOf('?act=7'), [])
      assert.equal((await user.get(`/api/projects/${film.projectId}/cut?act=two`)).status, 400)
      const other = await testFilm(service.db, user, 'Another')
      const asked = await user.get(`/api/projects/${film.projectId}/cut?sceneDbId=${other.sceneDbId}`)
      assert.deepEqual([asked.status, asked.body.error], [404, 'Scene not found'])
    })

    test('of hundreds of shots comes whole and in order, with the sound of the scene once', async () => {
      await newFilm()
      const build = building(user)
      const scene = await build.scene(film.projectId, '90')
      await user.ingest({ ...film.capture, sceneId: '90', assetType: 'MUSIC', selected: true })
      const rows = Array.from({ length: 450 }, (_, n) => ({ id: `${scene.id}-${n}`, n }))
      await service.db.transaction(async (transaction) => {
        for (const { id, n } of rows) await transaction.run(addShot, { id, sceneDbId: scene.id, n })
      })
      const entries = await cutOf(`?sceneDbId=${scene.id}`)
      assert.deepEqual(
        entries.map(({ shotId }) => shotId),
        rows.map(({ id }) => id),
      )
      assert.deepEqual(
        entries.map(({ start }) => start),
        rows.map(({ n }) => n * 48),
      )
      assert.deepEqual(
        entries.map(({ sounds }) => sounds.length),
        rows.map(({ n }) => (n === 0 ? 1 : 0)),
      )
    })

    test('has the rate and lengths that the project says, which two do not overwrite unseen', async () => {
      await newFilm()
      const path = `/api/projects/${film.projectId}/cut/settings`
      const body = { rate: { numerator: 25, denominator: 1 }, slateFrames: 10 }
      const set = await user.send('PATCH', path, body)
      assert.deepEqual(set.body.data, { ...defaultCutSettings, ...body })
      assert.deepEqual((await user.get(`/api/projects/${film.projectId}/cut`)).body.metadata, {
        settings: set.body.data,
        project: { id: film.projectId, name: 'The Long Tide', role: 'owner' },
      })
      assert.equal((await cutOf())[1]?.start, 10)
      const late = await user.send('PATCH', path, { slateFrames: 20, was: { slateFrames: 48 } })
      assert.equal(late.status, 409)
      assert.equal(late.body.details.clashes.slateFrames.now, 10)
      for (const wrong of [{ stillFrames: 0 }, { slateFrames: 1.5 }, { rate: { numerator: 0 } }])
        assert.equal((await user.send('PATCH', path, wrong)).status, 400)
    })

    describe('in and out', () => {
      test('are of the version in the shot: another winner has none, and the first has them again', async () => {
        await newFilm()
        const first = await filmed()
        assert.equal((await trim(first, { in: 10, out: 34 })).status, 200)
        const shown = async () => {
          const [entry] = await cutOf(`?sceneDbId=${film.sceneDbId}`)
          return [entry?.in, entry?.out, entry?.duration, entry?.isTrimmed]
        }
        assert.deepEqual(await shown(), [10, 34, 24, true])
        const second = await filmed()
        assert.deepEqual(await shown(), [0, 100, 100, false])
        await trim(second, { in: 0, out: 50 })
        await select(first)
        assert.deepEqual(await shown(), [10, 34, 24, true])
        const all = await user.send(
          'DELETE',
          `/api/shots/${film.shotIds[0]}/trim?assetVersionId=${first}`,
          undefined,
        )
        assert.deepEqual(all.body.data, { shotId: film.shotIds[0], assetVersionId: first, trim: null })
        assert.deepEqual(await shown(), [0, 100, 100, false])
      })

      test('are refused beyond the end, at another rate, backwards, and of a version of another shot', async () => {
        await newFilm()
        const id = await filmed()
        const elsewhere = await captured({ assetType: 'VIDEO', shotId: film.shotIds[1] })
        const sound = await captured({ assetType: 'MUSIC', shotId: film.shotIds[0] })
        const refused = async (version: string, given: object) => {
          const { status, body } = await trim(version, given)
          assert.equal(status, 400)
          return Object.keys(body.details.fieldErrors)
        }
        assert.equal((await trim(id, { in: 0, out: 100 })).status, 200)
        assert.deepEqual(await refused(id, { in: 0, out: 101 }), ['out'])
        assert.deepEqual(await refused(id, { in: 5, out: 5 }), ['out'])
        assert.deepEqual(await refused(id, { in: -1, out: 5 }), ['in'])
        assert.deepEqual(await refused(id, { in: 0, out: 5, rate: { numerator: 25, denominator: 1 } }), [
          'rate',
        ])
        for (const other of [elsewhere, sound])
          assert.deepEqual(await refused(other, { in: 0, out: 5 }), ['assetVersionId'])
      })

      test('of two who set them at once the second is told', async () => {
        await newFilm()
        const id = await filmed()
        assert.equal((await trim(id, { in: 1, out: 9, was: null })).status, 200)
        const late = await trim(id, { in: 2, out: 8, was: null })
        assert.equal(late.status, 409)
        assert.deepEqual(late.body.details.clashes.trim.now, { in: 1, out: 9, rate })
        assert.equal((await trim(id, { in: 2, out: 8, was: { in: 1, out: 9, rate } })).status, 200)
      })

      test('of a still say how long it is shown', async () => {
        await newFilm()
        const id = await captured({ shotId: film.shotIds[0] })
        assert.equal((await trim(id, { in: 0, out: 12 })).status, 200)
        assert.equal((await cutOf(`?sceneDbId=${film.sceneDbId}`))[0]?.duration, 12)
      })

      test('go with their shot', async () => {
        await newFilm()
        const id = await filmed()
        await trim(id, { in: 1, out: 9 })
        await user.send('DELETE', `/api/shots/${film.shotIds[0]}`, undefined)
        const left = await service.db.all(trimsOf, { shotId: film.shotIds[0]! })
        assert.deepEqual(left, [])
      })
    })

    describe('what changed since', () => {
      const start = '2026-01-01T00:00:00Z'
      const changes = async (query = `?since=${start}`): Promise<CutChange[]> => {
        const { status, body } = await user.get(`/api/projects/${film.projectId}/cut/changes${query}`)
        assert.equal(status, 200, JSON.stringify(body))
        return body.data
      }
      const told = async (query?: string) =>
        (await changes(query)).map(({ kind, shotCode, before, after }) => [
          kind,
          shotCode,
          before?.assetVersionId ?? null,
          after?.assetVersionId ?? null,
        ])
      /** A moment between what was done before and what comes next. */
      const moment = async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        const now = new Date().toISOString()
        await new Promise((resolve) => setTimeout(resolve, 20))
        return now
      }

      test('tells what is new, replaced and dropped, by the moments on both sides', async () => {
        await newFilm()
        const first = await captured({ shotId: film.shotIds[0] })
        assert.deepEqual(await told(), [['new', '012A-A', null, first]])
        const monday = await moment()
        const second = await captured({ shotId: film.shotIds[0] })
        const third = await captured({ shotId: film.shotIds[0] })
        assert.deepEqual(await told(`?since=${monday}`), [['replaced', '012A-A', first, third]])
        assert.equal((await changes(`?since=${monday}`))[0]?.changes, 2)
        const tuesday = await moment()
        await select(third, false)
        assert.deepEqual(await told(`?since=${tuesday}`), [['dropped', '012A-A', third, null]])
        assert.deepEqual(await told(`?since=${monday}&until=${tuesday}`), [
          ['replaced', '012A-A', first, third],
        ])
        assert.deepEqual(await told(), [])
        await select(second)
        const [change] = await changes()
        assert.equal(change?.changedBy?.id, user.id)
        assert.equal(change?.after?.versionNumber, 2)
      })

      test('knows every way in which a winner comes and goes', async () => {
        await newFilm()
        const id = await captured({ shotId: film.shotIds[0] })
        const steps: [string, () => Promise<{ status: number }>, string | null][] = [
          ['dropped', () => select(id, false), null],
          ['chosen', () => user.send('POST', `/api/assets/${id}/status`, { status: 'SELECTED' }), id],
          ['deleted', () => user.send('DELETE', `/api/assets/${id}`, undefined), null],
          ['brought back', () => user.send('POST', `/api/assets/${id}/restore`, undefined), id],
          ['moved', () => user.send('PATCH', `/api/assets/${id}`, { shotId: film.shotIds[1] }), null],
          ['moved back', () => user.send('PATCH', `/api/assets/${id}`, { shotId: film.shotIds[0] }), null],
          [
            'updated',
            () => user.send('PATCH', '/api/extension/asset-update', { assetId: id, selected: true }),
            id,
          ],
          ['demoted', () => user.send('POST', `/api/assets/${id}/status`, { status: 'GENERATED' }), null],
          ['chosen', () => select(id), id],
          ['shot deleted', () => user.send('DELETE', `/api/shots/${film.shotIds[0]}`, undefined), null],
        ]
        for (const [what, step, expected] of steps) {
          assert.equal((await step()).status, 200, what)
          const [last] = await service.db.all(logOf, { projectId: film.projectId })
          assert.equal(last?.after ?? null, expected, what)
        }
        const log = await service.db.all(logOf, { projectId: film.projectId })
        // Each goes on from the one before, but where nothing was won or lost.
        for (const [index, { before }] of log.entries()) assert.equal(before, log[index + 1]?.after ?? null)
        assert.equal(log.length, 10)
        assert.equal(log[0]?.shotCode, '012A-A')
      })

      test('tells of a version that was deleted, and nothing of a scene that was', async () => {
        await newFilm()
        const monday = await moment()
        const id = await captured({ shotId: film.shotIds[0] })
        const tuesday = await moment()
        await user.send('DELETE', `/api/assets/${id}`, undefined)
        const [change] = await changes(`?since=${tuesday}`)
        assert.deepEqual([change?.kind, change?.before?.isDeleted, change?.after], ['dropped', true, null])
        await captured({ shotId: film.shotIds[0] })
        assert.equal((await changes(`?since=${monday}`)).length, 1)
        await user.send('DELETE', `/api/scenes/${film.sceneDbId}?sceneId=012A`, undefined)
        assert.deepEqual(await changes(`?since=${monday}`), [])
      })

      test('comes in pages, what changed last first', async () => {
        await newFilm()
        for (const assetType of ['IMAGE', 'VIDEO', 'MUSIC', 'VOICE', 'AUDIO']) await captured({ assetType })
        const path = `/api/projects/${film.projectId}/cut/changes?since=${start}`
        const paged: CutChange[] = await building(user).pages(path, 2)
        assert.deepEqual(paged, await changes())
        assert.deepEqual(
          paged.map(({ assetType }) => assetType),
          ['AUDIO', 'VOICE', 'MUSIC', 'VIDEO', 'IMAGE'],
        )
        const unknown = await user.get(`${path}&cursor=0190a000-0000-7000-8000-000000000000`)
        assert.equal(unknown.status, 400)
      })
    })
  })
}

const setFacts = statement((db, { hash, facts }: { hash: string; facts: string }) =>
  db.updateTable('blobs').set({ facts }).where('hash', '=', hash),
)

const addShot = statement((db, { id, sceneDbId, n }: { id: string; sceneDbId: string; n: number }) =>
  db
    .insertInto('shots')
    .values({ id, scene_id: sceneDbId, shot_code: id, sort_order: n, required: 1 } as never),
)

const trimsOf = statement((db, { shotId }: { shotId: string }) =>
  db.selectFrom('shot_trims').selectAll().where('shot_id', '=', shotId),
)

/** The latest first. */
const logOf = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('winner_changes')
    .select(['old_version_id as before', 'new_version_id as after', 'shot_code as shotCode'])
    .where('project_id', '=', projectId)
    .orderBy('number', 'desc'),
)
