import { DailiesError } from '../../../sdk/src/error.ts'
import { hasAnotherFile } from '../../../sdk/src/repeats.ts'
import { bytesText } from '../ui/bytes.ts'
import { errorText } from '../ui/error-text.ts'

/** Why a file is not there, for people, and what may be done about it. */
export interface Failure {
  text: string
  /** It goes on by itself once the service can be reached. */
  isAway: boolean
  /** Another try may end otherwise. */
  mayRetry: boolean
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof DailiesError)) return { text: errorText(error), isAway: false, mayRetry: true }
  const { status } = error
  const isAway = [0, 408, 502, 503, 504].includes(status)
  return {
    text: isAway ? away : textOf(error),
    isAway,
    mayRetry: status !== 413 && !hasAnotherFile(error),
  }
}

const away = 'The connection broke. It goes on where it was once the service can be reached.'

function textOf(error: DailiesError): string {
  const { status, message } = error
  if (status === 413) {
    const limit = /limit of (\d+) bytes/.exec(message)?.[1]
    return limit
      ? `It is larger than the ${bytesText(Number(limit))} that the service takes.`
      : 'Something on the way to the service takes no requests of 8 MB: its operator has to allow them.'
  }
  if (status === 401) return 'You were signed out. Sign in, then try again.'
  if (status === 404) return 'The version it is for was deleted, or is not yours to see any more.'
  if (hasAnotherFile(error)) return 'This version has another file already. Add it as a new take instead.'
  return errorText(error)
}
