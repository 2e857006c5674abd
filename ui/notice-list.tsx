import { X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from './button.tsx'
import { currentNotices, type Notice, onNotice, removeNotice, timeToRead } from './notices.ts'
import { useWords } from './words.ts'

/** Where notices show. Its regions are always there, for else a screen reader would not hear the first. */
export function NoticeList({ className }: { className: string }) {
  const notices = useSyncExternalStore(onNotice, currentNotices)
  const [held, setHeld] = useState<number>()
  const rows = (failed: boolean) =>
    notices
      .filter((notice) => (notice.failed ?? false) === failed)
      .map((notice) => (
        <Row
          key={notice.id}
          notice={notice}
          // All of them: were another to go, this one would move away from under the mouse.
          held={notices.some(({ id }) => id === held)}
          onHeld={setHeld}
        />
      ))
  return (
    <div className={`pointer-events-none fixed ${className}`}>
      <div role="alert">{rows(true)}</div>
      <div role="status">{rows(false)}</div>
    </div>
  )
}

interface RowProps {
  notice: Notice
  held: boolean
  onHeld: (id: number | undefined) => void
}

/** Stays while the mouse or the keyboard is on one of them, and gives the focus back when it goes. */
function Row({ notice, held, onHeld }: RowProps) {
  const { id, text, failed, action } = notice
  const words = useWords()
  const row = useRef<HTMLDivElement>(null)
  const focusedBefore = useRef<EventTarget>(null)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => removeNotice(notice.id), timeToRead(notice))
    return () => clearTimeout(timer)
  }, [held, notice])
  const close = () => {
    const { current: before } = focusedBefore
    if (row.current?.contains(document.activeElement) && before instanceof HTMLElement) before.focus()
    removeNotice(id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it waits for whoever is at it, and does nothing else
    <div
      ref={row}
      onPointerEnter={() => onHeld(id)}
      onPointerLeave={() => onHeld(undefined)}
      onFocus={({ currentTarget, relatedTarget }) => {
        onHeld(id)
        if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget
      }}
      onBlur={() => onHeld(undefined)}
      className={`pointer-events-auto mt-2 flex animate-arrive flex-wrap items-center gap-x-1 rounded-xl border bg-raised py-1.5 pr-1.5 pl-3 shadow-xl ${failed ? 'border-danger text-danger' : 'border-line'}`}
    >
      <p className="min-w-0 flex-1 py-1 text-sm wrap-anywhere">{text}</p>
      {action && (
        <Button
          look="quiet"
          size="small"
          className="font-semibold text-accent"
          onClick={() => {
            close()
            action.onClick()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon={X} label={words.dismiss} size="small" onClick={close} />
    </div>
  )
}
