import { lazy, Suspense, useSyncExternalStore } from 'react'

export interface Notice {
  text: string
  failed?: boolean
  /** What undoes it, or comes next. */
  action?: { label: string; onClick: () => void }
}

let waiting: Notice[] = []
let asked = false
const listeners = new Set<() => void>()

/** Tells that something was done, or failed, without being in the way. */
export function notify(text: string, more: Omit<Notice, 'text'> = {}): void {
  waiting.push({ text, ...more })
  asked = true
  for (const listener of listeners) listener()
}

/** Those that were not shown yet. */
export function takeWaiting(): Notice[] {
  const taken = waiting
  waiting = []
  return taken
}

export function onNotice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const ToastList = lazy(() => import('./toast-list.tsx').then(({ ToastList }) => ({ default: ToastList })))

/** Where they show; loaded with the first. */
export function Toasts() {
  const wanted = useSyncExternalStore(onNotice, () => asked)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  )
}
