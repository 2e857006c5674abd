import { Button, IconButton } from '@dailies/ui/button.tsx'
import { X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { text } from '../../texts.ts'

interface Notice {
  id: number
  text: string
  failed?: boolean | undefined
  /** What undoes it, or comes next. */
  action?: { label: string; onClick: () => void } | undefined
}

/** Milliseconds that one is shown: one that can be acted on longer. */
const shortly = 5_000
const longer = 12_000

let notice: Notice | undefined
let count = 0
const listeners = new Set<() => void>()

/** Tells that something was done, or failed, without being in the way. The last one is shown. */
export function notify(message: string, more: Pick<Notice, 'failed' | 'action'> = {}): void {
  count += 1
  change({ id: count, text: message, ...more })
}

function change(next: Notice | undefined): void {
  notice = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where they show. The region is always there, for else a screen reader would not hear the first. */
export function Notices() {
  const shown = useSyncExternalStore(subscribe, () => notice)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => change(undefined), shown.action || shown.failed ? longer : shortly)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-2 bottom-17 z-30 mx-auto flex max-w-md flex-col"
    >
      {shown && (
        <div
          key={shown.id}
          className={`pointer-events-auto flex animate-arrive flex-wrap items-center gap-x-1 rounded-xl border bg-raised py-1.5 pr-1.5 pl-3 shadow-xl ${shown.failed ? 'border-danger text-danger' : 'border-line'}`}
        >
          <p className="min-w-0 flex-1 py-1 text-sm wrap-anywhere">{shown.text}</p>
          {shown.action && (
            <Button
              look="quiet"
              size="small"
              className="font-semibold text-accent"
              onClick={() => {
                change(undefined)
                shown.action?.onClick()
              }}
            >
              {shown.action.label}
            </Button>
          )}
          <IconButton icon={X} label={text('panelDismiss')} size="small" onClick={() => change(undefined)} />
        </div>
      )}
    </div>
  )
}
