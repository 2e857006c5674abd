import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { statement } from '../db/statement.ts'
import { building } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import '../test/seed.ts'
import { sharedService, type TestService, type TestUser, testFilm, testUser } from '../test/service.ts'

/** What may become of a note, of a take, and of where it is; numbers choose among what there is. */
const step = fc.oneof(
  ...(['say', 'reply', 'resolve', 'reopen', 'unsay'] as const).map((what) =>
    fc.record({ what: fc.constant(what), of: fc.nat(7) }),
  ),
  ...(['delete', 'restore'] as const).map((what) => fc.record({ what: fc.constant(what), of: fc.nat(2) })),
  fc.record({ what: fc.constant('move' as const), of: fc.nat(2), to: fc.nat(2) }),
)
type Step = { what: string; of: number; to?: number }

for (const engine of engines) {
  describe(`counts of open notes on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let films = 0

    before(async () => {
      service = await sharedService(engine)
      owner = await testUser(service)
    })
    after(() => service.close())

    async function playing() {
      const film = await testFilm(service.db, owner, `Counted ${++films}`)
      const build = building(owner)
      const takes: string[] = []
      for (const shotId of [film.shotIds[0], film.shotIds[1], undefined])
        takes.push((await build.version({ ...film.capture, shotId })).id)
      const comments: string[] = []
      const send = (method: string, path: string, body?: unknown) => owner.send(method, path, body)
      /** Refused or not: nothing may be counted wrong by it. */
      const go = async ({ what, of, to = 0 }: Step): Promise<void> => {
        const take = `/api/assets/${takes[of % takes.length]}`
        const comment = `/api/comments/${comments[of % (comments.length || 1)] ?? 'none'}`
        if (what === 'say' || what === 'reply') {
          const parentId = what === 'reply' ? comments[of % (comments.length || 1)] : undefined
          const { body } = await send('POST', `${take}/comments`, { text: what, parentId })
          if (body.data) comments.push(body.data.id)
        }
        if (what === 'resolve') await send('POST', `${comment}/resolution`, { resolved: true })
        if (what === 'reopen') await send('POST', `${comment}/resolution`, { resolved: false })
        if (what === 'unsay') await send('DELETE', comment)
        if (what === 'delete') await send('DELETE', take)
        if (what === 'restore') await send('POST', `${take}/restore`)
        if (what === 'move') await send('PATCH', take, { shotId: film.shotIds[to] ?? null })
      }
      return { film, build, takes, go }
    }

    test('are what a recount finds, on take, shot, scene, film and in the list, whatever was done in whatever order', async () => {
      let open = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          const { film, build, takes, go } = await playing()
          for (const one of steps) await go(one)
          const { projectId, sceneDbId } = film
          const found = await service.db.all(listOpenThreads, { projectId })
          open += found.length
          const countOf = (column: 'assetVersionId' | 'shotId', id: string) =>
            found.filter((thread) => thread[column] === id).length
          for (const id of takes) {
            const { status, body } = await owner.get(`/api/assets/${id}`)
            if (status === 200) assert.equal(body.data.openNotes, countOf('assetVersionId', id))
            else assert.equal(countOf('assetVersionId', id), 0)
          }
          for (const shot of await build.read(`/api/scenes/${sceneDbId}/shots`))
            assert.equal(shot.openNotes, countOf('shotId', shot.id))
          const [scene, project] = [
            await build.read(`/api/scenes/${sceneDbId}`),
            await build.read(`/api/projects/${projectId}`),
          ]
          assert.deepEqual([scene.openNotes, project.openNotes], [found.length, found.length])
          const listed = await build.pages(`/api/projects/${projectId}/notes`, 100)
          assert.deepEqual(listed.map(({ id }) => id).sort(), found.map(({ id }) => id).sort())
        }),
        { numRuns: engine === 'sqlite' ? 40 : 15 },
      )
      assert.ok(open > 0)
    })
  })
}

/** By what is said alone: threads that nobody ticked off, of takes that are there. */
const listOpenThreads = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('comments')
    .innerJoin('asset_versions', 'asset_versions.id', 'comments.asset_version_id')
    .select([
      'comments.id',
      'comments.asset_version_id as assetVersionId',
      'asset_versions.shot_id as shotId',
    ])
    .where('comments.project_id', '=', projectId)
    .where('comments.thread_id', 'is', null)
    .where('comments.resolved_at', 'is', null),
)
