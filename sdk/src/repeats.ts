import { DailiesError } from './error.ts'

/**
 * Whether a capture was refused since its key is of another one: under another name or with another prompt it is the same file all
 * the same. docs/decisions/0005-repeated-captures.md
 */
export function isKnownOtherwise(error: unknown): boolean {
  return (
    error instanceof DailiesError &&
    error.status === 400 &&
    (error.fieldErrors.provenance ?? []).some((message) => /already used/i.test(message))
  )
}

/** Whether media were refused since somebody gave the version another file: what was captured never changes. */
export function hasAnotherFile(error: unknown): boolean {
  return error instanceof DailiesError && error.status === 409 && /another file is kept/i.test(error.message)
}
