import { Button } from '@dailies/ui/button.tsx'
import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from './error-text.ts'

/** Nothing is here yet: says what it is for, and what to do next. */
export function Empty({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-3 rounded-2xl border border-dashed border-strong-line px-6 py-12 text-center">
      <Icon size={36} className="text-accent" aria-hidden />
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <div className="text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

/** It could not be loaded: says why, and lets one try again. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-xl flex-col items-center gap-3 rounded-2xl border border-danger bg-danger-soft px-6 py-8 text-center"
    >
      <CircleAlert size={32} className="text-danger" aria-hidden />
      <p className="text-danger">{errorText(error)}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  )
}

/** The place of something that is on its way, of the same size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-pulse rounded-lg bg-sunken ${className}`} />
}

/** Rows that are on their way; says so to screen readers. */
export function LoadingRows({ rows = 6, className = 'h-14' }: { rows?: number; className?: string }) {
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">Loading …</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={row} className={className} />
      ))}
    </div>
  )
}

/** How much is done, 0 to 1. */
export function Progress({ value, label }: { value: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(value * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 w-full overflow-hidden rounded-full bg-sunken"
    >
      <div className="h-full rounded-full bg-good" style={{ width: `${value * 100}%` }} />
    </div>
  )
}
