import type { Problem } from '../../queue/queued-capture.ts'
import { fieldLabel } from '../form/field-labels.ts'

/** Why a capture was set aside, a line for each field that is wrong, in the words of the form. */
export function problemLines({ status, message, fieldErrors }: Problem): string[] {
  const lines = Object.entries(fieldErrors).map(
    ([field, messages]) => `${fieldLabel(field)}: ${messages.join(', ')}`,
  )
  // What the extension itself found missing is said better by its message.
  return status === 0 || lines.length === 0 ? [message] : lines
}
