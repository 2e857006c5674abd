import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { type Dropped, droppedOf } from '../drops/dropped.ts'
import { hasFiles } from './drop-guard.ts'

interface DropZoneProps {
  /** Undefined where whoever looks may not. */
  onFiles: ((dropped: Dropped) => void) | undefined
  /** What happens to what is dropped. */
  label: string
  /** In a narrow place: without words. */
  small?: boolean
  className?: string
  children: ReactNode
}

/** Takes files that are dropped on it. There is always a button for the same, which the keyboard comes to. */
export function DropZone({ onFiles, label, small, className = '', children }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  // Each thing inside of it is left and entered, too.
  const depth = useRef(0)
  if (!onFiles) return <div className={className}>{children}</div>
  const leave = () => {
    depth.current = 0
    setOver(false)
  }
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      depth.current += 1
      setOver(isOwn(event))
    },
    onDragLeave: ({ dataTransfer }: DragEvent) => {
      if (!hasFiles(dataTransfer)) return
      depth.current -= 1
      if (depth.current <= 0) leave()
    },
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      leave()
      if (!isOwn(event)) return
      const dropped = droppedOf(event.dataTransfer)
      if (dropped.files.length + dropped.folders.length > 0) onFiles(dropped)
    },
  }
  return (
    <div {...handlers} data-drop={label} className={`relative ${className}`}>
      {children}
      {isOver && (
        <div
          aria-hidden
          className={`pointer-events-none absolute inset-0 z-10 flex items-start justify-center rounded-xl border-2 border-dashed border-accent p-4 ${small ? '' : 'bg-accent-soft/85'}`}
        >
          {!small && (
            <span className="sticky top-[40dvh] rounded-lg bg-raised px-4 py-2 font-medium shadow-lg">
              {label}
            </span>
          )}
        </div>
      )}
    </div>
  )
}

/** Whether it is about this place, and not about a smaller one inside of it. */
function isOwn({ target, currentTarget }: DragEvent): boolean {
  return target instanceof Element && target.closest('[data-drop]') === currentTarget
}
