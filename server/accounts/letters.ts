import type { Database } from '../db/database.ts'
import type { SignInChange } from '../db/tables.ts'
import { databaseTime } from '../db/time.ts'
import { mailedSecret } from '../mail/mailed-link.ts'
import type { LeasedMail } from '../mail/queries.ts'
import type { Composed } from '../mail/worker.ts'
import { passwordLinkMilliseconds } from './forgotten-password.ts'
import { findInvitation } from './invitation-queries.ts'
import { withProjects } from './invited-projects.ts'
import { findAccount, findUserWithPassword } from './queries.ts'
import type { FactorRules } from './who-has-passwords.ts'

type Address = (path: string) => string

/** To whoever is invited, at the address that the invitation is for. */
export async function composeInvitation(
  db: Database,
  mail: LeasedMail,
  address: Address,
): Promise<Composed | undefined> {
  const now = new Date(await databaseTime(db)).toISOString()
  const row = await db.first(findInvitation, { id: mail.invitationId!, now })
  if (!row || row.email === null) return undefined
  const [invitation] = await withProjects(db, [row])
  const by = (await db.first(findAccount, { id: row.createdBy }))?.name ?? 'Somebody'
  const { id: invitationId, expiresAt } = row
  const secret = await db.transaction((transaction) => mailedSecret(transaction, { invitationId, expiresAt }))
  const films = invitation!.projects.map(({ name }) => ({ text: name }))
  return {
    to: row.email,
    id: `${mail.id}.${mail.attempts}`,
    letter: {
      subject: `${by} invites you to Dailies`,
      paragraphs: [
        `${by} invites you to work together in Dailies, where a team keeps, compares and approves its takes.`,
        ...(films.length > 0 ? ['You are to be a member of:', { list: films }] : []),
        { link: address(`/invitation#${secret}`), label: 'Accept the invitation' },
        `The link works once, until ${expiresAt.slice(0, 10)}. Whoever has it can use it: keep it to yourself.`,
      ],
    },
  }
}

/** To whoever has an account of that address, and can come in: to nobody else. Passkeys stay where a second factor is required. */
export async function composePassword(
  db: Database,
  mail: LeasedMail,
  { address, secondFactor }: { address: Address; secondFactor: FactorRules['secondFactor'] },
): Promise<Composed | undefined> {
  const user = await db.first(findUserWithPassword, { email: mail.address! })
  if (!user) return undefined
  const expiresAt = new Date((await databaseTime(db)) + passwordLinkMilliseconds).toISOString()
  const secret = await db.transaction((transaction) =>
    mailedSecret(transaction, { userId: user.id, expiresAt }),
  )
  return {
    to: user.email,
    id: `${mail.id}.${mail.attempts}`,
    letter: {
      subject: 'A new password for Dailies',
      paragraphs: [
        `Somebody, probably you, asked for a new password for the account of ${user.name}.`,
        { link: address(`/new-password#${secret}`), label: 'Choose a new password' },
        secondFactor === 'required'
          ? 'The link works once, for an hour. It ends all sessions of the account; the second factor stays.'
          : 'The link works once, for an hour. It ends all sessions of the account, and removes its passkeys.',
        'If it was not you, do nothing: the password stays as it is.',
      ],
    },
  }
}

const signInChanges: Record<SignInChange, string> = {
  'passkey added': 'a passkey was added',
  'passkey removed': 'a passkey was removed',
  'second factor set up': 'an app for codes was set up',
  'recovery codes renewed': 'recovery codes were made anew',
  'second factor turned off': 'codes beside the password were turned off',
  'second factor reset': 'second factor and passkeys were reset by an administrator',
}

/** To whoever owns the account, whoever it was: so without the name, which whoever it was may have written. */
export async function composeSignInChange(
  db: Database,
  mail: LeasedMail,
  address: Address,
): Promise<Composed | undefined> {
  const account = await db.first(findAccount, { id: mail.accountId! })
  if (!account) return undefined
  const changed = signInChanges[mail.change!]
  return {
    to: account.email,
    letter: {
      subject: `Your account in Dailies: ${changed}`,
      paragraphs: [
        `How one signs in to the account of ${account.email} was changed: ${changed}.`,
        'If it was you, or you asked for it, there is nothing to do.',
        'If not, set another password at once, which ends all other sessions, and remove what you do not know. If you cannot sign in any more, tell an administrator.',
        { link: address('/account'), label: 'Look at your account' },
      ],
    },
  }
}
