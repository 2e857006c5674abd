import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { capture as captureSchema } from '@dailies/contract/capture.ts'
import { createUser } from '../accounts/create-user.ts'
import { listUsers } from '../accounts/queries.ts'
import { findCaptured } from '../assets/captured.ts'
import { deleteAsset } from '../assets/delete.ts'
import { ingest } from '../assets/ingest.ts'
import { readLineage } from '../assets/lineage.ts'
import { readVersion } from '../assets/read.ts'
import { restoreAsset } from '../assets/restore.ts'
import { setRightsDefault } from '../assets/rights-defaults.ts'
import { updateSelection } from '../assets/select.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { openDatabase } from '../db/open.ts'
import { statement } from '../db/statement.ts'
import { databaseTime } from '../db/time.ts'
import { createPromptPackage } from '../prompt-packages/create.ts'
import { engines, type Place, preparedPlace } from '../test/engines.ts'
import { heldUp } from '../test/held-up.ts'
import { testPassword } from '../test/service.ts'
import { browseProjects } from './browse-projects.ts'
import { createCharacter } from './create-character.ts'
import { createProject } from './create-project.ts'
import { createScene } from './create-scene.ts'
import { createShot } from './create-shot.ts'
import { deleteProject } from './delete-project.ts'
import { deleteScene } from './delete-scene.ts'
import { takeDeletedProject } from './deleted-project-queries.ts'
import { takeScenesToPurge } from './deleted-scene-queries.ts'
import * as stored from './deletion-queries.ts'
import { finishDeletions } from './finish-deletions.ts'
import { allOf } from './membership.ts'
import { readProject } from './project.ts'
import { purgeProjects } from './purge-projects.ts'
import { purgeScenes } from './purge-scenes.ts'
import { readScene } from './scene.ts'

const gone = { code: 'not_found' }

for (const engine of engines) {
  describe(`what is deleted on ${engine}`, () => {
    let place: Place
    let db: Database
    let actor: ReturnType<typeof allOf>
    let films = 0

    before(async () => {
      place = await preparedPlace(engine)
      db = await openDatabase(place.settings, () => {})
      const user = { email: 'mara@studio.example', name: 'Mara', password: testPassword }
      actor = allOf(await createUser(db, user))
    })
    after(async () => {
      await db.close()
      await place.remove()
    })

    /** A project with one of everything, and so many versions in its first scene. */
    async function filmOf(versions: number) {
      films += 1
      const name = `Film-${films}`
      const { id } = await createProject(db, actor, { name, status: 'DEVELOPMENT', genre: null })
      const scene = await createScene(db, actor, { projectId: id, scene: { sceneId: '1' } })
      const other = await createScene(db, actor, { projectId: id, scene: { sceneId: '2' } })
      const shot = await createShot(db, actor, { sceneDbId: scene.id, shot: { shotCode: 'A' } })
      await createCharacter(db, actor, {
        projectId: id,
        character: { name: 'Mara', role: null, description: null },
      })
      await createPromptPackage(db, actor, { projectId: id, fields: { name: 'Rain', prompt: 'rain' } })
      const rights = { platformKey: 'sora', rightsState: 'RESTRICTED' as const, unknownToo: false }
      await setRightsDefault(db, (work) => work(0), { actor, projectId: id, ...rights })
      const capture = (sceneId: string, more: object = {}) =>
        ingest(db, {
          actor,
          capture: captureSchema.parse({
            projectId: id,
            sceneId,
            platformKey: 'sora',
            assetType: 'IMAGE',
            prompt: 'x',
            outputUrl: `https://media.example/${name}.png`,
            ...more,
          }),
        })
      const deleted = await capture('1', { shotId: shot.id })
      await deleteAsset(db, actor, deleted.id)
      const taken = await Promise.all(Array.from({ length: versions }, () => capture('1')))
      const ids = taken.map((version) => version.id)
      await updateSelection(db, actor, { assetId: ids[0]!, selected: true })
      const kept = await capture('2')
      return { id, name, scene, other, shot, ids, deletedId: deleted.id, keptId: kept.id }
    }

    /** Deletes a project, and lets it go for good. */
    async function purged({ id, name }: { id: string; name: string }): Promise<void> {
      await deleteProject(db, actor, { id, name })
      await db.transaction(async (transaction) => {
        await transaction.first(takeDeletedProject, { id })
        await purgeProjects(transaction, [{ id }])
      })
    }

    async function counts(): Promise<Record<string, number>> {
      const rows: Record<string, number> = {}
      for (const [table, count] of counted) rows[table] = (await db.first(count, {}))!.count
      return rows
    }

    test('a project is gone at once, before any of its rows', async () => {
      const { id, name, scene, ids, deletedId } = await filmOf(3)
      const before = await counts()
      const { sceneCount } = await deleteProject(db, actor, { id, name })
      assert.equal(sceneCount, 2)
      assert.deepEqual(await counts(), before)
      await assert.rejects(readProject(db, actor, id), gone)
      await assert.rejects(readScene(db, actor, scene.id), gone)
      await assert.rejects(readVersion(db, actor, ids[0]!), gone)
      await assert.rejects(restoreAsset(db, actor, deletedId), gone)
      await assert.rejects(deleteProject(db, actor, { id, name }), gone)
      const listed = await browseProjects(db, actor, { limit: 100 })
      assert.ok(!listed.some((project) => project.id === id))
      const users = await db.all(listUsers, {})
      assert.deepEqual(
        users.map((user) => user.name),
        ['Mara'],
        'and whose it is now is no user',
      )
      const again = await createProject(db, actor, { name, status: 'DEVELOPMENT', genre: null })
      assert.equal(again.name, name, 'its name is free')
      await finishDeletions(db)
    })

    test('a scene is gone at once, with its versions and its number, and the project shows none of them', async () => {
      const { id, name, scene, ids, deletedId, keptId } = await filmOf(3)
      const before = await counts()
      assert.notEqual((await readProject(db, actor, id)).preview, null)
      await deleteScene(db, actor, { id: scene.id, sceneId: '1' })
      assert.deepEqual((await counts()).asset_versions, before.asset_versions)
      await assert.rejects(readScene(db, actor, scene.id), gone)
      for (const version of ids) await assert.rejects(readVersion(db, actor, version), gone)
      await assert.rejects(readLineage(db, actor, ids[0]!), gone)
      await assert.rejects(updateSelection(db, actor, { assetId: ids[0]!, selected: true }), gone)
      await assert.rejects(restoreAsset(db, actor, deletedId), gone)
      const outputUrls = [`https://media.example/${name}.png`]
      const captured = await findCaptured(db, actor, { externalAssetIds: [], outputUrls, captureIds: [] })
      assert.deepEqual(
        captured.map(({ assetVersionId }) => assetVersionId),
        [keptId],
      )
      const { preview, sceneCount } = await readProject(db, actor, id)
      assert.deepEqual([preview, sceneCount], [null, 1])
      await createScene(db, actor, { projectId: id, scene: { sceneId: '1' } })
      await finishDeletions(db)
      assert.equal((await readVersion(db, actor, keptId)).id, keptId)
    })

    test('rows go a hundred at a time at most, and nothing is left but the id of the project', async () => {
      const before = await counts()
      const { id, name } = await filmOf(230)
      await purged({ id, name })
      const steps: number[] = []
      const counting: Database = {
        ...db,
        longTransaction: (work) =>
          db.longTransaction((transaction) => {
            const rows = async <T>(result: Promise<T>): Promise<T> => {
              const touched = await result
              steps.push(Array.isArray(touched) ? touched.length : (touched as number))
              return touched
            }
            return work({
              ...transaction,
              all: (statement, parameters) => rows(transaction.all(statement, parameters)),
              run: (statement, parameters) => rows(transaction.run(statement, parameters)),
            })
          }),
      }
      await finishDeletions(counting)
      assert.ok(Math.max(...steps) === 100, `${steps}`)
      const { projects, ...rest } = await counts()
      const { projects: hadProjects, ...had } = before
      assert.deepEqual(rest, had)
      assert.equal(projects, hadProjects! + 1)
    })

    test('what a killed process left is gone on with when its lease is over, and not before', async () => {
      const { id, name } = await filmOf(2)
      const before = await counts()
      await purged({ id, name })
      const now = await databaseTime(db)
      const lease = { workerId: 'killed', now, until: now + 3_600_000 }
      await db.transaction((transaction) => transaction.first(stored.leaseDeletion, lease))
      await finishDeletions(db)
      assert.equal((await counts()).deletions, 1, 'another may be at work')
      assert.equal((await counts()).asset_versions, before.asset_versions)
      await db.transaction((transaction) => transaction.run(endLeases, { until: now - 1 }))
      await finishDeletions(db)
      assert.equal((await counts()).deletions, 0)
      assert.equal((await counts()).asset_versions, before.asset_versions! - 3)
    })

    test('two at work in one scene remove its row when all of its versions are gone, and not before', async () => {
      const { id, scene } = await filmOf(230)
      await deleteScene(db, actor, { id: scene.id, sceneId: '1' })
      await db.transaction(async (transaction) => {
        const ids = JSON.stringify([scene.id])
        await purgeScenes(transaction, await transaction.all(takeScenesToPurge, { projectId: id, ids }))
        await transaction.run(stored.insertDeletion, { id: newId(), projectId: stored.graveId })
        const some = { of: scene.id, limit: 100 }
        await transaction.all(stored.deleteDeletedVersionsOfScene, some)
        await transaction.run(stored.deleteShotsOfScene, some)
        await transaction.run(stored.deleteCountersOfScene, some)
      })
      const left: number[] = []
      const watched: Database = {
        ...db,
        longTransaction: (work) =>
          db.longTransaction((transaction) =>
            work({
              ...transaction,
              run: async (statement, parameters) => {
                const isScene = (statement as unknown) === stored.deleteSceneRow
                if (isScene) left.push((await transaction.first(countVersions, { of: scene.id }))!.count)
                return transaction.run(statement, parameters)
              },
            }),
          ),
      }
      await heldUp(place, { table: 'asset_versions', waiting: 2 }, () =>
        Promise.all([finishDeletions(watched), finishDeletions(watched)]),
      )
      assert.ok(left.length > 0)
      assert.deepEqual(
        [...new Set(left)],
        [0],
        'else they would all go at once, without what is told of them',
      )
      assert.equal((await counts()).deletions, 0)
    })

    test('one that is to stop leaves the rest to the next, which need not wait', async () => {
      const { id, name } = await filmOf(2)
      await purged({ id, name })
      let asked = 0
      await finishDeletions(db, () => {
        asked += 1
        return asked > 3
      })
      assert.equal((await counts()).deletions, 1)
      await finishDeletions(db)
      assert.equal((await counts()).deletions, 0)
    })
  })
}

const endLeases = statement((db, { until }: { until: number }) =>
  db.updateTable('deletions').set({ leased_until: until }),
)

const countVersions = statement((db, { of }: { of: string }) =>
  db
    .selectFrom('asset_versions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('scene_id', '=', of),
)

const counted = (
  [
    'projects',
    'scenes',
    'shots',
    'characters',
    'prompt_packages',
    'rights_defaults',
    'edits',
    'asset_versions',
    'deleted_asset_versions',
    'status_changes',
    'version_counters',
    'deletions',
  ] as const
).map(
  (table) =>
    [
      table,
      statement((db) =>
        db.selectFrom(table as 'projects').select((select) => select.fn.countAll<number>().as('count')),
      ),
    ] as const,
)
