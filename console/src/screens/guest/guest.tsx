import type { OpenLink } from '@dailies/contract/guest.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { query } from '../../api/queries.ts'
import { Frame } from '../../ui/frame.tsx'
import { Failed } from '../../ui/states.tsx'
import { EnterForm } from './enter-form.tsx'
import { Review } from './review.tsx'
import { isGone } from './use-gone.ts'

const route = getRouteApi('/r/$secret')

/** What somebody without an account sees by a review link. */
export function Guest() {
  const { secret } = route.useParams()
  const closed = useQuery({ ...query('checkLink', { body: { secret } }), staleTime: 60_000 })
  if (closed.isSuccess) return <Visit link={closed.data.data} secret={secret} />
  return (
    <Frame title={isGone(closed.error) ? 'Nothing to see here' : 'Review'}>
      {closed.isPending ? (
        <LoadingRows rows={3} />
      ) : isGone(closed.error) ? (
        <Gone />
      ) : (
        <Failed error={closed.error} onRetry={() => void closed.refetch()} />
      )}
    </Frame>
  )
}

function Gone() {
  return <p>This link has ended, was revoked or is not whole. Ask whoever sent it for a new one.</p>
}

interface VisitProps {
  link: { id: string; needsPassword: boolean }
  secret: string
}

/** Whoever has entered sees it; others are asked who they are. */
function Visit({ link: { id, needsPassword }, secret }: VisitProps) {
  const queryClient = useQueryClient()
  const question = query('readOpenLink', { params: { id } })
  const open = useQuery({ ...question, staleTime: 60_000 })
  const entered = (data: OpenLink) => queryClient.setQueryData(question.queryKey, { data, metadata: {} })
  if (open.data && !isGone(open.error)) {
    const again = () => {
      void queryClient.resetQueries({ queryKey: question.queryKey })
      void queryClient.invalidateQueries({ queryKey: query('checkLink', { body: { secret } }).queryKey })
    }
    return <Review link={open.data.data} onGone={again} />
  }
  return (
    <Frame title="Review">
      {open.isPending ? (
        <LoadingRows rows={3} />
      ) : isGone(open.error) ? (
        <EnterForm secret={secret} needsPassword={needsPassword} onEntered={entered} />
      ) : (
        <Failed error={open.error} onRetry={() => void open.refetch()} />
      )}
    </Frame>
  )
}
