/** An error as a thread tells of it: of its members these alone come over. */
export interface ThreadError {
  message: string
  code?: string | undefined
  /** SQLite's own. */
  errcode?: number | undefined
}

export function toThreadError(error: unknown): ThreadError {
  const { message, code, errcode } = error as Error & ThreadError
  return { message, code, errcode }
}

export function ofThreadError(error: ThreadError): Error {
  return Object.assign(new Error(error.message), error)
}
