import { DailiesError } from '../../../sdk/src/dailies.ts'
import { text } from '../texts.ts'

/** What went wrong, for people. */
export function errorText(error: unknown): string {
  if (!(error instanceof DailiesError)) return text('panelFault')
  if (error.status === 0) return text('panelOffline')
  if (error.status === 401) return text('panelRefused')
  if (error.status === 403) return text('panelForbidden')
  const fields = Object.entries(error.fieldErrors).map(
    ([field, messages]) => `${field}: ${messages.join(', ')}`,
  )
  return [...error.formErrors, ...fields].join('. ') || error.message
}

/** Whether the service refused the token. */
export function isRefused(error: unknown): boolean {
  return error instanceof DailiesError && error.status === 401
}

/** Whether the service is away, rather than that it refuses something. */
export function isAway(error: unknown): boolean {
  return error instanceof DailiesError && error.status === 0
}
