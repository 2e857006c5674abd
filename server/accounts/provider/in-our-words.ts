import { ProviderAway } from './bounded-fetch.ts'

/** What the provider answered does not hold. `message` is for the log: it has nothing of the answer but names of errors. */
export class NotTrusted extends Error {}

/** The provider itself says that it lets somebody in no more, or not at all: by which error. */
export class Refused extends Error {}

/** It refuses, and gives no reason: of somebody who is gone glewlwyd says no more, and a gateway in front of any provider may say it to everybody. */
export class RefusedUnsaid extends Error {}

/** Errors of the token endpoint by which it says that it lets somebody in no more. RFC 6749, section 5.2. */
const refusals = [
  'invalid_grant',
  'access_denied',
  'interaction_required',
  'login_required',
  'consent_required',
]

/** Nothing of an answer goes further than this: not its words, and not its tokens. */
export async function inOurWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw ourWordsFor(error)
  }
}

function ourWordsFor(error: unknown): Error {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof ProviderAway || at instanceof NotTrusted) return at
    if (at instanceof Refused || at instanceof RefusedUnsaid) return at
  }
  const {
    name,
    code,
    error: said,
    message,
  } = error as { name?: string; code?: string; error?: unknown; message?: string }
  const word = typeof said === 'string' && /^[a-z_]{1,60}$/.test(said) ? said : 'unknown'
  if (name === 'AuthorizationResponseError') return new Refused(word)
  if (name === 'ResponseBodyError') {
    // A wrong secret is a fault of the settings, and says nothing of the person.
    return refusals.includes(word) ? new Refused(word) : new ProviderAway(`refused the request: ${word}`)
  }
  if (name === 'WWWAuthenticateChallengeError') return new NotTrusted('it refused its own access token')
  // Those of the library say what is wrong in its own words; others, such as that of a header that cannot be, have the token in them.
  if (name === 'ClientError') return new NotTrusted(`${code ?? name}: ${(message ?? '').slice(0, 200)}`)
  return new NotTrusted(code ?? name ?? 'unknown')
}

/** Whether it says that the answer was of somebody else. */
export function isOfOther(error: unknown): boolean {
  return (error as { code?: string }).code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
}

/** A page, and all else that has a type, is of something between. */
export function isUnsaidRefusal(error: unknown): boolean {
  const { cause } = error as { cause?: unknown }
  return cause instanceof Response && cause.status === 400 && !cause.headers.has('content-type')
}
