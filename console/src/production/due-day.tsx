import { Badge } from '@dailies/ui/badges.tsx'
import { CalendarClock, CalendarX } from 'lucide-react'
import { dayOf, dayText, dueOf, dueText } from '../ui/due-day.ts'

/** When a shot is due; nothing for one that is due on no day. What is done is never overdue. */
export function DueDay({ shot: { dueOn, approved } }: { shot: { dueOn: string | null; approved: boolean } }) {
  if (dueOn === null) return null
  const today = dayOf(new Date())
  const due = approved ? 'later' : dueOf(dueOn, today)
  const words = approved ? `Due ${dayText(dueOn, today)}` : dueText(dueOn, today)
  const text = <time dateTime={dueOn}>{words}</time>
  if (due === 'overdue') {
    return (
      <Badge tone="danger" icon={CalendarX}>
        {text}
      </Badge>
    )
  }
  return (
    <span className="inline-flex items-center gap-1 text-sm whitespace-nowrap text-muted">
      <CalendarClock size={14} aria-hidden />
      {text}
    </span>
  )
}
