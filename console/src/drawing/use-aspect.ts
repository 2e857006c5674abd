import { type RefObject, useLayoutEffect, useState } from 'react'

/** Width of an element for its height, while it changes. */
export function useAspect(element: RefObject<Element | null>): number {
  const [aspect, setAspect] = useState(16 / 9)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      if (width > 0 && height > 0) setAspect(width / height)
    })
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return aspect
}
