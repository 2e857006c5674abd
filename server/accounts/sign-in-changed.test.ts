import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { statement } from '../db/statement.ts'
import { TestAuthenticator } from '../test/authenticator.ts'
import '../test/cheap-hashing.ts'
import { engines } from '../test/engines.ts'
import { until } from '../test/listening.ts'
import { type MailServer, startMailServer } from '../test/mail-server.ts'
import { secondFactorFor } from '../test/second-factor.ts'
import {
  type SessionTestCaller,
  signIn,
  type TestService,
  testPassword,
  testService,
  testUser,
} from '../test/service.ts'
import { tellOwner } from './tell-owner.ts'

const origin = 'https://dailies.example'
const { path: list } = endpoints.listPasskeys
const currentPassword = testPassword
const listMails = statement((db) => db.selectFrom('mails').selectAll())

async function addPasskey(session: SessionTestCaller) {
  const begun = await session.send('POST', endpoints.beginPasskey.path, { currentPassword })
  const response = new TestAuthenticator(origin).create(begun.body.data)
  const { status, body } = await session.send('POST', endpoints.createPasskey.path, { name: 'Key', response })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.id
}

for (const engine of engines) {
  describe(`whoever owns an account, on ${engine}`, () => {
    let mails: MailServer
    let service: TestService

    before(async () => {
      mails = await startMailServer()
      service = await testService(engine, {
        DAILIES_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
        DAILIES_MAIL_FROM: 'dailies@studio.example',
        DAILIES_PUBLIC_URL: origin,
      })
    })
    after(async () => {
      await service.close()
      await mails.close()
    })

    test('is told by mail of each change of how they sign in, whoever made it, and of none that changed nothing', async () => {
      const user = await testUser(service)
      const session = await signIn(service, user)
      const told = () =>
        mails.received
          .filter(({ to }) => to.includes(user.email))
          .map(({ headers }) => headers.get('subject')?.replace('Your account in Dailies: ', ''))
      const expected: string[] = []
      const isTold = async (what: string) => {
        expected.push(what)
        await until(what, () => told().length === expected.length)
        assert.deepEqual(told(), expected)
      }

      const { updateAccount } = endpoints
      const name = 'Ada. Sign in at https://no-studio.example'
      assert.equal((await session.send(updateAccount.method, updateAccount.path, { name })).status, 200)
      const id = await addPasskey(session)
      await isTold('a passkey was added')
      const { text } = mails.received[0]!
      assert.ok(text.includes(`account of ${user.email} was changed: a passkey was added.`), text)
      assert.ok(!text.includes('no-studio'), text)
      assert.match(text, /https:\/\/dailies\.example\/account\s/)
      assert.equal((await session.send('PATCH', `${list}/${id}`, { name: 'Other' })).status, 200)
      assert.equal((await session.send('DELETE', `${list}/${id}`, undefined)).status, 200)
      await isTold('a passkey was removed')
      assert.equal((await session.send('DELETE', `${list}/${id}`, undefined)).status, 404)
      await secondFactorFor(session)
      await isTold('an app for codes was set up')
      const renew = endpoints.renewRecoveryCodes
      assert.equal((await session.send(renew.method, renew.path, { currentPassword })).status, 201)
      await isTold('recovery codes were made anew')
      const { method, path } = endpoints.turnOffSecondFactor
      assert.equal((await session.send(method, path, { currentPassword: 'wrong' })).status, 400)
      // The second time there is nothing to turn off.
      for (const _ of [1, 2])
        assert.equal((await session.send(method, path, { currentPassword })).status, 200)
      await isTold('codes beside the password were turned off')
      const head = await signIn(service, await testUser(service, { role: 'administrator' }))
      const reset = endpoints.resetSecondFactor
      const resetIt = async () =>
        assert.equal(
          (await head.send(reset.method, reset.path.replace('{id}', user.id), undefined)).status,
          200,
        )
      await addPasskey(session)
      await isTold('a passkey was added')
      for (const _ of [1, 2]) await resetIt()
      await isTold('second factor and passkeys were reset by an administrator')
      await secondFactorFor(await signIn(service, user))
      await isTold('an app for codes was set up')
      await resetIt()
      await isTold('second factor and passkeys were reset by an administrator')
    })

    test('is told of each of two that wait, though it is the same', async () => {
      const user = await testUser(service)
      const session = await signIn(service, user)
      mails.answer.mail = { code: 451, message: 'Later' }
      await addPasskey(session)
      await addPasskey(session)
      const waiting = async () =>
        (await service.db.all(listMails, {})).filter(({ account_id }) => account_id === user.id)
      await until('both are tried', async () => (await waiting()).every(({ attempts }) => attempts === 1))
      assert.equal((await waiting()).length, 2)
      mails.answer.mail = undefined
    })

    test('is told of fifty that wait, and not of what comes after these', async () => {
      const user = await testUser(service)
      mails.answer.mail = { code: 451, message: 'Later' }
      await service.db.transaction(async (transaction) => {
        for (let count = 0; count < 60; count += 1)
          await tellOwner(transaction, { userId: user.id, change: 'passkey added', mails: true })
      })
      const all = await service.db.all(listMails, {})
      assert.equal(all.filter(({ account_id }) => account_id === user.id).length, 50)
      mails.answer.mail = undefined
    })

    test('is told nothing where no mail is sent', async () => {
      await using stopping = new AsyncDisposableStack()
      const mute = await testService(engine, { DAILIES_PUBLIC_URL: origin })
      stopping.defer(() => mute.close())
      const user = await testUser(mute)
      await addPasskey(await signIn(mute, user))
      assert.deepEqual(await mute.db.all(listMails, {}), [])
    })
  })
}
