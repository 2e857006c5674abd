import { Button } from '@dailies/ui/button.tsx'
import { relativeText, useNow } from '@dailies/ui/time.tsx'
import { CloudOff } from 'lucide-react'
import type { QueueStatus } from '../../queue/sender.ts'
import { sentence, text } from '../../texts.ts'
import { sendNow } from '../background.ts'
import { Banner } from '../ui/states.tsx'
import { useSession } from '../use-session.ts'
import { useCounts } from './use-captures.ts'

/** Why nothing is sent at the moment, until when, and how to try at once. Of a token that was refused the panel tells. */
export function QueueState() {
  const counts = useCounts()
  const status = useSession('queueStatus')
  if (status?.state !== 'waiting' || !counts || counts.pending + counts.syncing === 0) return null
  return <Waiting status={status} />
}

function Waiting({ status: { until = 0, reason = '' } }: { status: QueueStatus }) {
  const now = useNow(1_000)
  return (
    <div role="status">
      <Banner
        tone="warn"
        icon={CloudOff}
        action={
          <Button size="small" onClick={() => void sendNow()}>
            {text('panelTryNow')}
          </Button>
        }
      >
        {reason && `${sentence(reason)}.`} {/* Not read out anew each second. */}
        <span aria-hidden>
          {until > now ? text('panelTriedAgain', relativeText(until, now)) : text('panelTriedSoon')}
        </span>
      </Banner>
    </div>
  )
}
