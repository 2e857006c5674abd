import type { DeliveryWithAttempts, Webhook } from '@dailies/contract/webhook.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { exactTime, When } from '@dailies/ui/time.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { outdate, query } from '../../api/queries.ts'
import { Code } from '../../ui/code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { errorText } from '../../ui/error-text.ts'
import { Failed } from '../../ui/states.tsx'
import { Attempt } from './attempt.tsx'
import { DeliveryStatusBadge } from './delivery-status.tsx'

interface DeliveryProps {
  webhook: Webhook
  deliveryId: string
  onClose: () => void
}

/** One delivery beside the log: what was sent, every attempt, and sending it again. */
export function Delivery({ webhook, deliveryId, onClose }: DeliveryProps) {
  const delivery = useQuery(query('readDelivery', { params: { id: webhook.id, deliveryId } }))
  return (
    <Dialog open onClose={onClose} width="side" title={delivery.data?.data.event ?? 'Delivery'}>
      {delivery.isPending ? (
        <LoadingRows rows={4} />
      ) : delivery.isError && !delivery.data ? (
        <Failed error={delivery.error} onRetry={() => void delivery.refetch()} />
      ) : (
        <Details webhook={webhook} delivery={delivery.data.data} />
      )}
    </Dialog>
  )
}

function Details({ webhook, delivery }: { webhook: Webhook; delivery: DeliveryWithAttempts }) {
  const { status, timestamp, nextAttemptAt, attempts, payload } = delivery
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-3" role="status">
        <DeliveryStatusBadge status={status} />
        <span className="text-sm text-muted">Happened {exactTime(timestamp)}</span>
        {nextAttemptAt && (
          <span className="text-sm text-muted">
            Next try <When at={nextAttemptAt} />
          </span>
        )}
        <Replay webhook={webhook} delivery={delivery} />
      </div>
      <section>
        <h3 className="mb-2 font-semibold">Attempts</h3>
        {attempts.length === 0 ? (
          <p className="text-muted">None yet.</p>
        ) : (
          <ol className="flex flex-col gap-2">
            {attempts.toReversed().map((attempt) => (
              <Attempt key={`${attempt.number} ${attempt.startedAt}`} attempt={attempt} />
            ))}
          </ol>
        )}
      </section>
      <section>
        <h3 className="mb-2 font-semibold">What is sent</h3>
        <Headers webhook={webhook} delivery={delivery} />
        <Code label="Payload" text={JSON.stringify(payload, null, 2)} />
        {webhook.template && (
          <p className="mt-1 text-sm text-muted">This webhook gets it in another form, by its template.</p>
        )}
      </section>
    </div>
  )
}

/** Those that are the same at every attempt; signature and time are of each. */
function Headers({ webhook, delivery }: { webhook: Webhook; delivery: DeliveryWithAttempts }) {
  const headers = webhook.batching
    ? [['Content-Type', 'application/json']]
    : [
        ['Content-Type', 'application/json'],
        ['X-Service-Event', delivery.event],
        ['webhook-id', delivery.id],
      ]
  return (
    <dl className="mb-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 font-mono text-sm">
      {headers.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="break-all">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Replay({ webhook, delivery }: { webhook: Webhook; delivery: DeliveryWithAttempts }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const params = { id: webhook.id, deliveryId: delivery.id }
  const replay = async () => {
    setBusy(true)
    try {
      queryClient.setQueryData(
        query('readDelivery', { params }).queryKey,
        await call('replayDelivery', { params }),
      )
      notify('It waits to be sent again.')
      await outdate(queryClient, 'listDeliveries')
    } catch (error) {
      notify(errorText(error), { failed: true })
    }
    setBusy(false)
  }
  return (
    <Button size="small" icon={RotateCw} busy={busy} className="ml-auto" onClick={() => void replay()}>
      Send it again
    </Button>
  )
}
