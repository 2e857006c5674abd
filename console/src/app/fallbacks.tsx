import { buttonLook } from '@dailies/ui/button.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Clapperboard } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { DailiesError } from '../../../sdk/src/error.ts'
import { whenAnswered } from '../api/ask-again.ts'
import { isAway, onReach } from '../api/reach.ts'
import { useTitle } from '../ui/page.tsx'
import { Failed } from '../ui/states.tsx'

export function ScreenLoading() {
  return (
    <div className="w-full max-w-[90rem] px-4 py-6 sm:px-6 lg:px-8">
      <LoadingRows />
    </div>
  )
}

export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  useWhenThere(error, retry)
  if (error instanceof DailiesError && error.status === 404) return <ScreenGone />
  return (
    <div className="px-4 py-12">
      <h1 className="sr-only">This could not be shown</h1>
      <Failed error={error} onRetry={retry} />
    </div>
  )
}

/** What is not there now may be the next time that somebody comes: nothing is remembered of the answer. */
function ScreenGone() {
  const queryClient = useQueryClient()
  useEffect(() => {
    queryClient.removeQueries({
      predicate: (query) => query.state.status === 'error' && !query.isActive(),
    })
  }, [queryClient])
  return <ScreenMissing />
}

/** Calls when the service is back, or answers what failed so. */
function useWhenThere(error: unknown, retry: () => void): void {
  const queryClient = useQueryClient()
  const latest = useRef(retry)
  useEffect(() => {
    latest.current = retry
  })
  useEffect(() => onReach(() => !isAway() && latest.current()), [])
  useEffect(() => whenAnswered(queryClient, error, () => latest.current()), [queryClient, error])
}

/** Instead of everything, should what is around every screen break. */
export function Broken({ error }: { error: unknown }) {
  return (
    <main className="px-4 py-12">
      <h1 className="sr-only">This could not be shown</h1>
      <Failed error={error} onRetry={() => window.location.reload()} />
    </main>
  )
}

export function ScreenMissing() {
  useTitle('Not found')
  return (
    <div className="px-4 py-12">
      <h1 className="sr-only">Not found</h1>
      <Empty
        icon={Clapperboard}
        title="There is nothing here"
        action={
          <Link to="/projects" className={buttonLook('primary')}>
            To the projects
          </Link>
        }
      >
        It was deleted, you are no member of its film, or the address is not right.
      </Empty>
    </div>
  )
}
