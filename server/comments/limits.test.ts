import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { mostCommentsOfVersion, mostMentions } from '@dailies/contract/comment.ts'
import { mostApprovers } from '@dailies/contract/verdict.ts'
import { statementOf } from '../db/statement.ts'
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

const mostVerdicts = 5000

for (const engine of engines) {
  describe(`how much is said of a version on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let owner: TestUser
    let film: Film
    let films = 0
    let path: string
    let id: string

    before(async () => {
      service = await sharedService(engine)
    })
    after(() => service.close())
    beforeEach(async () => {
      owner = await testUser(service)
      film = await testFilm(service.db, owner, `Limits ${++films}`)
      id = (await building(owner).version(film.capture)).id
      path = `/api/assets/${id}`
    })

    const say = (more: object = {}, by = owner) =>
      by.send('POST', `${path}/comments`, { text: 'Said.', ...more })
    const judge = (more: object = {}) =>
      owner.send('POST', `${path}/verdicts`, { verdict: 'approve', ...more })

    /** Rows as of old, so many. */
    async function fill(table: 'comments' | 'verdicts', count: number): Promise<void> {
      const further = table === 'comments' ? 'audience, text' : 'verdict, is_current, note'
      const values = table === 'comments' ? `'team', 'Old.'` : `'approve', 0, ''`
      const rows = statementOf(`insert into ${table}
        (id, asset_version_id, project_id, scene_id, created_at, ${further})
        with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
        select '${id}-' || i, '${id}', '${film.projectId}', '${film.sceneDbId}', '2026-01-01T00:00:00.000Z', ${values}
        from n`)
      await service.db.transaction((transaction) => transaction.run(rows, { values: [] }))
    }

    test(`${mostCommentsOfVersion} comments, replies among them: one more is refused in words, and one deleted makes room`, async () => {
      await fill('comments', mostCommentsOfVersion - 2)
      const first = (await say({ key: 'first' })).body.data
      const reply = await say({ parentId: first.id, key: 'reply' })
      assert.equal(reply.status, 201)
      const full = [`A version has at most ${mostCommentsOfVersion} comments: delete one first`]
      for (const more of [{}, { parentId: first.id }]) {
        const { status, formErrors } = refusal(await say(more))
        assert.deepEqual([status, formErrors], [400, full])
      }
      const again = await say({ parentId: first.id, key: 'reply' })
      assert.equal(again.body.data.id, reply.body.data.id, 'what was said already is answered all the same')
      await building(owner).remove(`/api/comments/${reply.body.data.id}`)
      assert.equal((await say()).status, 201)
    })

    test(`${mostVerdicts} verdicts: one more is refused in words, and the last ones count`, async () => {
      await fill('verdicts', mostVerdicts - 1)
      const last = await judge({ key: 'last' })
      assert.equal(last.status, 201)
      const { status, formErrors } = refusal(await judge({ verdict: 'no_opinion' }))
      assert.deepEqual([status, formErrors], [400, [`A version has at most ${mostVerdicts} verdicts`]])
      assert.equal((await judge({ key: 'last' })).body.data.id, last.body.data.id)
      const card = await building(owner).read(path)
      assert.deepEqual([card.myVerdict, card.verdicts], ['approve', { approved: 1, changesNeeded: 0 }])
    })

    test(`${mostMentions} are mentioned, and as many may be asked to approve`, async () => {
      const people: string[] = []
      for (let count = 0; count <= Math.max(mostMentions, mostApprovers); count += 1) {
        const { id: userId } = await testUser(service)
        people.push(userId)
        const member = { userId, role: 'reviewer' }
        await owner.send('POST', `/api/projects/${film.projectId}/members`, member)
      }
      const comment = await say({ mentionIds: people.slice(0, mostMentions) })
      assert.equal(comment.body.data.mentions.length, mostMentions)
      const tooMany = [`Must be at most ${mostMentions} ids`]
      const more = people.slice(0, mostMentions + 1)
      assert.deepEqual(refusal(await say({ mentionIds: more })).fieldErrors, { mentionIds: tooMany })
      const update = { mentionIds: more }
      const changed = await owner.send('PATCH', `/api/comments/${comment.body.data.id}`, update)
      assert.deepEqual(refusal(changed).fieldErrors, { mentionIds: tooMany })
      const approvals = `/api/projects/${film.projectId}/approvals`
      const ask = (needed: number, fromIds: string[]) => owner.send('PUT', approvals, { needed, fromIds })
      const named = await ask(mostApprovers, people.slice(0, mostApprovers))
      assert.deepEqual([named.status, named.body.data.from.length], [200, mostApprovers])
      assert.deepEqual(refusal(await ask(1, more)).fieldErrors, {
        fromIds: [`Must be at most ${mostApprovers} ids`],
      })
      assert.deepEqual(refusal(await ask(mostApprovers + 1, people.slice(0, mostApprovers))).fieldErrors, {
        needed: [`Must be at most ${mostApprovers}`, 'Must not be more than the people named'],
      })
      assert.deepEqual((await owner.get(approvals)).body.data, named.body.data)
    })

    test('the rule of approvals is never read half before and half after a change', async () => {
      const { id: userId } = await testUser(service)
      await owner.send('POST', `/api/projects/${film.projectId}/members`, { userId, role: 'reviewer' })
      const approvals = `/api/projects/${film.projectId}/approvals`
      let isOver = false
      const read = async () => {
        while (!isOver) {
          const { needed, from } = (await owner.get(approvals)).body.data
          assert.equal(needed, from.length)
        }
      }
      const write = async () => {
        for (let round = 0; round < 30; round += 1) {
          const fromIds = round % 2 === 0 ? [userId, owner.id] : []
          await owner.send('PUT', approvals, { needed: fromIds.length, fromIds })
        }
        isOver = true
      }
      await Promise.all([write().finally(() => (isOver = true)), read(), read(), read()])
    })
  })
}
