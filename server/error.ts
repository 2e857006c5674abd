import type { FieldErrors } from '@dailies/contract/error.ts'

type ErrorCode = 'invalid' | 'unauthorized' | 'not_found' | 'too_many_requests' | 'unavailable'

/**
 * The one error that rules throw. `message` is for the user, and goes out as it is; `code` decides the HTTP status
 * (`http/errors.ts`) or the exit of a command.
 */
export class DailiesError extends Error {
  readonly code: ErrorCode
  readonly fieldErrors: FieldErrors | undefined
  readonly formErrors: string[] | undefined
  /** Seconds after which it is worth another try. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    details: { fieldErrors?: FieldErrors; formErrors?: string[]; retryAfter?: number } = {},
  ) {
    super(message)
    this.code = code
    this.fieldErrors = details.fieldErrors
    this.formErrors = details.formErrors
    this.retryAfter = details.retryAfter
  }
}

/** What a rule of one or more fields says when it is broken. Specification: "Errors". */
export function invalid(fieldErrors: FieldErrors, formErrors: string[] = []): DailiesError {
  return new DailiesError('invalid', 'Invalid payload', { fieldErrors, formErrors })
}

/** `thing` is missing, or is somebody else's: the answer is the same. */
export function notFound(thing: string): DailiesError {
  return new DailiesError('not_found', `${thing} not found`)
}

/** Asked too often: refused until `retryAfterSeconds` have passed, which the header `Retry-After` says. */
export function tooManyRequests(message: string, retryAfterSeconds: number): DailiesError {
  return new DailiesError('too_many_requests', message, { retryAfter: retryAfterSeconds })
}
