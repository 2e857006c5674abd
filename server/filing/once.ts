import { DailiesError } from '../../sdk/src/error.ts'

/** How often the same content can be filed anew at a place after it was deleted there. */
const mostRounds = 100

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

/** Under another name or with another prompt it is the same file all the same. docs/decisions/0005-repeated-captures.md */
export function isKnownOtherwise(error: unknown): boolean {
  return (
    error instanceof DailiesError &&
    error.status === 400 &&
    (error.fieldErrors.provenance ?? []).some((message) => /already used/i.test(message))
  )
}

/** Somebody gave the take another file; what was captured never changes, and it is filed. */
export function hasAnotherFile(error: unknown): boolean {
  return error instanceof DailiesError && error.status === 409 && /another file is kept/i.test(error.message)
}
