import { Badge } from '@dailies/ui/badges.tsx'
import { Button } from '@dailies/ui/button.tsx'
import { CircleAlert, Clock } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Face } from '../ui/face.tsx'
import { forgetWaiting, keepWaiting, type Waiting } from './waiting.ts'

interface WaitingViewProps {
  one: Waiting
  /** Of whoever said it. */
  name: string
  /** Stands beside the name. */
  about?: ReactNode
  /** What was said. */
  children: ReactNode
}

/** Something of one’s own that the service does not have yet, or will not have. */
export function WaitingView({ one, name, about, children }: WaitingViewProps) {
  const { refused } = one
  const isLate = useIsLate(one)
  return (
    <article aria-label="Not sent yet" className="flex min-w-0 gap-2.5 opacity-90">
      <Face name={name} size="compact" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex min-h-8 flex-wrap items-center gap-2">
          <bdi className="max-w-full truncate text-sm font-semibold">{name}</bdi>
          {refused === undefined ? (
            isLate && (
              <Badge tone="warn" icon={Clock}>
                Waiting
              </Badge>
            )
          ) : (
            <Badge tone="danger" icon={CircleAlert}>
              Not sent
            </Badge>
          )}
          {about}
        </p>
        {children}
        {refused !== undefined && (
          <>
            <p role="alert" className="text-sm text-danger wrap-anywhere">
              {refused}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => keepWaiting({ ...one, refused: undefined })}>
                Send again
              </Button>
              <Button size="small" look="danger" onClick={() => forgetWaiting(one)}>
                Discard
              </Button>
            </div>
          </>
        )}
      </div>
    </article>
  )
}

/** Milliseconds that it may be on its way before that is worth a word: a service that is away for a moment asks for two seconds. */
const patience = 3000

function useIsLate({ writtenAt }: Waiting): boolean {
  const due = Date.parse(writtenAt) + patience
  const [isLate, setLate] = useState(() => Date.now() >= due)
  useEffect(() => {
    if (isLate) return
    const timer = setTimeout(() => setLate(true), Math.max(0, due - Date.now()))
    return () => clearTimeout(timer)
  }, [due, isLate])
  return isLate
}
