import { TriangleAlert } from 'lucide-react'
import { text } from '../../texts.ts'

/** What was pointed at on a host is not there any more: a line that says so. */
export function ChangedRules({ host }: { host: string }) {
  return (
    <p className="flex gap-1.5 text-sm text-warn">
      <TriangleAlert size={14} className="mt-1 shrink-0" aria-hidden />
      <span className="min-w-0 wrap-anywhere">{text('taughtChanged', host)}</span>
    </p>
  )
}
