import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { NoticeSetting } from '@dailies/contract/inbox.ts'
import { Registry } from 'prom-client'
import { openDatabase } from '../db/open.ts'
import { statement } from '../db/statement.ts'
import type { Metrics } from '../http/metrics.ts'
import { mailWorker } from '../main.ts'
import { engines } from '../test/engines.ts'
import { type MailServer, startMailServer } from '../test/mail-server.ts'
import { sendsNothing } from '../test/property.ts'
import {
  type Film,
  silentLog,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { mailTimes } from './mail-times.ts'
import { notify } from './notify.ts'

for (const engine of engines) {
  describe(`notices by mail on ${engine}`, () => {
    let mails: MailServer
    let service: TestService
    let owner: TestUser
    let artist: TestUser
    let film: Film

    before(async () => {
      mails = await startMailServer()
      service = await testService(engine, {
        ...sendsNothing,
        DAILIES_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
        DAILIES_MAIL_FROM: 'dailies@studio.example',
        DAILIES_PUBLIC_URL: 'https://dailies.example',
      })
    })
    after(async () => {
      await service.close()
      await mails.close()
    })
    beforeEach(async () => {
      mails.received.length = 0
      mails.answer.recipient = undefined
      owner = await testUser(service)
      artist = await testUser(service)
      film = await testFilm(service.db, owner, 'A & B')
      const member = { userId: artist.id, role: 'editor' }
      await owner.send('POST', `/api/projects/${film.projectId}/members`, member)
      await service.db.transaction((transaction) => transaction.run(clear, {}))
    })

    const tell = (
      kind: 'asset.selected' | 'member.role_changed' | 'scene.completed' = 'member.role_changed',
    ) => {
      const about = {
        projectId: film.projectId,
        sceneDbId: film.sceneDbId,
        details: { role: 'owner' as const },
      }
      const news = { kind, to: [artist.id], by: owner.id, ...about }
      return service.db.transaction((transaction) => notify(transaction, news))
    }
    const settle = (setting: Partial<NoticeSetting>) => artist.send('PATCH', '/api/inbox/settings', setting)
    const makeDue = () => service.db.transaction((transaction) => transaction.run(setDue, {}))
    const metrics = { registry: new Registry() } as Metrics
    const worker = (db = service.db) => {
      metrics.registry.clear()
      return mailWorker(db, { settings: service.place.settings, log: silentLog, metrics })!
    }
    const send = async () => {
      const one = worker()
      await one.sendDue()
      await one.stop()
    }
    const waiting = () => service.db.all(waitingRows, {})
    const queued = () => service.db.all(mailRows, {})

    test('what happens within a minute is one mail, with links, and is mailed once', async () => {
      await tell()
      await tell('scene.completed')
      await send()
      assert.equal(mails.received.length, 0, 'not before its minute')
      await tell()
      await makeDue()
      await send()
      await send()
      assert.equal(mails.received.length, 1)
      const { to, text, html, headers } = mails.received[0]!
      assert.deepEqual(to, [artist.email])
      assert.equal(headers.get('subject'), '2 new notices in Dailies')
      assert.match(text, /made you an owner of A & B/)
      assert.ok(text.includes(`https://dailies.example/scenes/${film.sceneDbId}`))
      assert.match(text, /https:\/\/dailies\.example\/preferences#notices/)
      assert.match(html, /A &amp; B/)
      assert.deepEqual([await waiting(), await queued()], [[], []])
    })

    test('what came after the first of them goes with it, so that there is no mail for each of many', async () => {
      await tell()
      await makeDue()
      for (let count = 0; count < 3; count += 1) await tell()
      await send()
      assert.deepEqual(
        mails.received.map(({ headers }) => headers.get('subject')),
        ['4 new notices in Dailies'],
      )
      assert.deepEqual([await waiting(), await queued()], [[], []])
    })

    test('one alone says in its subject what it is', async () => {
      await tell()
      await makeDue()
      await send()
      assert.match(mails.received[0]!.headers.get('subject')!, /^User \d+ made you an owner of A & B$/)
    })

    test('what was read by then, or may not be seen any more, is not mailed', async () => {
      await tell()
      await artist.send('POST', '/api/inbox/read', {})
      await makeDue()
      await send()
      await tell()
      await service.db.transaction((transaction) => transaction.run(leave, { userId: artist.id }))
      await makeDue()
      await send()
      assert.deepEqual([mails.received, await waiting(), await queued()], [[], [], []])
    })

    test('nothing is mailed to who is disabled, nor of what is three days old', async () => {
      await tell()
      await service.db.transaction((transaction) => transaction.run(disable, { id: artist.id }))
      await makeDue()
      await send()
      const other = await testUser(service)
      const news = { kind: 'webhook.paused', to: [other.id], by: null } as const
      await service.db.transaction((transaction) => notify(transaction, news))
      await service.db.transaction((transaction) => transaction.run(setOld, { userId: other.id }))
      await makeDue()
      await send()
      assert.deepEqual([mails.received, await waiting(), await queued()], [[], [], []])
    })

    test('each kind goes as it is set: not at all, soon, or once a day', async () => {
      const now = Date.now()
      const { soon, daily } = mailTimes(now)
      const dueOf = async () => (await waiting()).map((row) => Number(row.mail_due_at))
      await settle({ kind: 'asset.selected', mail: 'off' })
      await tell('asset.selected')
      assert.deepEqual(await dueOf(), [])
      await settle({ kind: 'asset.selected', mail: 'soon' })
      await tell('asset.selected')
      const [first] = await dueOf()
      assert.ok(first! >= soon && first! < soon + 60_000)
      await settle({ kind: 'asset.selected', mail: 'daily' })
      await tell('asset.selected')
      assert.deepEqual((await dueOf()).sort(), [first, mailTimes(Date.now()).daily].sort())
      assert.ok(daily > now && daily <= now + 25 * 3_600_000)
      assert.deepEqual([new Date(daily).getHours(), new Date(daily).getMinutes()], [7, 0])
    })

    test('a server that cannot take it now is asked again later; the same letter has the same id', async () => {
      await tell()
      await makeDue()
      mails.answer.mail = { code: 451, message: 'Later' }
      await send()
      const [mail] = await queued()
      assert.equal(mail!.attempts, 1)
      assert.ok(Number(mail!.due_at) > Date.now() + 50_000)
      assert.equal(mail!.leased_by, null)
      mails.answer.mail = undefined
      await send()
      assert.equal(mails.received.length, 0, 'not before its time')
      await service.db.transaction((transaction) => transaction.run(setMailDue, {}))
      await send()
      assert.equal(mails.received.length, 1)
      assert.deepEqual([await waiting(), await queued()], [[], []])
      const shown = await metrics.registry.metrics()
      assert.match(shown, /dailies_mail_attempts_total\{outcome="sent"\} 1/)
      assert.match(shown, /dailies_mail_queue_length 0/)
    })

    test('what is refused for good, or was tried for a day, is given up', async () => {
      await tell()
      await makeDue()
      mails.answer.recipient = { code: 550, message: 'No such user' }
      await send()
      assert.deepEqual([await waiting(), await queued()], [[], []])
      await tell()
      await makeDue()
      mails.answer.recipient = { code: 450, message: 'Later' }
      await send()
      await service.db.transaction((transaction) => transaction.run(setTried, {}))
      await send()
      assert.deepEqual([await waiting(), await queued()], [[], []])
      assert.equal(mails.received.length, 0)
    })

    test('what no letter can be made of is tried as often, and given up as well', async () => {
      await tell()
      await makeDue()
      await service.db.transaction((transaction) => transaction.run(setDetails, { details: '{' }))
      await send()
      const [mail] = await queued()
      assert.deepEqual([mail!.attempts, mail!.leased_by], [1, null])
      assert.ok(Number(mail!.due_at) > Date.now() + 50_000)
      await service.db.transaction((transaction) => transaction.run(setTried, {}))
      await send()
      assert.match(await metrics.registry.metrics(), /dailies_mail_attempts_total\{outcome="given_up"\} 1/)
      await send()
      assert.deepEqual([await waiting(), await queued()], [[], []])
      await tell()
      await makeDue()
      await send()
      assert.equal(mails.received.length, 1, 'what comes later is mailed')
    })

    test('who stops a worker that sends what is due waits until it has written down what was sent', async () => {
      await tell()
      await makeDue()
      const one = worker()
      let hasEnded = false
      const sending = one.sendDue().then(() => {
        hasEnded = true
      })
      await one.stop()
      assert.ok(hasEnded)
      await sending
    })

    test('of several nodes one sends each mail; of one that ended with it another does', async () => {
      const users = await Promise.all(Array.from({ length: 12 }, () => testUser(service)))
      const to = users.map(({ id }) => id)
      const news = { kind: 'webhook.paused', to, by: null } as const
      await service.db.transaction((transaction) => notify(transaction, news))
      await makeDue()
      const others = await Promise.all([1, 2].map(() => openDatabase(service.place.settings, () => {})))
      const workers = [service.db, ...others].map(worker)
      await Promise.all(workers.map((one) => one.sendDue()))
      const addresses = mails.received.map((mail) => mail.to[0]).sort()
      assert.deepEqual(addresses, users.map(({ email }) => email).sort())

      await tell()
      await makeDue()
      mails.answer.mail = { code: 451, message: 'Later' }
      await send()
      mails.answer.mail = undefined
      mails.received.length = 0
      // As one leaves it that was killed while it sent.
      await service.db.transaction((transaction) =>
        transaction.run(setLeased, { until: Date.now() + 60_000 }),
      )
      await send()
      assert.equal(mails.received.length, 0)
      await service.db.transaction((transaction) => transaction.run(setLeased, { until: Date.now() - 1 }))
      await send()
      assert.equal(mails.received.length, 1)
      await Promise.all(workers.map((one) => one.stop()))
      await Promise.all(others.map((db) => db.close()))
    })
  })
}

const clear = statement((db) => db.updateTable('notices').set({ mail_due_at: null }))
const setDue = statement((db) =>
  db.updateTable('notices').set({ mail_due_at: 1 }).where('mail_due_at', 'is not', null),
)
const setDetails = statement((db, { details }: { details: string }) =>
  db.updateTable('notices').set({ details }).where('mail_due_at', 'is not', null),
)
const setMailDue = statement((db) => db.updateTable('mails').set({ due_at: 1 }))
const setTried = statement((db) => db.updateTable('mails').set({ due_at: 1, give_up_at: 2 }))
const setLeased = statement((db, { until }: { until: number }) =>
  db.updateTable('mails').set({ due_at: 1, leased_by: 'another', leased_until: until }),
)
const setOld = statement((db, { userId }: { userId: string }) =>
  db.updateTable('notices').set({ created_at: '2026-01-01T00:00:00.000Z' }).where('user_id', '=', userId),
)
const waitingRows = statement((db) =>
  db.selectFrom('notices').selectAll().where('mail_due_at', 'is not', null),
)
const mailRows = statement((db) => db.selectFrom('mails').selectAll())
const leave = statement((db, { userId }: { userId: string }) =>
  db.deleteFrom('project_members').where('user_id', '=', userId),
)
const disable = statement((db, { id }: { id: string }) =>
  db.updateTable('users').set({ disabled_at: '2026-11-20T08:00:00.000Z' }).where('id', '=', id),
)
