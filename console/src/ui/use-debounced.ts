import { useCallback, useEffect, useMemo, useRef } from 'react'

/**
 * Does what it is given once so many milliseconds have gone by without anything newer; never once the component is gone. It
 * does what it was given then, not what a later rendering would give it.
 */
export function useDebounced(milliseconds: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = useCallback(() => clearTimeout(timer.current), [])
  const later = useCallback(
    (work: () => void) => {
      cancel()
      timer.current = setTimeout(work, milliseconds)
    },
    [cancel, milliseconds],
  )
  useEffect(() => cancel, [cancel])
  return useMemo(() => ({ later, cancel }), [later, cancel])
}
