import type { ErrorBody } from '@dailies/contract/error.ts'
import { DailiesError } from '../error.ts'

export interface HttpError {
  status: number
  body: ErrorBody
  headers?: Record<string, string>
  /** Whether it is the program's fault, so that it belongs in the log. */
  unexpected: boolean
}

const statusOf: Record<DailiesError['code'], number> = {
  invalid: 400,
  unauthorized: 401,
  not_found: 404,
  too_many_requests: 429,
  unavailable: 503,
}

/** What Fastify refuses by itself before a route is reached, by its error code. */
const refusals: Record<string, [status: number, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'Payload too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Unsupported media type, send application/json'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body is not as long as Content-Length says'],
  ECONNRESET: [400, 'The request was cut off'],
  FST_ERR_BAD_URL: [400, 'The address is not a valid one'],
}

/** What serving a file refuses, by code or name. */
const mediaRefusals: Record<string, [status: number, message: string]> = {
  FST_STATIC_FORBIDDEN_PATH: [404, 'Not found'],
  RangeNotSatisfiableError: [416, 'Range not satisfiable'],
  PreconditionFailedError: [412, 'Precondition failed'],
}

/** The one place where an error becomes an answer. What nobody expected tells nothing of itself. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof DailiesError) {
    return {
      status: statusOf[error.code],
      body: bodyOf(error),
      headers: headersOf(error),
      unexpected: error.code === 'unavailable',
    }
  }
  const media =
    mediaRefusals[(error as { code?: string } | null)?.code ?? ''] ??
    mediaRefusals[(error as Error | null)?.name ?? '']
  if (media) return { status: media[0], body: { error: media[1] }, unexpected: false }
  const refusal = refusals[(error as { code?: string } | null)?.code ?? '']
  if (refusal) return { status: refusal[0], body: { error: refusal[1] }, unexpected: false }
  return { status: 500, body: { error: 'Internal server error' }, unexpected: true }
}

function bodyOf({ message, fieldErrors, formErrors }: DailiesError): ErrorBody {
  if (!fieldErrors) return { error: message }
  return { error: message, details: { fieldErrors, ...(formErrors?.length && { formErrors }) } }
}

/** RFC 9110, section 10.2.3: whole seconds. Rounded up, for a try made earlier would be refused again. */
function headersOf({ retryAfter }: DailiesError): Record<string, string> {
  return retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }
}
