import type { Passkey, PasskeyAttestation } from '@dailies/contract/account.ts'
import { mostPasskeys } from '@dailies/contract/passkey-limits.ts'
import { isoNow } from '../../clock.ts'
import type { Connection, Database, Transaction } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import { invalid, notFound } from '../../error.ts'
import { requireSamePassword } from '../own-password.ts'
import { findAccount, lockUser } from '../queries.ts'
import { noteFactorOfSession } from '../second-factor/queries.ts'
import { requireMaySetUp, type SettingUp, tookAwayFactor } from '../second-factor/required.ts'
import { keepStep, stepOfSession, takeUpStep } from '../steps.ts'
import { type Mails, tellOwner } from '../tell-owner.ts'
import type { FactorRules } from '../who-has-passwords.ts'
import { isFramed } from './is-framed.ts'
import { deletePasskey, insertPasskey, listPasskeys, renamePasskey as renameRow } from './queries.ts'
import type { RelyingParty } from './relying-party.ts'

/** EdDSA, ES256 and RS256, which every authenticator has one of. Node says of others that they are experimental. */
const algorithms = [-8, -7, -257]

const stepOf = (own: Pick<SettingUp, 'sessionId'>) => stepOfSession('add-passkey', own)

export async function passkeysOf(db: Connection, userId: string): Promise<Passkey[]> {
  const rows = await db.all(listPasskeys, { userId })
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt }))
}

/**
 * What the browser is to make: a passkey that is found without typing who one is, and that is only used by who shows to it that it is
 * theirs. WebAuthn, section 7.1. The password was asked for: `hash` is of it. Throws `forbidden` where the session is to show a second factor first.
 */
export async function beginPasskey(
  db: Database,
  party: RelyingParty,
  { hash, ...own }: SettingUp & { hash: string },
) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const { userId } = own
  const account = await db.first(findAccount, { id: userId })
  if (!account) throw notFound('User')
  const there = await db.all(listPasskeys, { userId })
  const options = await generateRegistrationOptions({
    rpName: 'Dailies',
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: account.email,
    userDisplayName: account.name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: there.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: JSON.parse(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await db.transaction(async (transaction) => {
    await requireSamePassword(transaction, { userId, hash })
    await requireMaySetUp(transaction, own)
    await requireRoom(transaction, userId)
    await keepStep(transaction, { ...stepOf(own), userId, proof: options.challenge })
  })
  return options
}

/** Keeps what the browser made. Throws `invalid` where it is not what was asked for, and beyond the limit; `forbidden` as beginning. */
export async function addPasskey(
  db: Database,
  party: RelyingParty,
  { name, response, mails, ...own }: SettingUp & Mails & { name: string; response: PasskeyAttestation },
): Promise<Passkey> {
  const { userId } = own
  const step = await db.transaction((transaction) => takeUpStep(transaction, stepOf(own)))
  const made = step && (await verified(response, party, step.proof))
  if (!made) throw notTaken()
  const id = newId()
  const now = isoNow()
  await db.transaction(async (transaction) => {
    await transaction.first(lockUser, { userId })
    // Another session may have set one up meanwhile.
    await requireMaySetUp(transaction, own)
    await requireRoom(transaction, userId)
    const row = {
      ...{ id, userId, name, now },
      credentialId: made.id,
      publicKey: Buffer.from(made.publicKey).toString('base64url'),
      counter: made.counter,
      transports: JSON.stringify(response.response.transports ?? []),
    }
    // It is somebody's: of authenticators that keep to the standard, none makes the same twice.
    if ((await transaction.run(insertPasskey, row)) === 0) throw notTaken()
    await transaction.run(noteFactorOfSession, own)
    await tellOwner(transaction, { userId, change: 'passkey added', mails })
    transaction.changed({ kind: 'account', userId })
  })
  return { id, name, createdAt: now, lastUsedAt: null }
}

async function verified(response: PasskeyAttestation, { id, origin }: RelyingParty, challenge: string) {
  if (isFramed(response.response.clientDataJSON)) return undefined
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return registrationInfo?.credential
  } catch {
    return undefined
  }
}

/** Throws `not_found`. */
export function renamePasskey(
  db: Database,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<Passkey> {
  return db.transaction(async (transaction) => {
    const passkey = await ownPasskey(transaction, { id, userId })
    await transaction.run(renameRow, { id, userId, name })
    transaction.changed({ kind: 'account', userId })
    return { ...passkey, name }
  })
}

/** From then on it lets nobody in. Returns it as it was. Throws `not_found`, and `invalid` where it is the last of what is required. */
export function removePasskey(
  db: Database,
  { id, userId, mails, rules }: { id: string; userId: string; rules: FactorRules } & Mails,
): Promise<Passkey> {
  return db.transaction(async (transaction) => {
    const passkey = await ownPasskey(transaction, { id, userId })
    await transaction.run(deletePasskey, { id, userId })
    // One that lets nobody in is no loss.
    if (rules.passkeysWork) await tookAwayFactor(transaction, { userId, rules })
    await tellOwner(transaction, { userId, change: 'passkey removed', mails })
    transaction.changed({ kind: 'account', userId })
    return passkey
  })
}

async function ownPasskey(
  transaction: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<Passkey> {
  await transaction.first(lockUser, { userId })
  const found = (await passkeysOf(transaction, userId)).find((passkey) => passkey.id === id)
  if (!found) throw notFound('Passkey')
  return found
}

async function requireRoom(transaction: Transaction, userId: string): Promise<void> {
  if ((await transaction.all(listPasskeys, { userId })).length < mostPasskeys) return
  throw invalid({}, [`There are ${mostPasskeys} passkeys, which is the most: remove one first`])
}

function notTaken() {
  return invalid({}, ['This passkey was not taken: begin once more'])
}
