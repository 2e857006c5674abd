import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is as `query` asks, and follows it. */
export function useMediaQuery(query: MediaQueryList): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => query.matches)
}
