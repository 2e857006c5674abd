import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Notice } from '@dailies/contract/inbox.ts'
import { noticeText } from '@dailies/contract/notice-sentence.ts'
import type { Verdict } from '@dailies/contract/verdict.ts'
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

let names = 0

for (const engine of engines) {
  describe(`verdicts on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let owner: TestUser
    let ann: TestUser
    let ben: TestUser
    let film: Film
    let id: string

    before(async () => {
      service = await sharedService(engine)
    })
    after(() => service.close())
    beforeEach(async () => {
      owner = await testUser(service)
      ann = await testUser(service)
      ben = await testUser(service)
      film = await testFilm(service.db, owner, `Verdicts ${++names}`)
      for (const { id: userId } of [ann, ben]) {
        await owner.send('POST', `/api/projects/${film.projectId}/members`, { userId, role: 'reviewer' })
      }
      id = (await building(owner).version(film.capture, 'GENERATED', 'SELECTED')).id
    })

    const give = (by: TestUser, verdict: string, more: object = {}) =>
      by.send('POST', `/api/assets/${id}/verdicts`, { verdict, ...more })
    const list = (): Promise<Verdict[]> => building(owner).pages(`/api/assets/${id}/verdicts`, 2)
    const setStatus = (status: string) => owner.send('POST', `/api/assets/${id}/status`, { status })
    const ask = (needed: number, from: TestUser[], more: object = {}) =>
      owner.send('PUT', `/api/projects/${film.projectId}/approvals`, {
        needed,
        fromIds: from.map(({ id }) => id),
        ...more,
      })

    test('the latest of each person counts, and none is ever changed', async () => {
      await give(ann, 'approve')
      await give(ben, 'changes_needed', { note: 'Darker.' })
      await give(ann, 'no_opinion')
      await give(ann, 'approve', { note: 'Now.' })
      assert.deepEqual(
        (await list()).map(({ verdict, by, current, note }) => [verdict, by.id, current, note]),
        [
          ['approve', ann.id, true, 'Now.'],
          ['no_opinion', ann.id, false, ''],
          ['changes_needed', ben.id, true, 'Darker.'],
          ['approve', ann.id, false, ''],
        ],
      )
      const { body } = await ann.get(`/api/assets/${id}`)
      assert.deepEqual(body.data.verdicts, { approved: 1, changesNeeded: 1 })
      assert.equal(body.data.myVerdict, 'approve')
      assert.equal((await owner.get(`/api/assets/${id}`)).body.data.myVerdict, null)
      const [card] = (await owner.get(`/api/scenes/${film.sceneDbId}/assets`)).body.data
      assert.deepEqual(card.verdicts, { approved: 1, changesNeeded: 1 })
      assert.deepEqual([card.status, card.selected], ['SELECTED', true])
    })

    test('changes are asked for in words, and a repeat by its key is given once', async () => {
      for (const note of ['', '  ']) {
        const { fieldErrors } = refusal(await give(ann, 'changes_needed', { note }))
        assert.deepEqual(fieldErrors, { note: ['Required: say what is to change'] })
      }
      const key = randomUUID()
      const first = await give(ann, 'approve', { key })
      assert.deepEqual((await give(ann, 'approve', { key })).body, first.body)
      assert.equal((await give(ann, 'no_opinion', { key })).status, 400)
      assert.equal((await list()).length, 1)
    })

    test('whoever captured the take is told', async () => {
      await give(ann, 'changes_needed', { note: 'Darker.' })
      await give(owner, 'approve')
      const notices: Notice[] = (await owner.get('/api/inbox')).body.data
      const told = notices.filter(({ kind }) => kind === 'verdict.given')
      assert.equal(told.length, 1)
      assert.match(noticeText(told[0]!), /^User \d+ asked for changes of your take .* in scene 012A of /)
    })

    test('where a film asks for approvals, a take is APPROVED and FINAL with them alone', async () => {
      assert.deepEqual((await owner.get(`/api/projects/${film.projectId}/approvals`)).body.data, {
        needed: 0,
        from: [],
      })
      assert.equal((await ask(2, [ann, ben])).status, 200)
      await give(ann, 'approve')
      await give(owner, 'approve')
      const names = (await list()).map(({ by }) => by.name)
      const refused = refusal(await setStatus('APPROVED'))
      assert.equal(refused.status, 400)
      assert.match(refused.fieldErrors.status[0], /^Needs 2 approvals and has 1: missing are User \d+$/)
      assert.ok(!names.some((name) => refused.fieldErrors.status[0].includes(name)))
      await give(ben, 'approve')
      assert.equal((await setStatus('APPROVED')).status, 200)
      await give(ben, 'changes_needed', { note: 'After all.' })
      assert.equal((await setStatus('FINAL')).status, 400)
      await give(ben, 'approve')
      assert.equal((await setStatus('FINAL')).status, 200)
      await give(ben, 'no_opinion')
      assert.equal((await setStatus('APPROVED')).status, 200, 'back is always open')
      assert.equal((await ask(0, [])).status, 200)
      assert.equal((await setStatus('FINAL')).status, 200)
    })

    test('owners say whose approval is asked for, of members, and not over what somebody else said', async () => {
      const stranger = await testUser(service)
      const path = `/api/projects/${film.projectId}/approvals`
      assert.equal((await ann.send('PUT', path, { needed: 0, fromIds: [] })).status, 403)
      assert.deepEqual(Object.keys(refusal(await ask(1, [stranger])).fieldErrors), ['fromIds'])
      assert.deepEqual(Object.keys(refusal(await ask(2, [ann])).fieldErrors), ['needed'])
      const { body } = await ask(1, [ann, ben])
      assert.deepEqual(
        body.data.from.map(({ id }: { id: string }) => id),
        [ann.id, ben.id],
      )
      const late = await ask(2, [ann, ben], { was: { needed: 0 } })
      assert.deepEqual([late.status, late.body.details.clashes.needed.now], [409, 1])
      await owner.send('DELETE', `/api/projects/${film.projectId}/members/${ben.id}`, undefined)
      assert.equal((await ask(2, [ann, ben])).status, 200, 'whoever was named may have left')
    })

    test('an approval that is taken back while the status changes never leaves an approved take without it', async () => {
      await ask(1, [ann])
      for (let round = 0; round < 8; round += 1) {
        await give(ann, 'approve')
        const [changed] = await Promise.all([setStatus('APPROVED'), give(ann, 'no_opinion')])
        const isApproved = (await owner.get(`/api/assets/${id}`)).body.data.status === 'APPROVED'
        assert.equal(isApproved, changed.status === 200)
        if (isApproved) await setStatus('SELECTED')
      }
      assert.equal((await setStatus('APPROVED')).status, 400)
    })
  })
}
