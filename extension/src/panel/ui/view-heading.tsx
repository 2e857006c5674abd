import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a view. */
export function ViewHeading({ children }: { children: ReactNode }) {
  return (
    <h2 id="view" tabIndex={-1} className="text-base font-semibold outline-none">
      {children}
    </h2>
  )
}

/**
 * Whether something that has just been drawn may take the focus: nobody has it, or the heading of the view, where it was left for
 * want of anything better.
 */
export function isFocusFree(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.id === 'view'
}

/** Gives the focus to the heading of a view that replaces another, so that the keyboard and readers go on from there. */
export function useFocusOnView(view: string): void {
  const before = useRef(view)
  useEffect(() => {
    if (before.current === view) return
    before.current = view
    scrollTo(0, 0)
    // A field of the view may have taken it.
    if (!document.activeElement?.closest('main'))
      document.getElementById('view')?.focus({ preventScroll: true })
  }, [view])
}
