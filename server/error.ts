import type { FieldErrors } from '@dailies/contract/error.ts'

type ErrorCode = 'invalid' | 'unauthorized' | 'not_found' | 'unavailable'

/**
 * The one error that rules throw. `message` is for the user, and goes out as it is; `code` decides the HTTP status
 * (`http/errors.ts`) or the exit of a command.
 */
export class DailiesError extends Error {
  readonly code: ErrorCode
  readonly fieldErrors: FieldErrors | undefined
  readonly formErrors: string[] | undefined

  constructor(
    code: ErrorCode,
    message: string,
    details: { fieldErrors?: FieldErrors; formErrors?: string[] } = {},
  ) {
    super(message)
    this.code = code
    this.fieldErrors = details.fieldErrors
    this.formErrors = details.formErrors
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
