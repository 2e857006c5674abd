import { useEffect } from 'react'
import type { Board } from '../../takes/board.ts'
import { useBroughtBack } from '../../takes/brought-back.ts'
import { useUploadedIds } from '../../uploads/uploads.ts'

/** What was added or brought back from this page comes in by itself: whoever did that looks for it. */
export function useOwnComeIn(
  waiting: Board['waiting'] | undefined,
  showWaiting: (only: ReadonlySet<string>) => void,
): void {
  const added = useUploadedIds()
  const broughtBack = useBroughtBack()
  useEffect(() => {
    const own = waiting?.flatMap(({ id }) => (added.has(id) || broughtBack.has(id) ? id : [])) ?? []
    if (own.length > 0) showWaiting(new Set(own))
  }, [waiting, added, broughtBack, showWaiting])
}
