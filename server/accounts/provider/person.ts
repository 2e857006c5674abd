import { email as emailSchema, userName } from '@dailies/contract/account.ts'

export type Claims = Record<string, unknown>

/** Whom the provider speaks of. */
export interface Person {
  /** By which the provider knows them: of one provider, never given to another. */
  subject: string
  /** Undefined where it says none that could be one. */
  email: string | undefined
  /** Only where the provider says so by the letter: `true`. */
  isVerified: boolean
  name: string | undefined
  /** Undefined where nothing was said of groups. */
  groups: readonly string[] | undefined
  /** There are more groups than the provider says: Entra ID leaves them out then. */
  hasMoreGroups: boolean
}

export function personOf(claims: Claims, groupsClaim: string): Person {
  const email = emailSchema.safeParse(claims.email)
  const name = [claims.name, claims.preferred_username]
    .map((value) => userName.safeParse(typeof value === 'string' ? value.replace(/\p{Cc}/gu, ' ') : value))
    .find(({ success }) => success)
  return {
    subject: String(claims.sub),
    email: email.success ? email.data : undefined,
    isVerified: email.success && claims.email_verified === true,
    name: name?.data,
    groups: groupsOf(claims[groupsClaim]),
    hasMoreGroups: isObject(claims._claim_names) && Object.hasOwn(claims._claim_names, groupsClaim),
  }
}

/** A list of names, or one name. Whatever else is among them is none. */
function groupsOf(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return undefined
  return value.filter((item) => typeof item === 'string')
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
