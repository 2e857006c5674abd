import type { Clash, ErrorBody, FieldErrors } from '@dailies/contract/error.ts'

type ErrorCode =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'clash'
  | 'too_large'
  | 'no_room'
  | 'no_such_range'
  | 'too_many_requests'
  | 'unavailable'

/**
 * The one error that rules throw. `message` is for the user, and goes out as it is; `code` decides the HTTP status or
 * the exit of a command.
 */
export class DailiesError extends Error {
  readonly code: ErrorCode
  readonly fieldErrors: FieldErrors | undefined
  readonly formErrors: string[] | undefined
  readonly clashes: Record<string, Clash> | undefined
  /** Seconds after which it is worth another try. */
  readonly retryAfter: number | undefined
  /** Further headers for the answer. */
  readonly headers: Record<string, string> | undefined

  constructor(
    code: ErrorCode,
    message: string,
    details: {
      fieldErrors?: FieldErrors
      formErrors?: string[]
      clashes?: Record<string, Clash>
      retryAfter?: number
      headers?: Record<string, string> | undefined
    } = {},
  ) {
    super(message)
    this.code = code
    this.fieldErrors = details.fieldErrors
    this.formErrors = details.formErrors
    this.clashes = details.clashes
    this.retryAfter = details.retryAfter
    this.headers = details.headers
  }
}

/** What a rule of one or more fields says when it is broken. docs/interface.md, "Errors". */
export function invalid(fieldErrors: FieldErrors, formErrors: string[] = []): DailiesError {
  return new DailiesError('invalid', 'Invalid payload', { fieldErrors, formErrors })
}

/** `thing` is missing, or is somebody else's: the answer is the same. */
export function notFound(thing: string): DailiesError {
  return new DailiesError('not_found', `${thing} not found`)
}

/** Somebody else changed these fields since they were read. docs/interface.md, "Clashing edits" */
export function clash(clashes: Record<string, Clash>): DailiesError {
  const message =
    'Somebody changed it meanwhile. Look at what it is now, and send that as `was` to change it still'
  const fieldErrors = Object.fromEntries(
    Object.entries(clashes).map(([field, { changedBy }]) => [
      field,
      [`Changed meanwhile by ${changedBy?.name ?? 'somebody else'}`],
    ]),
  )
  return new DailiesError('clash', message, { fieldErrors, clashes })
}

/** Whoever asks is known, and may not. docs/interface.md, "Permissions". */
export function forbidden(): DailiesError {
  return new DailiesError('forbidden', 'Insufficient permissions')
}

/** Nobody knows who asks. */
export function unauthorized(message = 'Unauthorized'): DailiesError {
  return new DailiesError('unauthorized', message)
}

/** Asked too often: refused until `retryAfterSeconds` have passed, which the header `Retry-After` says. */
export function tooManyRequests(
  message: string,
  retryAfterSeconds: number,
  headers?: Record<string, string>,
): DailiesError {
  return new DailiesError('too_many_requests', message, { retryAfter: retryAfterSeconds, headers })
}

/** Seconds: a database that another took over from, or a pooler that was started anew, is back by then, or soon after. */
const retryAfterUnavailable = 2

/** What it takes is away: 503, and worth another try. The cause is for the log. */
export function unavailable(
  cause?: unknown,
  message = 'The database cannot be used at the moment, try again',
): DailiesError {
  const error = new DailiesError('unavailable', message, { retryAfter: retryAfterUnavailable })
  return Object.assign(error, { cause })
}

const statusOf: Record<ErrorCode, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  clash: 409,
  too_large: 413,
  no_room: 507,
  no_such_range: 416,
  too_many_requests: 429,
  unavailable: 503,
}

export interface ErrorAnswer {
  status: number
  body: ErrorBody
  /** Whether it is the program's fault, so that it belongs in the log. */
  unexpected: boolean
}

/** What an error says to whoever asked. What nobody expected tells nothing of itself. */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (!(error instanceof DailiesError)) {
    return { status: 500, body: { error: 'Internal server error' }, unexpected: true }
  }
  const { code, message, fieldErrors, formErrors, clashes } = error
  const details = fieldErrors && {
    fieldErrors,
    ...(formErrors?.length && { formErrors }),
    ...(clashes && { clashes }),
  }
  return {
    status: statusOf[code],
    body: { error: message, ...(details && { details }) },
    // A quota that is used up is no fault of the machine.
    unexpected: code === 'unavailable' || (code === 'no_room' && error.cause !== undefined),
  }
}
