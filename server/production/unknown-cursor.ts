import { type DailiesError, invalid } from '../error.ts'

/** For a cursor that is not, or no longer, the id of anything in the list. */
export function unknownCursor(): DailiesError {
  return invalid({ cursor: ['Must be the nextCursor of another page of this list'] })
}
