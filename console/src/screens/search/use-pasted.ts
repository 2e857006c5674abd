import { useEffect, useRef } from 'react'
import { type Dropped, droppedOf } from '../../drops/dropped.ts'

/** Files that are pasted on the screen, wherever the keyboard is on it. In a field the text wins, but where it only names them. */
export function usePasted(onFiles: (pasted: Dropped) => void): void {
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target, defaultPrevented } = event
      if (defaultPrevented || !clipboardData || !(target instanceof Element)) return
      // What is asked there is of something else.
      if (target.closest('[role="dialog"]')) return
      const pasted = droppedOf(clipboardData)
      const [first] = [...pasted.files, ...pasted.folders]
      if (!first) return
      const text = clipboardData.getData('text/plain').trim()
      const isField = target.matches('input, textarea, [contenteditable]')
      if (isField && text !== '' && text !== first.name) return
      event.preventDefault()
      latest.current(pasted)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
