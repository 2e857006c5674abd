import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { statement } from '../db/statement.ts'
import '../test/cheap-hashing.ts'
import { engines } from '../test/engines.ts'
import { until } from '../test/listening.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../test/mail-server.ts'
import {
  type AnyCaller,
  openCaller,
  signIn,
  type TestService,
  type TestUser,
  testService,
  testUser,
} from '../test/service.ts'
import { disableUser } from './update-user.ts'

const missing = [404, { error: 'Link not found' }]

for (const engine of engines) {
  describe(`passwords that were forgotten, and invitations, by mail on ${engine}`, () => {
    let mails: MailServer
    let service: TestService
    let anybody: AnyCaller

    before(async () => {
      mails = await startMailServer()
      service = await testService(engine, {
        DAILIES_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
        DAILIES_MAIL_FROM: 'dailies@studio.example',
        DAILIES_PUBLIC_URL: 'http://dailies.example',
        DAILIES_TRUST_PROXY: '127.0.0.1',
      })
      anybody = openCaller(service.address)
    })
    after(async () => {
      await service.close()
      await mails.close()
    })

    let addresses = 0
    /** Each from an address of its own, unless it is said from where. */
    const ask = (email: string, from?: string) => {
      addresses += 1
      const headers = { 'x-forwarded-for': from ?? `10.1.0.${addresses}` }
      return anybody.send('POST', endpoints.forgotPassword.path, { email }, headers)
    }
    const check = (secret: string) => anybody.send('POST', endpoints.checkPasswordLink.path, { secret })
    const set = (secret: string, newPassword: string) =>
      anybody.send('POST', endpoints.setForgottenPassword.path, { secret, newPassword })
    const mailsTo = (email: string) => mails.received.filter(({ to }) => to.includes(email))
    async function mailTo(email: string, number = 1): Promise<ReceivedMail> {
      await until('a mail', () => mailsTo(email).length >= number)
      return mailsTo(email)[number - 1]!
    }
    const secretIn = ({ text }: ReceivedMail) => /#([\w-]{43})/.exec(text)?.[1] ?? ''
    async function linkFor(user: TestUser): Promise<string> {
      const before = mailsTo(user.email).length
      assert.equal((await ask(user.email)).status, 200)
      return secretIn(await mailTo(user.email, before + 1))
    }

    test('a link comes by mail, holds once and for an hour, and ends all sessions', async () => {
      const user = await testUser(service)
      const session = await signIn(service, user)
      const { status, body } = await ask(` ${user.email.toUpperCase()}`)
      assert.deepEqual([status, body.data], [200, { validMinutes: 60 }])
      const mail = await mailTo(user.email)
      assert.match(mail.text, /http:\/\/dailies\.example\/new-password#[\w-]{43}/)
      const secret = secretIn(mail)
      const { data } = (await check(secret)).body
      assert.equal(data.email, user.email)
      const minutes = (Date.parse(data.expiresAt) - Date.now()) / 60_000
      assert.ok(minutes > 58 && minutes <= 60, `${minutes}`)

      const short = await set(secret, '1234567')
      assert.deepEqual(Object.keys(short.body.details.fieldErrors), ['newPassword'])
      const done = await set(secret, 'a brand new horse')
      assert.deepEqual([done.status, done.body.data], [200, { ended: 1 }])
      assert.equal((await session.get(endpoints.readAccount.path)).status, 401)
      await assert.rejects(signIn(service, user), /401/)
      await signIn(service, user, 'a brand new horse')
      for (const again of [await check(secret), await set(secret, 'another new horse')]) {
        assert.deepEqual([again.status, again.body], missing)
      }
    })

    test('of whom there is no account, or a disabled one, is answered the same, and nothing is mailed', async () => {
      const disabled = await testUser(service)
      await disableUser(service.db, disabled.email, true)
      const known = await testUser(service)
      const answers = [await ask('nobody@studio.example'), await ask(disabled.email), await ask(known.email)]
      const [first] = answers
      for (const { status, body } of answers) assert.deepEqual([status, body], [200, first!.body])
      await mailTo(known.email)
      await until('all is sent', async () => (await service.db.all(mailRows, {})).length === 0)
      assert.equal(mailsTo('nobody@studio.example').length + mailsTo(disabled.email).length, 0)
    })

    test('what the database holds gives no link away', async () => {
      const user = await testUser(service)
      const secret = await linkFor(user)
      const rows = JSON.stringify([await service.db.all(linkRows, {}), await service.db.all(mailRows, {})])
      assert.ok(!rows.includes(secret))
    })

    test('a link ends with its hour, with another change of the password, and when the user is disabled', async () => {
      const user = await testUser(service)
      const late = await linkFor(user)
      const past = new Date(Date.now() - 1).toISOString()
      await service.db.transaction((transaction) => transaction.run(setExpiry, { userId: user.id, past }))
      assert.deepEqual([(await check(late)).status, (await set(late, 'a new horse')).status], [404, 404])

      const other = await linkFor(user)
      const session = await signIn(service, user)
      const change = { currentPassword: 'correct horse', newPassword: 'my own horse' }
      assert.equal((await session.send('POST', endpoints.changePassword.path, change)).status, 200)
      assert.equal((await set(other, 'a new horse')).status, 404)

      const last = await linkFor(user)
      await disableUser(service.db, user.email, true)
      assert.equal((await set(last, 'a new horse')).status, 404)
      await disableUser(service.db, user.email, false)
      assert.equal((await set(last, 'a new horse')).status, 404, 'nor when that is over')
    })

    test('of many who use a link at once one does', async () => {
      const user = await testUser(service)
      const secret = await linkFor(user)
      const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => set(secret, `a new horse ${n}`)))
      const statuses = answers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [200, 404, 404, 404, 404])
    })

    test('for one user three are mailed in an hour, and nobody is told; from one address twenty may be asked for', async () => {
      const user = await testUser(service)
      for (let count = 1; count <= 3; count += 1) {
        await ask(user.email)
        await mailTo(user.email, count)
        await until('all is sent', async () => (await service.db.all(mailRows, {})).length === 0)
      }
      assert.equal((await ask(user.email)).status, 200)
      assert.deepEqual(await service.db.all(mailRows, {}), [])
      const statuses: number[] = []
      for (let count = 0; count < 21; count += 1) {
        statuses.push((await ask(`nobody${count}@studio.example`, '10.9.9.9')).status)
      }
      assert.deepEqual(statuses, [...Array(20).fill(200), 429])
      assert.equal(mailsTo(user.email).length, 3)
    })

    test('who tried wrong passwords until they had to wait is let in with the new one', async () => {
      const user = await testUser(service)
      const secret = await linkFor(user)
      for (let count = 0; count < 11; count += 1) await signIn(service, user, 'wrong').catch(() => {})
      await assert.rejects(signIn(service, user, 'wrong'), /429/)
      assert.equal((await set(secret, 'a new horse')).status, 200)
      await signIn(service, user, 'a new horse')
    })

    test('an invitation for an address is mailed to it, and its link does what the one that is shown does', async () => {
      const administrator = await testUser(service, { role: 'administrator' })
      const session = await signIn(service, administrator)
      const email = `guest${process.pid}@studio.example`
      const { body } = await session.send('POST', endpoints.createInvitation.path, { email })
      assert.equal(body.data.mailed, true)
      const mail = await mailTo(email)
      assert.match(mail.headers.get('subject') ?? '', /invites you to Dailies/)
      assert.match(mail.text, /http:\/\/dailies\.example\/invitation#[\w-]{43}/)
      const [shown, mailed] = [body.data.link.split('#')[1], secretIn(mail)]
      assert.notEqual(shown, mailed)
      const checked = (secret: string) => anybody.send('POST', endpoints.checkInvitation.path, { secret })
      assert.deepEqual((await checked(mailed)).body.data, (await checked(shown)).body.data)
      const guest = { secret: mailed, email, name: 'Guest', password: 'correct horse' }
      const accepted = await anybody.send('POST', endpoints.acceptInvitation.path, guest)
      assert.equal(accepted.status, 201)
      for (const secret of [shown, mailed]) assert.equal((await checked(secret)).status, 404)
    })

    test('one for anybody is not mailed, and a link to a password opens no invitation, nor the other way', async () => {
      const administrator = await testUser(service, { role: 'administrator' })
      const session = await signIn(service, administrator)
      const { body } = await session.send('POST', endpoints.createInvitation.path, {})
      assert.equal(body.data.mailed, false)
      const secret = await linkFor(administrator)
      const asInvitation = await anybody.send('POST', endpoints.checkInvitation.path, { secret })
      assert.equal(asInvitation.status, 404)
      assert.equal((await check(body.data.link.split('#')[1])).status, 404)
    })

    test('one that is revoked while its mail waits is not sent', async () => {
      const administrator = await testUser(service, { role: 'administrator' })
      const session = await signIn(service, administrator)
      const email = `revoked${process.pid}@studio.example`
      mails.answer.recipient = { code: 450, message: 'Later' }
      const { id } = (await session.send('POST', endpoints.createInvitation.path, { email })).body.data
      await until('it is refused', async () =>
        (await service.db.all(mailRows, {})).some(({ attempts }) => attempts === 1),
      )
      mails.answer.recipient = undefined
      await session.send('DELETE', `${endpoints.createInvitation.path}/${id}`, undefined)
      assert.deepEqual(await service.db.all(mailRows, {}), [])
      assert.equal(mailsTo(email).length, 0)
    })
  })

  test(`without a mail server nothing can be asked for on ${engine}, and the state says so`, async () => {
    const service = await testService(engine)
    const anybody = openCaller(service.address)
    assert.equal((await anybody.get(endpoints.readInstallation.path)).body.data.mail, false)
    const { status } = await anybody.send('POST', endpoints.forgotPassword.path, { email: 'a@b.example' })
    assert.equal(status, 404)
    await service.close()
  })
}

const mailRows = statement((db) => db.selectFrom('mails').selectAll())

const linkRows = statement((db) => db.selectFrom('mailed_links').selectAll())

const setExpiry = statement((db, { userId, past }: { userId: string; past: string }) =>
  db.updateTable('mailed_links').set({ expires_at: past }).where('user_id', '=', userId),
)
