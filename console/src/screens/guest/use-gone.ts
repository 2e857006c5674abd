import { useEffect } from 'react'
import { DailiesError } from '../../../../sdk/src/error.ts'

/** Whether it is found out that a link opens nothing any more. */
export function isGone(error: unknown): boolean {
  return error instanceof DailiesError && error.status === 404
}

/** Calls `onGone` once that is found out. */
export function useGone(error: unknown, onGone: () => void): void {
  const gone = isGone(error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is found out
  useEffect(() => {
    if (gone) onGone()
  }, [gone])
}
