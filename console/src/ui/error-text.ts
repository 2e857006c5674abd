import { DailiesError } from '../../../sdk/src/error.ts'
import { comesBack } from '../api/comes-back.ts'

/** What went wrong, for people: every message that the service gave that stands at no field of a form. */
export function errorText(error: unknown): string {
  if (!(error instanceof DailiesError))
    return 'Something went wrong in the console. Reload the page and try again.'
  const [clash] = Object.values(error.clashes)
  if (clash)
    return `${clash.changedBy?.name ?? 'Somebody'} changed it meanwhile. Look at what it is now, and choose again.`
  const fields = Object.entries(error.fieldErrors).map(
    ([field, messages]) => `${field}: ${messages.join(', ')}`,
  )
  const details = [...error.formErrors, ...fields].join('. ')
  const text = details || error.message
  const begun = text.replace(/\.$/, '')
  if (comesBack(error)) return `${begun}. It is tried again by itself.`
  return error.retryAfter ? `${begun}. Try again in ${waitText(Math.ceil(error.retryAfter))}.` : text
}

function waitText(seconds: number): string {
  if (seconds < 90) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return `${Math.ceil(seconds / 60)} minutes`
}
