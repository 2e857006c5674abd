import { useEffect, useRef } from 'react'
import type { Place } from './shape-at.ts'

interface TextFieldProps {
  at: Place
  colour: string
  /** Undefined where nothing is to be written. */
  onDone: (text: string | undefined) => void
}

/** What is to be written on a frame, typed where it will stand. Enter takes it, Escape does not. */
export function TextField({ at, colour, onDone }: TextFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  // Once the click is over, which would take the keyboard away again.
  useEffect(() => {
    const timer = setTimeout(() => field.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  return (
    <input
      ref={field}
      aria-label="Text on the frame"
      maxLength={500}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') onDone(event.currentTarget.value.trim() || undefined)
        if (event.key === 'Escape') onDone(undefined)
      }}
      className="absolute h-10 w-40 max-w-full rounded border-2 bg-surface px-2 text-ink"
      style={{
        left: `min(${at.x * 100}%, calc(100% - 10rem))`,
        top: `min(${at.y * 100}%, calc(100% - 2.5rem))`,
        borderColor: colour,
      }}
    />
  )
}
