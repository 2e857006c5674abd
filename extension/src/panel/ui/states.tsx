import { Button } from '@dailies/ui/button.tsx'
import { CircleAlert, CloudOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '../../texts.ts'
import { errorText, isAway, isRefused } from '../error-text.ts'

/** It could not be read: says why, and lets one try again. What is known from before stays in sight. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  // The panel says so at its top, with what to do about it.
  if (isRefused(error)) return null
  const away = isAway(error)
  const Icon = away ? CloudOff : CircleAlert
  return (
    <div
      role="alert"
      className={`flex items-center gap-2 rounded-xl px-3 py-2 text-sm ${away ? 'bg-warn-soft text-warn' : 'bg-danger-soft text-danger'}`}
    >
      <Icon size={16} className="shrink-0" aria-hidden />
      <p className="min-w-0 flex-1 wrap-anywhere">{errorText(error)}</p>
      <Button size="small" onClick={onRetry}>
        {text('panelTryAgain')}
      </Button>
    </div>
  )
}

/** Something at the top that the user should know, and can do something about. */
export function Banner({
  tone,
  icon: Icon,
  children,
  action,
}: {
  tone: 'warn' | 'danger' | 'info'
  icon: LucideIcon
  children: ReactNode
  action?: ReactNode
}) {
  const tones = {
    warn: 'bg-warn-soft text-warn',
    danger: 'bg-danger-soft text-danger',
    info: 'bg-info-soft text-info',
  }
  return (
    <div className={`flex flex-wrap items-center gap-2 rounded-xl px-3 py-2 text-sm ${tones[tone]}`}>
      <Icon size={16} className="shrink-0" aria-hidden />
      <div className="min-w-0 flex-1 basis-40 wrap-anywhere">{children}</div>
      {action}
    </div>
  )
}
