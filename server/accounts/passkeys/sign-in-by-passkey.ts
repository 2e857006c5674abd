import type { PasskeyAssertion } from '@dailies/contract/account.ts'
import { isoNow } from '../../clock.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { unauthorized } from '../../error.ts'
import type { Auth, Presented } from '../auth.ts'
import { beginKnownSession } from '../begin-known-session.ts'
import type { BrowserCookie } from '../browser-cookie.ts'
import { findAccount, findPassword, lockUser } from '../queries.ts'
import { newSecret } from '../secret.ts'
import type { SignedIn } from '../sign-in.ts'
import { keepStep, takeUpStep } from '../steps.ts'
import { mayHavePassword, type PasswordRules, wordsWithout } from '../who-has-passwords.ts'
import { isFramed } from './is-framed.ts'
import { findPasskey, findPasskeyOf, usePasskey } from './queries.ts'
import type { RelyingParty } from './relying-party.ts'

interface Parts {
  db: Database
  auth: Auth
  party: RelyingParty
  cookie: BrowserCookie
  rules: PasswordRules
}

const kind = 'passkey'

/**
 * What the browser is to ask for, of whoever has a passkey here: nobody is named, so nothing is told of who has one. WebAuthn,
 * section 7.2. The challenge is for this browser, once and for ten minutes.
 */
export async function beginSignInByPasskey({ db, party, cookie }: Pick<Parts, 'db' | 'party' | 'cookie'>) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({ rpID: party.id, userVerification: 'required' })
  const secret = newSecret()
  await db.transaction((transaction) =>
    keepStep(transaction, { secret, kind, userId: null, proof: options.challenge }),
  )
  return { options, cookies: [cookie.set(secret)] }
}

/**
 * Begins a session of whoever owns the passkey, and has shown to it that they do: a code is not asked for beside it. Throws
 * `unauthorized`, with the same words whatever is wrong with the answer.
 */
export async function signInByPasskey(
  { db, auth, party, cookie, rules }: Parts,
  response: PasskeyAssertion,
  presented: Presented,
): Promise<SignedIn> {
  const secret = cookie.read(presented.cookie)
  if (secret === undefined) throw notTaken()
  // It is used up whatever comes of it.
  const step = await db.transaction((transaction) => takeUpStep(transaction, { secret, kind }))
  const passkey = await db.first(findPasskey, { credentialId: response.id })
  if (!step || !passkey) throw notTaken()
  const { id, userId, counter: before } = passkey
  const counter = await verifiedCounter(response, { passkey, party, challenge: step.proof })
  if (counter === undefined) throw notTaken()
  await db.transaction(async (transaction) => {
    await transaction.first(lockUser, { userId })
    const account = await transaction.first(findAccount, { id: userId })
    if (!account) throw notTaken()
    if (account.disabledAt !== null) throw unauthorized('This account is disabled')
    if (!mayHavePassword(account.role, rules)) throw unauthorized(wordsWithout(rules))
    // Of two who came with the same at once, one is a copy.
    if ((await transaction.run(usePasskey, { id, before, counter, now: isoNow() })) === 0) throw notTaken()
  })
  const holds = async (transaction: Transaction) =>
    (await transaction.first(findPasskeyOf, { id, userId })) !== undefined &&
    (await transaction.first(findPassword, { userId }))?.hash != null
  const { cookies } = await beginKnownSession({ db, auth }, { userId, holds }, presented)
  return { userId, cookies: [...cookies, cookie.end()] }
}

/** The counter of the authenticator, where all is as it should be: WebAuthn, section 7.2, steps 5 to 22. */
async function verifiedCounter(
  response: PasskeyAssertion,
  {
    passkey,
    party,
    challenge,
  }: {
    passkey: { userId: string; publicKey: string; counter: number }
    party: RelyingParty
    challenge: string
  },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle, clientDataJSON } = response.response
  // Who has not typed who they are says so by this.
  if (userHandle !== Buffer.from(passkey.userId).toString('base64url')) return undefined
  if (isFramed(clientDataJSON)) return undefined
  const credential = {
    id: response.id,
    publicKey: Buffer.from(passkey.publicKey, 'base64url'),
    counter: passkey.counter,
  }
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // It throws for whatever does not hold, with what was sent in its words.
    return undefined
  }
}

function notTaken() {
  return unauthorized('This passkey was not taken. Try once more, or sign in with your password.')
}
