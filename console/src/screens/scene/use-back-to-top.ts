import { useLayoutEffect, useRef } from 'react'

/** What is shown by another filter is shown from its beginning. */
export function useBackToTop(view: object | undefined) {
  const before = useRef(view)
  useLayoutEffect(() => {
    if (before.current && view && before.current !== view) {
      const element = document.querySelector('[data-board]')
      const top = (element?.getBoundingClientRect().top ?? 0) + window.scrollY
      const bar = document.querySelector('[data-covers="top"]')?.getBoundingClientRect().height ?? 0
      if (window.scrollY > top - bar) window.scrollTo({ top: top - bar, behavior: 'instant' })
    }
    before.current = view
  }, [view])
}
