import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * A film or sound begins to load before it is part of the page, so it may have failed, or know its length, before
 * React hears of it: tells again what was missed.
 */
export function useMissedEvents<E extends HTMLMediaElement>(
  media: RefObject<E | null>,
  { onError, onMetadata }: { onError: () => void; onMetadata?: (element: E) => void },
): void {
  const tell = useEffectEvent((element: E) => {
    if (element.error) onError()
    else if (element.readyState >= HTMLMediaElement.HAVE_METADATA) onMetadata?.(element)
  })
  useEffect(() => {
    if (media.current) tell(media.current)
  }, [media])
}
