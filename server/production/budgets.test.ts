import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { budgetLevel } from '@dailies/contract/budget-level.ts'
import { capture as captureSchema } from '@dailies/contract/capture.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Notice } from '@dailies/contract/inbox.ts'
import { workspaceFile } from '@dailies/contract/workspace.ts'
import { ingest } from '../assets/ingest.ts'
import { openDatabase } from '../db/open.ts'
import { statement } from '../db/statement.ts'
import { engines, preparedPlace } from '../test/engines.ts'
import { until } from '../test/listening.ts'
import { sendsNothing } from '../test/property.ts'
import {
  type Film,
  type TestCaller,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { findBudget } from './budget-queries.ts'
import { BudgetWatch } from './budget-watch.ts'
import { createProject } from './create-project.ts'
import { importWorkspace } from './import-workspace.ts'
import { allOf } from './membership.ts'
import { followSpending } from './spending.ts'
import { updateProject } from './update-project.ts'

/** As it was before anybody looked: of all budgets. */
const forgetSpent = statement((db, { projectId }: { projectId: string }) =>
  db.updateTable('budgets').set({ spent_usd: 0 }).where('project_id', '=', projectId),
)

for (const engine of engines) {
  describe(`the budget of a film on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let editor: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine, sendsNothing)
    })
    after(() => service.close())
    beforeEach(async () => {
      owner = await testUser(service)
      editor = await testUser(service)
      film = await testFilm(service.db, owner)
      await owner.send('POST', `${place()}/members`, { userId: editor.id, role: 'editor' })
    })

    const place = () => `/api/projects/${film.projectId}`
    const set = (budgetUsd: unknown, by: TestCaller = owner, more: object = {}) =>
      by.send('PATCH', place(), { budgetUsd, ...more })
    const capture = async (costEstimateUsd?: number): Promise<string> =>
      (await editor.ingest({ ...film.capture, costEstimateUsd })).body.asset.id
    const budget = async () => {
      const { budgetUsd, spentUsd } = (await owner.get(place())).body.data
      return [budgetUsd, spentUsd]
    }
    const follow = () => followSpending(service.db, film.projectId)
    const told = async (by: TestCaller = owner): Promise<unknown[]> => {
      const { data } = (await by.get(endpoints.listNotices.path)).body
      return data
        .filter(({ kind }: Notice) => kind === 'budget.reached')
        .map(({ details }: Notice) => details.budget)
        .reverse()
    }

    const becomes = (read: () => Promise<unknown>, expected: unknown) =>
      until(JSON.stringify(expected), async () => isDeepStrictEqual(await read(), expected))

    test('nobody says at first, and an owner says it, changes it and takes it away', async () => {
      await capture(1.25)
      assert.deepEqual(await budget(), [null, null])
      const { status, body } = await set(10)
      assert.equal(status, 200)
      assert.deepEqual([body.data.budgetUsd, body.data.spentUsd], [10, 1.25])
      await set(20.5)
      assert.deepEqual(await budget(), [20.5, 1.25])
      const listed = (await owner.get('/api/projects')).body.data[0]
      assert.deepEqual([listed.budgetUsd, listed.spentUsd], [20.5, 1.25])
      await owner.send('PATCH', place(), { genre: 'Noir' })
      assert.deepEqual(await budget(), [20.5, 1.25])
      await set(null)
      assert.deepEqual(await budget(), [null, null])
    })

    test('it takes an owner; an editor changes the rest as before', async () => {
      assert.equal((await set(10, editor)).status, 403)
      assert.equal((await set(null, editor)).status, 403)
      const stranger = await testUser(service)
      assert.equal((await set(10, stranger)).status, 404)
      assert.equal((await editor.send('PATCH', place(), { genre: 'Noir' })).status, 200)
      assert.deepEqual(await budget(), [null, null])
    })

    test('it is an amount of dollars, and nothing else', async () => {
      for (const wrong of [0, -1, 0.001, 1e12 + 1, '10', true, {}]) {
        const { status, body } = await set(wrong)
        assert.equal(status, 400, String(wrong))
        assert.deepEqual(Object.keys(body.details.fieldErrors), ['budgetUsd'])
      }
      for (const right of [0.01, 1e12]) assert.equal((await set(right)).status, 200)
    })

    test('an edit of what somebody else has changed meanwhile is a clash', async () => {
      await set(10)
      const { status, body } = await set(30, owner, { was: { budgetUsd: null } })
      assert.equal(status, 409)
      assert.equal(body.details.clashes.budgetUsd.now, 10)
      assert.equal((await set(30, owner, { was: { budgetUsd: 10 } })).status, 200)
    })

    test('owners are told once from 80 % on, and once when it is over', async () => {
      const other = await testUser(service)
      await owner.send('POST', `${place()}/members`, { userId: other.id, role: 'owner' })
      await set(10)
      await capture(7.9)
      await follow()
      assert.deepEqual(await told(), [])
      await capture(0.1)
      await Promise.all([follow(), follow(), follow()])
      await follow()
      const most = { percent: 80, budgetUsd: 10, spentUsd: 8 }
      assert.deepEqual(await told(), [most])
      await capture(2)
      await follow()
      assert.deepEqual(await told(), [most], 'all of it is not over it')
      const last = await capture(0.5)
      await Promise.all([follow(), follow()])
      const over = { percent: 100, budgetUsd: 10, spentUsd: 10.5 }
      assert.deepEqual(await told(), [most, over])
      assert.deepEqual(await told(other), [most, over])
      assert.deepEqual(await told(editor), [])
      assert.deepEqual(await budget(), [10, 10.5])

      await owner.send('DELETE', `/api/assets/${last}`, undefined)
      await follow()
      assert.deepEqual(await budget(), [10, 10])
      await capture(3)
      await follow()
      assert.deepEqual(await told(), [most, over], 'nor again where takes went meanwhile')
    })

    test('of what was spent before it was set nobody is told, and of another budget anew', async () => {
      await capture(9)
      await set(10)
      await follow()
      assert.deepEqual(await told(), [])
      await set(100)
      await capture(75)
      await follow()
      assert.deepEqual(await told(), [{ percent: 80, budgetUsd: 100, spentUsd: 84 }])
    })

    test('a film without a budget is not looked at, nor one in the trash: what it spent before is told once it is back', async () => {
      await capture(9)
      await follow()
      await set(10)
      await capture(9)
      const { name } = (await owner.get(place())).body.data
      await owner.send('DELETE', `${place()}?name=${encodeURIComponent(name)}`, undefined)
      await follow()
      await owner.send('POST', `${place()}/restore`, undefined)
      await becomes(told, [{ percent: 100, budgetUsd: 10, spentUsd: 18 }])
    })

    test('it is 80 % to the cent', async () => {
      for (const [budgetUsd, spentUsd] of [
        [0.07, 0.056],
        [3, 2.4],
        [1e12, 8e11],
      ] as const) {
        assert.equal(budgetLevel({ budgetUsd, spentUsd }), 80, `${spentUsd} of ${budgetUsd}`)
        assert.equal(budgetLevel({ budgetUsd, spentUsd: spentUsd - 0.001 }), 0)
      }
    })

    test('captures are followed by the service itself, beside them', async () => {
      await set(10)
      await capture(11)
      await becomes(told, [{ percent: 100, budgetUsd: 10, spentUsd: 11 }])
      assert.deepEqual(await budget(), [10, 11])
    })

    test('whoever begins to look begins with all films, and looks at all where something was missed', async () => {
      const alone = await preparedPlace(engine)
      const db = await openDatabase(alone.settings, () => {})
      const { id } = await testUser({ db, address: '' })
      const actor = allOf(id)
      const film = { name: 'Film', status: 'PRODUCTION' as const, genre: null }
      const { id: projectId } = await createProject(db, actor, film)
      const scenes = [{ sceneId: '1' }]
      await importWorkspace(db, actor, workspaceFile.parse({ projects: [{ name: 'Film', scenes }] }))
      const capture = { projectId, sceneId: '1', platformKey: 'veo', assetType: 'VIDEO', prompt: 'x' }
      await updateProject(db, actor, { id: projectId, update: { budgetUsd: 10 } })
      await ingest(db, { actor, capture: captureSchema.parse({ ...capture, costEstimateUsd: 4 }) })
      const spent = async () => (await db.first(findBudget, { projectId }))?.spentUsd
      assert.equal(await spent(), 0)
      const failed: unknown[] = []
      const watch = new BudgetWatch(db, { every: 0, onError: (error) => failed.push(error) })
      await becomes(spent, 4)
      await db.transaction((transaction) => transaction.run(forgetSpent, { projectId }))
      watch.missed()
      await becomes(spent, 4)
      await db.transaction((transaction) => transaction.run(forgetSpent, { projectId }))
      watch.changed([{ kind: 'asset', projectId }])
      await becomes(spent, 4)
      await watch.stop()
      assert.deepEqual(failed, [])
      await db.close()
      await alone.remove()
    })

    test('whoever stops looks at what changed last, and for no longer than a moment', async () => {
      await set(10)
      await capture(4)
      await becomes(async () => (await budget())[1], 4)
      await service.db.transaction((transaction) =>
        transaction.run(forgetSpent, { projectId: film.projectId }),
      )
      const options = { every: 3_600_000, onError: (error: unknown) => assert.fail(String(error)) }
      const watch = new BudgetWatch(service.db, options)
      watch.changed([{ kind: 'asset', projectId: film.projectId }])
      await watch.stop()
      assert.deepEqual(await budget(), [10, 4])
      const silent = new BudgetWatch({ ...service.db, all: () => new Promise(() => {}) }, options)
      silent.changed([{ kind: 'asset', projectId: film.projectId }])
      await silent.stop()
    })
  })
}
