import { notify } from '@dailies/ui/notices.ts'
import { useEffect } from 'react'

/** Whether files are dragged, and not text or a picture of the page. */
export function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false
}

/** Files that are dropped beside a place for them do nothing: the browser would show them in place of the console. */
export function useDropGuard(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer) || event.defaultPrevented) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
      if (event.type === 'drop') notify('Files cannot be added here', { failed: true })
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
