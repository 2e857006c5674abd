import { DailiesError, unavailable } from '../error.ts'

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** What a store says where it cannot be used. `cause` is for the log, and so without secrets. */
export function storeAway(cause: unknown): DailiesError {
  return unavailable(cause, 'The media store cannot be used at the moment, try again')
}

/** What a store says that is full. */
export function noRoom(cause: unknown): DailiesError {
  const message =
    'There is no room left for media: whoever runs this service can make some, or give it a larger disk or quota'
  return Object.assign(new DailiesError('no_room', message), { cause })
}

/** Whether it is an error of node:fs by which the disk is full. */
export function isFull(error: unknown): boolean {
  return fullCodes.has(codeOf(error) ?? '')
}

/** What a store says of an error of node:fs. Others stay as they are. */
export function fileFailure(error: unknown): unknown {
  if (codeOf(error) === undefined) return error
  return isFull(error) ? noRoom(error) : storeAway(error)
}

/** Does work with files; where they fail, throws what a store says of it. */
export async function withFiles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw fileFailure(error)
  }
}

/** The same of one that has no such file: undefined. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The code of an error of the system: ENOENT. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof DailiesError) return undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
