import type { Delivery, DeliveryStatus, Webhook } from '@dailies/contract/webhook.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { When } from '@dailies/ui/time.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pages } from '../../api/queries.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Section } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { DeliveryStatusBadge, deliveryStatuses, deliveryStatusLabel } from './delivery-status.tsx'

/** What was sent to a webhook, and what waits to be. */
export function DeliveryLog({ webhook, status }: { webhook: Webhook; status: string | undefined }) {
  const chosen = deliveryStatuses.find((one) => one === status)
  const log = useInfiniteQuery(
    pages('listDeliveries', { params: { id: webhook.id }, query: { limit: 50, status: chosen } }),
  )
  const deliveries = log.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Section title="Log" description="The newest event first, kept for 30 days.">
      <Filter webhook={webhook} chosen={chosen} />
      {log.isPending ? (
        <LoadingRows rows={5} className="h-12" />
      ) : log.isError && deliveries.length === 0 ? (
        <Failed error={log.error} onRetry={() => void log.refetch()} />
      ) : deliveries.length === 0 ? (
        <p className="py-6 text-center text-muted">{emptyText(chosen)}</p>
      ) : (
        <ul aria-label="Deliveries" className="flex flex-col">
          {deliveries.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} status={chosen} />
          ))}
        </ul>
      )}
      <LoadMore list={log} label="Show older ones" />
    </Section>
  )
}

function emptyText(status: DeliveryStatus | undefined): string {
  if (status) return `None that is ${deliveryStatusLabel(status).toLowerCase()}.`
  return 'Nothing was sent yet. Send a test, or capture a take.'
}

function Filter({ webhook, chosen }: { webhook: Webhook; chosen: DeliveryStatus | undefined }) {
  const options = [undefined, ...deliveryStatuses]
  return (
    <nav aria-label="Log by status" className="mb-3 flex flex-wrap gap-1.5">
      {options.map((status) => (
        <Link
          key={status ?? 'all'}
          to="/webhooks/$webhookId"
          params={{ webhookId: webhook.id }}
          search={{ status }}
          replace
          resetScroll={false}
          aria-current={status === chosen ? 'true' : undefined}
          className={`flex h-8 items-center rounded-full border px-3 text-sm pointer-coarse:h-10 ${status === chosen ? 'border-accent bg-accent-soft font-semibold text-accent' : 'border-line text-muted hover:border-strong-line'}`}
        >
          {status ? deliveryStatusLabel(status) : 'All'}
        </Link>
      ))}
    </nav>
  )
}

function Row({ delivery, status }: { delivery: Delivery; status: DeliveryStatus | undefined }) {
  const { id, webhookId, event, timestamp, responseCode, retryCount, nextAttemptAt } = delivery
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to="/webhooks/$webhookId"
        params={{ webhookId }}
        search={{ status, delivery: id }}
        replace
        resetScroll={false}
        className="-mx-2 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 rounded-lg px-2 py-2.5 hover:bg-raised sm:grid-cols-[minmax(0,1fr)_14rem_8rem_7rem]"
      >
        <span className="truncate font-mono text-sm">{event}</span>
        <span className="order-last text-sm text-muted sm:order-none">
          {nextAttemptAt && (
            <>
              {retryCount > 0 || delivery.status === 'Retrying' ? 'next try ' : 'due '}
              <When at={nextAttemptAt} />
            </>
          )}
          {!nextAttemptAt && (responseCode ? `answered ${responseCode}` : '')}
          {retryCount > 0 && ` · ${retryCount} ${retryCount === 1 ? 'retry' : 'retries'}`}
        </span>
        <span className="justify-self-end sm:justify-self-start">
          <DeliveryStatusBadge status={delivery.status} />
        </span>
        <span className="order-last justify-self-end text-sm text-muted">
          <When at={timestamp} />
        </span>
      </Link>
    </li>
  )
}
