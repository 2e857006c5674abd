/**
 * Imported by tests that hash often and are not about the hash. In their process, and so in the services they start in it,
 * scrypt takes next to no time; the format stays. `password.test.ts` holds what it takes for users.
 */
import crypto, { scryptSync } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { ofTestUsers, testPassword } from './service.ts'

const { scrypt } = crypto
const cheap = { N: 2, r: 1 }

export const hashing = {
  /** How often something was hashed in this process. */
  count: 0,
  /** Nothing is hashed before. */
  from: Promise.resolve(),
}

crypto.scrypt = new Proxy(scrypt, {
  apply: async (_, __, [password, salt, length, options, done]) => {
    hashing.count += 1
    await hashing.from
    scrypt(password, salt, length, { ...options, ...cheap }, done)
  },
})
syncBuiltinESMExports()

const salt = '0'.repeat(32)
ofTestUsers.passwordHash = `${salt}:${scryptSync(testPassword, salt, 64, cheap).toString('hex')}`
