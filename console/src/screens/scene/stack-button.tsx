import { ChevronDown, ChevronRight, GalleryVerticalEnd } from 'lucide-react'

interface StackButtonProps {
  /** How many takes are in it. */
  count: number
  isOpen: boolean
  shotCode: string | undefined
  /** There is no room for the word. */
  compact: boolean
  tabIndex: number
}

/** On the face of a stack: how many takes are in it, and the way to them. */
export function StackButton({ count, isOpen, shotCode, compact, tabIndex }: StackButtonProps) {
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const of = shotCode ? ` of shot ${shotCode}` : ''
  return (
    <button
      type="button"
      data-do="stack"
      tabIndex={tabIndex}
      aria-expanded={isOpen}
      aria-label={`Stack of ${count.toLocaleString()} takes${of}`}
      title={isOpen ? 'Close the stack (E)' : 'Open the stack (E)'}
      className="relative z-2 flex h-6 shrink-0 items-center gap-1 rounded-md border border-line bg-raised px-1.5 text-xs font-semibold text-ink tabular-nums after:absolute after:-inset-y-1 after:inset-x-0 hover:border-strong-line pointer-coarse:after:-inset-2"
    >
      <GalleryVerticalEnd size={13} aria-hidden />
      {count.toLocaleString()}
      {!compact && ' takes'}
      <Chevron size={13} aria-hidden />
    </button>
  )
}
