import { mostRounds } from '@dailies/reading/capture-of-file.ts'
import { DailiesError } from '../../sdk/src/error.ts'

/**
 * Files what has a `captureIdOfFile`, round by round until one is of a version that is there: `file` is undefined for a round
 * whose version was deleted, since the service keeps its key for years. Throws a DailiesError when there is none.
 */
export async function inRounds<T>(file: (round: number) => Promise<T | undefined>): Promise<T> {
  for (let round = 0; round < mostRounds; round += 1) {
    const filed = await file(round)
    if (filed) return filed
  }
  throw new DailiesError(`It was filed here and deleted ${mostRounds} times`, { status: 400 })
}
