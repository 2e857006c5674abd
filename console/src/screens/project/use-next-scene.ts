import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** Of the link to a scene in the list of its project. */
export function sceneLinkId(id: string): string {
  return `scene-${id}`
}

/**
 * Keeps the keyboard in the list of scenes: where one is deleted it comes to the next, to the one before where that was the last, and to
 * `add` where none is left. `ids` are those of the scenes as they stand. Returns what is to be called with the id of one that is deleted.
 */
export function useNextScene(ids: readonly string[], add: RefObject<HTMLElement | null>) {
  const deleted = useRef<{ id: string; place: number }>(undefined)
  const shown = useRef(ids)
  useEffect(() => {
    shown.current = ids
    const { current: gone } = deleted
    if (!gone || ids.includes(gone.id)) return
    deleted.current = undefined
    // Somebody may have gone elsewhere meanwhile.
    if (document.activeElement !== document.body) return
    const next = ids[Math.min(gone.place, ids.length - 1)]
    ;((next && document.getElementById(sceneLinkId(next))) || add.current)?.focus()
  })
  return useCallback((id: string) => {
    deleted.current = { id, place: shown.current.indexOf(id) }
  }, [])
}
