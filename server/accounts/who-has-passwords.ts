import type { Role } from '@dailies/contract/account.ts'
import { DailiesError } from '../error.ts'

/** Who signs in by a password, and the name of the provider by which the others do. */
export interface PasswordRules {
  passwords: 'everybody' | 'administrators' | 'nobody'
  oidcName: string
}

/** The same, and what it takes to come in by one. (docs/sign-in.md) */
export interface FactorRules extends PasswordRules {
  secondFactor: 'optional' | 'required'
  /** Whether browsers have passkeys for the address of the installation: else nobody's passkey is of use. */
  passkeysWork: boolean
}

export function mayHavePassword(role: Role, { passwords }: PasswordRules): boolean {
  return passwords === 'everybody' || (passwords === 'administrators' && role === 'administrator')
}

/** Throws `forbidden`, with what is to be done, where somebody of that role signs in by the provider alone. */
export function requirePasswordFor(role: Role, rules: PasswordRules): void {
  if (mayHavePassword(role, rules)) return
  throw new DailiesError('forbidden', wordsWithout(rules))
}

/** The same where nobody has said yet who they are: as long as somebody signs in by a password, they may try. */
export function requirePasswords(rules: PasswordRules): void {
  requirePasswordFor('administrator', rules)
}

/** What is said to whoever signs in by the provider alone. */
export function wordsWithout({ passwords, oidcName }: PasswordRules): string {
  return passwords === 'nobody'
    ? `Nobody signs in by a password here: use ${oidcName}`
    : `Only administrators sign in by a password here: use ${oidcName}`
}
