import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a view. */
export function ViewHeading({ children }: { children: ReactNode }) {
  return (
    <h2 id="view" tabIndex={-1} className="text-base font-semibold outline-none">
      {children}
    </h2>
  )
}

/** Gives the focus to the heading of a view that replaces another, so that the keyboard and readers go on from there. */
export function useFocusOnView(view: string): void {
  const before = useRef(view)
  useEffect(() => {
    if (before.current === view) return
    before.current = view
    document.getElementById('view')?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [view])
}
