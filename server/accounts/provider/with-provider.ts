import type { Account } from '@dailies/contract/account.ts'
import type { Connection } from '../../db/database.ts'
import { mayHavePassword, type PasswordRules } from '../who-has-passwords.ts'
import type { Provider } from './provider.ts'
import { listWaysIn } from './queries.ts'

/** An account, and how its user signs in: said only where the installation has an identity provider. A password that counts for nothing is no way. */
export async function withProvider(
  db: Connection,
  account: Account,
  { provider, rules }: { provider: Provider | undefined; rules: PasswordRules },
): Promise<Account> {
  if (!provider) return account
  const ways = new Set((await db.all(listWaysIn, { userId: account.id })).map((way) => way.provider))
  return {
    ...account,
    signsIn: {
      password: ways.has('credential') && mayHavePassword(account.role, rules),
      provider: ways.has(provider.accountsOf),
    },
  }
}
