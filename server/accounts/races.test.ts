import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Database } from '../db/database.ts'
import '../test/cheap-hashing.ts'
import { openSecretBox } from '../secret-box.ts'
import { engines } from '../test/engines.ts'
import { halfSignedIn, secondFactorFor } from '../test/second-factor.ts'
import {
  signIn as newSession,
  type TestService,
  testPassword,
  testService,
  testUser,
} from '../test/service.ts'
import { openAuth } from './auth.ts'
import { changePassword, setPassword } from './change-password.ts'
import { lockUser } from './queries.ts'
import { CodeLimits } from './second-factor/code-limits.ts'
import { finishSignIn } from './second-factor/finish-sign-in.ts'
import { resetSecondFactor } from './second-factor/set-up-second-factor.ts'
import { findSession, listSessionsOfUser } from './session-queries.ts'
import { endSessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { SignInLimits } from './sign-in-limits.ts'

const address = '127.0.0.1'
const now = ''
const rules = {
  passwords: 'everybody',
  oidcName: '',
  secondFactor: 'optional',
  passkeysWork: false,
} as const

for (const engine of engines) {
  describe(`what happens while a password is checked, on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await testService(engine)
    })
    after(() => service.close())

    const limits = new SignInLimits(undefined)
    const codes = new CodeLimits(undefined)
    const sessionsOf = (userId: string) => service.db.all(listSessionsOfUser, { userId, now })

    test('a sign-in that a change of password outran begins no session', async () => {
      const { id, email } = await testUser(service)
      const signInAs = (password: string, meanwhile: () => Promise<unknown>) => {
        const db = interrupted(service.db, meanwhile)
        const auth = openAuth(db, { secret: 'x'.repeat(32), secure: false, onError: () => {} })
        const presented = { cookie: undefined, address, userAgent: undefined }
        return signIn({ db, auth, limits, rules }, { email, password }, presented)
      }

      const outrun = signInAs(testPassword, () => setPassword(service.db, email, 'a new horse'))
      await assert.rejects(outrun, { code: 'unauthorized', message: 'Wrong email or password' })
      assert.deepEqual(await sessionsOf(id), [])

      const { userId } = await signInAs('a new horse', () => setPassword(service.db, email, 'a new horse'))
      assert.equal(userId, id, 'the same password, set once more')
      assert.equal((await sessionsOf(id)).length, 1)
    })

    test('a change of password whose session ended, or that another outran, changes nothing', async () => {
      const user = await testUser(service)
      const { id: userId, email } = user
      await newSession(service, user)
      const [session] = await sessionsOf(userId)
      const change = (newPassword: string, meanwhile: () => Promise<unknown>) =>
        changePassword(
          interrupted(service.db, meanwhile),
          { limits, codes },
          {
            userId,
            sessionId: session!.id,
            address,
            currentPassword: testPassword,
            newPassword,
          },
        )

      const outrun = change('of a thief', () =>
        changePassword(
          service.db,
          { limits, codes },
          {
            userId,
            sessionId: session!.id,
            address,
            currentPassword: testPassword,
            newPassword: 'a new horse',
          },
        ),
      )
      await assert.rejects(outrun, { code: 'invalid' })
      await assert.rejects(newSession(service, user, 'of a thief'), /401/)
      await newSession(service, user, 'a new horse')

      await setPassword(service.db, email, testPassword)
      await newSession(service, user)
      const [other] = await sessionsOf(userId)
      const signedOut = changePassword(
        interrupted(service.db, () => endSessions(service.db, userId)),
        { limits, codes },
        {
          userId,
          sessionId: other!.id,
          address,
          currentPassword: testPassword,
          newPassword: 'of a thief',
        },
      )
      await assert.rejects(signedOut, { code: 'unauthorized' })
      await newSession(service, user)
    })

    test('a change of password locks its user once, before it looks whether the session is there', async () => {
      const user = await testUser(service)
      await newSession(service, user)
      const [session] = await sessionsOf(user.id)
      const asked: string[] = []
      const counting: Database = {
        ...service.db,
        transaction: (work) =>
          service.db.transaction((transaction) =>
            work({
              ...transaction,
              first: (statement, parameters) => {
                const name = new Map<object, string>([
                  [lockUser, 'lock'],
                  [findSession, 'session'],
                ]).get(statement)
                if (name) asked.push(name)
                return transaction.first(statement, parameters)
              },
            }),
          ),
      }
      const own = { userId: user.id, sessionId: session!.id, address }
      const passwords = { currentPassword: testPassword, newPassword: 'a new horse' }
      await changePassword(counting, { limits, codes }, { ...own, ...passwords })
      assert.deepEqual(asked, ['lock', 'session'])
    })

    test('a code that a reset or another phone outran begins no session', async () => {
      const user = await testUser(service)
      const { id: userId } = user
      const auth = openAuth(service.db, { secret: 'x'.repeat(32), secure: false, onError: () => {} })
      const box = openSecretBox({ secretKey: 'x'.repeat(32), dataFolder: '' })
      const owner = await newSession(service, user)
      const enter = async (code: string, meanwhile: () => Promise<unknown>) => {
        const cookie = await halfSignedIn(service, user)
        // The code is taken first.
        const db = interrupted(service.db, meanwhile, { after: 1 })
        const presented = { cookie, address, userAgent: undefined }
        return finishSignIn({ db, auth, box, codes, rules }, code, presented)
      }
      const changed = { code: 'unauthorized', message: /^Something changed while you signed in/ }

      const { recoveryCodes } = await secondFactorFor(owner)
      await enter(recoveryCodes[0]!, async () => {})
      assert.equal((await sessionsOf(userId)).length, 2)
      await assert.rejects(
        enter(recoveryCodes[1]!, () => secondFactorFor(owner)),
        changed,
      )
      assert.equal((await sessionsOf(userId)).length, 1, 'that of the owner')

      const moved = await secondFactorFor(owner)
      const reset = () => resetSecondFactor(service.db, { userId, by: null, mails: false })
      await assert.rejects(enter(moved.recoveryCodes[0]!, reset), changed)
      assert.deepEqual(await sessionsOf(userId), [])
    })
  })
}

/** A database where something happens just before the first thing is written, or once so many were. */
function interrupted(db: Database, meanwhile: () => Promise<unknown>, { after = 0 } = {}): Database {
  let happened: Promise<unknown> | undefined
  let written = 0
  return {
    ...db,
    transaction: async (work) => {
      if (written++ >= after) happened ??= meanwhile()
      await happened
      return db.transaction(work)
    },
  }
}
