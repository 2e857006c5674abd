import { IconButton } from '@dailies/ui/button.tsx'
import { X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { lazyPart } from './lazy-part.tsx'

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
  asked = true
  setWaiting([...waiting, { text, ...more }])
}

/** Those that were not shown yet. */
export function takeWaiting(): Notice[] {
  const taken = waiting
  if (taken.length > 0) setWaiting([])
  return taken
}

export function onNotice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Milliseconds that one stays. */
export function timeToRead({ action }: Notice): number {
  return action ? 12_000 : 5_000
}

function setWaiting(next: Notice[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

const ToastList = lazyPart(async () => (await import('./toast-list.tsx')).ToastList, {
  failed: () => <PlainToasts />,
})

/** Where they show; loaded with the first. */
export function Toasts() {
  const wanted = useSyncExternalStore(onNotice, () => asked)
  return wanted ? <ToastList /> : null
}

/** What is told when the list of them cannot be loaded: nobody is to lose an Undo for that. */
function PlainToasts() {
  const notices = useSyncExternalStore(onNotice, () => waiting)
  return (
    <section
      aria-label="Notifications"
      className="fixed right-3 bottom-20 left-3 z-60 flex flex-col gap-2 sm:right-4 sm:bottom-4 sm:left-auto sm:w-96"
    >
      {notices.map((notice, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the first goes first
        <PlainToast key={place} notice={notice} />
      ))}
    </section>
  )
}

function PlainToast({ notice }: { notice: Notice }) {
  const { text, failed, action } = notice
  const close = () => setWaiting(waiting.filter((one) => one !== notice))
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(waiting.filter((one) => one !== notice)), timeToRead(notice))
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <div
      role={failed ? 'alert' : 'status'}
      className={`flex items-center gap-2 rounded-xl border bg-raised py-2 pr-2 pl-4 shadow-xl ${failed ? 'border-danger' : 'border-line'}`}
    >
      <p className={`min-w-0 flex-1 break-words ${failed ? 'text-danger' : ''}`}>{text}</p>
      {action && (
        <button
          type="button"
          onClick={() => {
            close()
            action.onClick()
          }}
          className="rounded-lg px-3 py-1.5 font-semibold text-accent hover:bg-sunken"
        >
          {action.label}
        </button>
      )}
      <IconButton icon={X} label="Dismiss" size="small" onClick={close} />
    </div>
  )
}
