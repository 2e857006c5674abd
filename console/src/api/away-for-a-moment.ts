import { DailiesError } from '../../../sdk/src/error.ts'
import { saysAway } from './reach.ts'

/** Seconds that nobody is told of: as long as the service says of a database that changes over. */
const moment = 2

/** Whether the service says that it is there again within so little time that people need not hear of it. */
export function isAwayForAMoment(error: unknown): error is DailiesError & { retryAfter: number } {
  if (!(error instanceof DailiesError) || error.retryAfter === undefined) return false
  return saysAway(error.status) && error.retryAfter <= moment
}
