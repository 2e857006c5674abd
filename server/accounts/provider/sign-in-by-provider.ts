import type { Role } from '@dailies/contract/account.ts'
import { isoNow } from '../../clock.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import { databaseTime } from '../../db/time.ts'
import { type DailiesError, unauthorized } from '../../error.ts'
import type { SecretBox } from '../../secret-box.ts'
import { type Auth, cookiesOf, headersOf, type Presented } from '../auth.ts'
import { addUser } from '../create-user.ts'
import { lockInstallation } from '../installation-queries.ts'
import { findAccount, findAnyUser, findUserByEmail, lockUser } from '../queries.ts'
import { deleteSessionByToken, deleteSessionsBeyond } from '../session-queries.ts'
import { mostSessions, type SignedIn } from '../sign-in.ts'
import { goesByGroups, isIn, mayComeIn } from './admission.ts'
import { applyGroups } from './apply-groups.ts'
import type { Person } from './person.ts'
import type { Provider, Told } from './provider.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { findLinked, findSessionByToken, insertLink, insertProviderSession, listWaysIn } from './queries.ts'
import { timesOf } from './times.ts'

interface Parts {
  db: Database
  auth: Auth
  provider: Provider
  settings: ProviderSettings
  box: SecretBox
}

/**
 * Begins a session of whom the provider has sent back, whose account is found, linked or made. Throws `unauthorized`, with what is
 * to be done; of whether there is an account with an address it tells nobody who has not shown that the address is theirs.
 */
export async function signInByProvider(parts: Parts, told: Told, presented: Presented): Promise<SignedIn> {
  const { db, auth, provider, settings } = parts
  const { person } = told
  requireAdmitted(person, provider, settings)
  const account = await db.transaction(async (transaction) => {
    await transaction.first(lockInstallation, {})
    const found = await accountFor(transaction, person, { provider, settings })
    await transaction.first(lockUser, { userId: found.userId })
    const { userId: id, role } = found
    await applyGroups(transaction, { id, role }, person, settings)
    return found
  })
  const api = await auth.api()
  const { response, headers } = await api.beginKnownSession({
    body: { userId: account.userId },
    headers: headersOf(presented),
    returnHeaders: true,
  })
  if (!(await keepSession(parts, { ...account, token: response.token, told })))
    throw unauthorized('This account is disabled. Ask an administrator to enable it.')
  return { userId: account.userId, cookies: cookiesOf(auth, headers) }
}

/** Whoever the provider knows may not be meant to come in here. */
function requireAdmitted(person: Person, { name }: Provider, settings: ProviderSettings): void {
  if (person.groups === undefined && person.hasMoreGroups && goesByGroups(settings))
    throw unauthorized(
      `${name} does not say in which groups you are, for there are too many. Ask whoever runs it to pass on only the groups of this application.`,
    )
  if (!mayComeIn(person, settings))
    throw unauthorized(
      `${name} knows you, but you are not among those who may sign in here. Ask an administrator.`,
    )
}

interface Found {
  accountId: string
  userId: string
  role: Role
}

/** The installation is locked: nobody else makes or links an account meanwhile. */
async function accountFor(
  transaction: Transaction,
  person: Person,
  { provider, settings }: { provider: Provider; settings: ProviderSettings },
): Promise<Found> {
  const { accountsOf: of } = provider
  const linked = await transaction.first(findLinked, { of, subject: person.subject })
  if (linked) {
    if (linked.disabledAt !== null)
      throw unauthorized('This account is disabled. Ask an administrator to enable it.')
    return { accountId: linked.accountId, userId: linked.id, role: linked.role as Role }
  }
  // Whoever names an address that is not known to be theirs is told the same, whosever it is.
  const isTheirs = person.isVerified && person.email !== undefined
  const holder =
    person.email === undefined ? undefined : await transaction.first(findUserByEmail, { email: person.email })
  if (holder) {
    if (!isTheirs || !(await mayLink(transaction, holder.id, person, { of, settings })))
      throw noAccount(provider)
    return link(transaction, holder.id, person, of)
  }
  return signUp(transaction, person, { provider, settings })
}

/** An administrator's account is more than an address is worth: only who is one by the provider's groups gets to it. */
async function mayLink(
  transaction: Transaction,
  userId: string,
  person: Person,
  { of, settings }: { of: string; settings: ProviderSettings },
): Promise<boolean> {
  const account = await transaction.first(findAccount, { id: userId })
  if (!settings.oidcLink || !account || account.disabledAt !== null) return false
  if (account.role === 'administrator' && !isIn(person, settings.oidcAdministrators)) return false
  // It belongs to somebody else there, who had the address before.
  return !(await transaction.all(listWaysIn, { userId })).some((way) => way.provider === of)
}

async function signUp(
  transaction: Transaction,
  person: Person,
  { provider, settings }: { provider: Provider; settings: ProviderSettings },
): Promise<Found> {
  const { oidcSignUp: signUp, oidcAdministrators: administrators } = settings
  const isAdministrator = isIn(person, administrators)
  const isSetUp = (await transaction.first(findAnyUser, {})) !== undefined
  if (signUp === 'off' || person.email === undefined || (!isSetUp && !isAdministrator))
    throw noAccount(provider)
  if (signUp === 'verified' && !person.isVerified) throw noAccount(provider)
  const role = isAdministrator ? 'administrator' : 'member'
  const name = person.name ?? person.email.split('@')[0]!
  const userId = await addUser(transaction, { email: person.email, name, role })
  return link(transaction, userId, person, provider.accountsOf)
}

async function link(
  transaction: Transaction,
  userId: string,
  { subject }: Person,
  of: string,
): Promise<Found> {
  const id = newId()
  await transaction.run(insertLink, { id, userId, of, subject, now: isoNow() })
  const account = await transaction.first(findAccount, { id: userId })
  transaction.changed({ kind: 'account', userId })
  return { accountId: id, userId, role: account!.role as Role }
}

function noAccount({ name }: Provider): DailiesError {
  return unauthorized(
    `${name} knows you, but there is no account here that it may open for you. Ask an administrator to let you in; if you have an account with a password, sign in with that.`,
  )
}

/** Whether the session may stay: the user may have been disabled or removed since. Else it ends. */
function keepSession(
  { db, provider, box }: Parts,
  { accountId, userId, token, told }: Found & { token: string; told: Told },
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await transaction.first(lockUser, { userId })
    const account = await transaction.first(findAccount, { id: userId })
    const linked = await transaction.first(findLinked, {
      of: provider.accountsOf,
      subject: told.person.subject,
    })
    const session = await transaction.first(findSessionByToken, { token })
    if (!session || !account || account.disabledAt !== null || linked?.accountId !== accountId) {
      await transaction.run(deleteSessionByToken, { token })
      return false
    }
    const { refreshToken, idToken } = told
    await transaction.run(insertProviderSession, {
      sessionId: session.id,
      accountId,
      refreshToken: refreshToken === undefined ? null : box.seal(refreshToken, session.id),
      idToken: idToken === undefined ? null : box.seal(idToken, session.id),
      ...timesOf(await databaseTime(transaction), { asksAgain: refreshToken !== undefined }),
    })
    await transaction.run(deleteSessionsBeyond, { userId, most: mostSessions })
    transaction.changed({ kind: 'account', userId })
    return true
  })
}
