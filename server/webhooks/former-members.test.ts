import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ProjectRole } from '@dailies/contract/member.ts'
import { isoNow } from '../clock.ts'
import { deleteMember, insertMember, setMemberRole } from '../production/member-queries.ts'
import { engines } from '../test/engines.ts'
import type { Receiver } from '../test/receiver.ts'
import { type Sending, startSending } from '../test/sending.ts'
import { type Film, type TestUser, testFilm, testUser } from '../test/service.ts'

for (const engine of engines) {
  describe(`webhooks of members on ${engine}`, () => {
    let sending: Sending
    let receiver: Receiver
    let member: TestUser
    /** The member's own. */
    let film: Film

    before(async () => {
      sending = await startSending(engine)
    })
    after(() => sending.close())
    beforeEach(async () => {
      sending.clock.reset()
      receiver = await sending.receiver()
      member = await testUser(sending.service)
      film = await testFilm(sending.service.db, member)
    })

    const key = () => ({ projectId: sending.film.projectId, userId: member.id })
    const write: typeof sending.service.db.transaction = (work) => sending.service.db.transaction(work)
    const join = (role: ProjectRole) =>
      write((transaction) => transaction.run(insertMember, { ...key(), role, now: isoNow() }))
    const become = (role: ProjectRole) =>
      write((transaction) => transaction.run(setMemberRole, { ...key(), role }))
    const leave = () => write((transaction) => transaction.run(deleteMember, key()))

    async function webhook(further: object = {}): Promise<string> {
      const settings = { url: receiver.url, events: ['asset.created'], ...further }
      const { status, body } = await member.send('POST', '/api/webhooks', settings)
      assert.equal(status, 201, JSON.stringify(body))
      return body.data.id
    }
    async function captureOwn(prompt: string): Promise<void> {
      assert.equal((await member.ingest({ ...film.capture, prompt })).status, 200)
    }
    const log = async (id: string) => (await member.get(`/api/webhooks/${id}/deliveries`)).body.data
    /** Prompts of what arrived, in that order. */
    const arrived = () =>
      receiver.received.flatMap(({ body }) => {
        const sent = JSON.parse(body)
        return (sent.event === 'batch' ? sent.data.events : [sent]).map(
          (one: { data: { prompt: string } }) => one.data.prompt,
        )
      })

    test('hear what others do, from the moment on at which somebody is a member, as whatever', async () => {
      await webhook()
      await sending.capture('before')
      await join('viewer')
      await sending.capture('as viewer')
      await become('owner')
      await sending.capture('as owner')
      await become('reviewer')
      await sending.capture('as reviewer')
      await sending.worker.sendDue()
      assert.deepEqual(arrived(), ['as viewer', 'as owner', 'as reviewer'])
    })

    test('hear nothing more once their user has left, of that project', async () => {
      await join('editor')
      const id = await webhook()
      await sending.capture('while a member')
      await sending.worker.sendDue()
      await leave()
      await sending.capture('after that')
      await captureOwn('of my own')
      await sending.worker.sendDue()
      assert.deepEqual(arrived(), ['while a member', 'of my own'])
      assert.equal((await log(id)).length, 1, 'and their log shows nothing of it any more')
    })

    for (const batching of [undefined, { maxEvents: 10, maxSeconds: 1 }]) {
      const how = batching ? 'in batches' : 'one by one'
      test(`what waits when their user leaves is dropped when it would be sent, and the rest is sent ${how}`, async () => {
        await join('editor')
        const id = await webhook(batching ? { batching } : {})
        await captureOwn('mine, first')
        await sending.capture('theirs, first')
        await sending.capture('theirs, second')
        await captureOwn('mine, second')
        await sending.capture('theirs, third')
        await leave()
        sending.clock.move(2)
        await sending.worker.sendDue()
        assert.deepEqual(arrived(), ['mine, first', 'mine, second'])
        const [rest] = await log(id)
        assert.equal(rest.status, 'Success')
        await join('viewer')
        const statuses = (await log(id)).map(({ status }: { status: string }) => status).sort()
        assert.deepEqual(statuses, ['Failed', 'Failed', 'Failed', 'Success', 'Success'])
        sending.clock.move(3600)
        await sending.worker.sendDue()
        assert.equal(arrived().length, 2, 'what was dropped does not come later')
      })
    }

    test('a delivery that failed is not tried again after their user left', async () => {
      await join('viewer')
      await webhook()
      receiver.answer = () => 500
      await sending.capture('refused')
      await sending.worker.sendDue()
      assert.deepEqual(arrived(), ['refused'])
      receiver.answer = () => 204
      await leave()
      for (const seconds of [40, 140, 700]) {
        sending.clock.move(seconds)
        await sending.worker.sendDue()
      }
      assert.deepEqual(arrived(), ['refused'])
    })

    test('what a former member sends again has nothing of the project, one by one or in a range', async () => {
      await join('viewer')
      const id = await webhook()
      await sending.capture('theirs')
      await captureOwn('mine')
      await sending.worker.sendDue()
      const theirs = (await log(id)).at(-1).id
      await leave()
      const path = `/api/webhooks/${id}`
      for (const [method, one] of [
        ['GET', `${path}/deliveries/${theirs}`],
        ['POST', `${path}/deliveries/${theirs}/replay`],
      ] as const) {
        const { status, body } = method === 'GET' ? await member.get(one) : await member.send(method, one, {})
        assert.deepEqual([status, body], [404, { error: 'Delivery not found' }])
      }
      const range = { from: '2026-01-01T00:00:00Z', which: 'all' }
      const { body } = await member.send('POST', `${path}/replay`, range)
      assert.equal(body.data.queued, 1)
      await sending.worker.sendDue()
      assert.deepEqual(arrived(), ['theirs', 'mine', 'mine'])
    })
  })
}
