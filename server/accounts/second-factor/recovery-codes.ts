import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../db/database.ts'
import { hashSecret } from '../secret.ts'
import { deleteRecoveryCodes, insertRecoveryCode, takeRecoveryCode } from './queries.ts'
import { base32 } from './totp.ts'

const codes = 10
/** 80 random bits each: nobody finds one by trying, nor from its hash. */
const bytes = 10

/** Makes a user's codes, in place of those before. They are shown once: only hashes of them are kept. */
export async function makeRecoveryCodes(transaction: Transaction, userId: string): Promise<string[]> {
  await transaction.run(deleteRecoveryCodes, { userId })
  const made = Array.from({ length: codes }, () => base32(randomBytes(bytes)))
  for (const code of made) await transaction.run(insertRecoveryCode, { userId, hash: hashSecret(code) })
  return made.map(inGroups)
}

/** Whether it is one that was not used yet; it is then. */
export async function useRecoveryCode(
  transaction: Transaction,
  userId: string,
  code: string,
): Promise<boolean> {
  const hash = hashSecret(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
  return (await transaction.run(takeRecoveryCode, { userId, hash })) > 0
}

function inGroups(code: string): string {
  return code.match(/.{4}/g)!.join('-')
}
