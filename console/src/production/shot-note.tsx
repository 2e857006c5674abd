import { StickyNote } from 'lucide-react'

/** What whoever works on a shot should know. */
export function ShotNote({ children }: { children: string }) {
  return (
    <p className="flex gap-1.5 text-sm leading-snug text-muted">
      <StickyNote size={14} className="mt-0.5 shrink-0" aria-hidden />
      <span className="line-clamp-3 min-w-0 whitespace-pre-line wrap-anywhere">
        <span className="sr-only">Note: </span>
        {children}
      </span>
    </p>
  )
}
