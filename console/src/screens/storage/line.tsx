import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** What is as it should be, or is not. */
export function Line({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <li className="flex items-start gap-2.5">
      <Icon size={18} className={`mt-0.5 shrink-0 ${isGood ? 'text-good' : 'text-warn'}`} aria-hidden />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}
