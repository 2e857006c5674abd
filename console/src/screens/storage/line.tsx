import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'

interface LineProps {
  isGood: boolean
  /** Worse than what is only not as it should be. */
  isFailure?: boolean
  children: ReactNode
}

/** What is as it should be, or is not. */
export function Line({ isGood, isFailure = false, children }: LineProps) {
  const [Icon, colour] = isFailure
    ? ([CircleX, 'text-danger'] as const)
    : isGood
      ? ([CircleCheck, 'text-good'] as const)
      : ([CircleAlert, 'text-warn'] as const)
  return (
    <li className={`flex items-start gap-2.5 ${isFailure ? 'text-danger' : ''}`}>
      <Icon size={18} className={`mt-0.5 shrink-0 ${colour}`} aria-hidden />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}
