import type { Clash, ErrorBody, FieldErrors } from '../../contract/error.ts'

interface Circumstances {
  status?: number
  details?: ErrorBody['details']
  retryAfter?: number | undefined
  isTemporary?: boolean
  cause?: unknown
}

/** The one error that calls throw. */
export class DailiesError extends Error {
  override readonly name = 'DailiesError'
  /** Of the answer; 0 when there was none: the service could not be reached, or took too long. */
  readonly status: number
  /** What is wrong with each field or parameter. */
  readonly fieldErrors: FieldErrors
  /** What is wrong with the input as a whole. */
  readonly formErrors: string[]
  /** What somebody else made of fields since they were read, by field: with status 409. */
  readonly clashes: Record<string, Clash>
  /** Seconds after which the service says that it is worth another try. */
  readonly retryAfter: number | undefined
  /** Whether the same call may succeed later: no answer, 408, 429, or 500 and above. */
  readonly isTemporary: boolean

  constructor(message: string, { status = 0, details, retryAfter, isTemporary, cause }: Circumstances = {}) {
    super(message, { cause })
    this.status = status
    this.fieldErrors = details?.fieldErrors ?? {}
    this.formErrors = details?.formErrors ?? []
    this.clashes = details?.clashes ?? {}
    this.retryAfter = retryAfter
    this.isTemporary = isTemporary ?? (status === 0 || status === 408 || status === 429 || status >= 500)
  }
}

/** Of an answer that is no success. What is no answer of Dailies (a proxy's page, say) is told by its status. */
export function errorOf({ type, status, headers }: Response, text: string): DailiesError {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const place = headers.get('location') ?? 'another address'
    return new DailiesError(`The service redirects to ${place}`, { status, isTemporary: false })
  }
  const { error, details } = bodyOf(text)
  return new DailiesError(typeof error === 'string' ? error : `The service answered with status ${status}`, {
    status,
    details: cleaned(details),
    retryAfter: secondsOf(headers.get('retry-after')),
  })
}

function bodyOf(text: string): Partial<ErrorBody> {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

/** What is not as the contract says is left out: who reads the error goes by its types, and it may be of something else on the way. */
function cleaned(details: unknown): ErrorBody['details'] {
  const { fieldErrors, formErrors, clashes } = record(details)
  return {
    fieldErrors: Object.fromEntries(
      Object.entries(record(fieldErrors)).flatMap(([field, messages]) => {
        const said = texts(messages)
        return said.length > 0 ? [[field, said]] : []
      }),
    ),
    formErrors: texts(formErrors),
    clashes: Object.fromEntries(
      Object.entries(record(clashes)).filter(([, one]) => record(one) === one),
    ) as Record<string, Clash>,
  }
}

function record(given: unknown): Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
    ? (given as Record<string, unknown>)
    : {}
}

function texts(given: unknown): string[] {
  return Array.isArray(given) ? given.filter((one) => typeof one === 'string') : []
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** It is JSON, but nothing that Dailies answers. */
export function notOfDailies(status: number): DailiesError {
  return new DailiesError('The answer is none of Dailies: is this its address?', { status })
}

/** There is no answer. `cause` is what `fetch` tells. */
export function unreachable(cause: unknown): DailiesError {
  return new DailiesError('The service cannot be reached', { cause })
}
