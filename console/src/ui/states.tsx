import { Button } from '@dailies/ui/button.tsx'
import { CircleAlert } from 'lucide-react'
import { errorText } from './error-text.ts'

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
