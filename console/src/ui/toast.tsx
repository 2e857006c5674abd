import { NoticeList } from '@dailies/ui/notice-list.tsx'
import { currentNotices, onNotice } from '@dailies/ui/notices.ts'
import { useState, useSyncExternalStore } from 'react'
import { lazyPart } from './lazy-part.tsx'
import { toastPlace } from './toast-place.ts'

// What is told when it cannot be loaded is seen all the same: nobody is to lose an Undo for that.
const ToastList = lazyPart(async () => (await import('./toast-list.tsx')).ToastList, {
  failed: () => <NoticeList className={toastPlace} />,
})

/** Where notices show; loaded with the first. */
export function Toasts() {
  const [wanted, setWanted] = useState(false)
  const told = useSyncExternalStore(onNotice, currentNotices).length > 0
  if (told && !wanted) setWanted(true)
  return wanted ? <ToastList /> : null
}
