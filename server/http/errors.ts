import { DailiesError, type ErrorAnswer, errorAnswer } from '../error.ts'

export interface HttpError extends ErrorAnswer {
  headers?: Record<string, string>
}

/** What Fastify refuses by itself before a route is reached, by its error code. */
const refusals: Record<string, [status: number, message: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Unsupported media type, send application/json'],
  ECONNRESET: [400, 'The request was cut off'],
  FST_ERR_BAD_URL: [400, 'The address is not a valid one'],
}

/** What serving a file refuses, by code or name. */
const mediaRefusals: Record<string, [status: number, message: string]> = {
  FST_STATIC_FORBIDDEN_PATH: [404, 'Not found'],
  RangeNotSatisfiableError: [416, 'Range not satisfiable'],
  PreconditionFailedError: [412, 'Precondition failed'],
}

/** The one place where an error becomes the answer to a request. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof DailiesError) return { ...errorAnswer(error), headers: headersOf(error) }
  const media =
    mediaRefusals[(error as { code?: string } | null)?.code ?? ''] ??
    mediaRefusals[(error as Error | null)?.name ?? '']
  if (media) return { status: media[0], body: { error: media[1] }, unexpected: false }
  const refusal = refusals[(error as { code?: string } | null)?.code ?? '']
  if (refusal) return { status: refusal[0], body: { error: refusal[1] }, unexpected: false }
  return errorAnswer(error)
}

/** RFC 9110, section 10.2.3: whole seconds. Rounded up, for a try made earlier would be refused again. */
function headersOf({ retryAfter, headers }: DailiesError): Record<string, string> {
  if (retryAfter === undefined) return { ...headers }
  return { ...headers, 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }
}
