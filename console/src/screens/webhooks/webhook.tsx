import { Button, IconButton } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Ellipsis, History, Pencil, RefreshCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { outdate, query } from '../../api/queries.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Page } from '../../ui/page.tsx'
import { ActiveSwitch } from './active-switch.tsx'
import { Delivery } from './delivery.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { EditWebhook } from './edit-webhook.tsx'
import { hostOf } from './host.ts'
import { ReplayRange } from './replay-range.tsx'
import { SendTest } from './send-test.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { touched } from './touched.ts'
import { Trouble } from './trouble.tsx'
import { WebhookSettings } from './webhook-settings.tsx'
import { WebhookState } from './webhook-state.tsx'

const route = getRouteApi('/signed-in/webhooks/$webhookId')

type Doing = 'edit' | 'test' | 'rotate' | 'delete'

const hour = 3_600_000

export function Webhook() {
  const { webhookId } = route.useParams()
  const { status, delivery } = route.useSearch()
  const navigate = route.useNavigate()
  const webhook = useSuspenseQuery(query('readWebhook', { params: { id: webhookId } })).data.data
  const [doing, setDoing] = useState<Doing>()
  const [replaySince, setReplaySince] = useState<string>()
  const stop = () => setDoing(undefined)
  const replay = () => setReplaySince(webhook.failingSince ?? new Date(Date.now() - hour).toISOString())
  return (
    <Page
      title={webhook.description || hostOf(webhook.url)}
      crumbs={[{ label: 'Webhooks', link: { to: '/webhooks' } }]}
      badge={<WebhookState webhook={webhook} />}
      actions={
        <>
          <div className="flex min-h-10 items-center px-2">
            <ActiveSwitch webhook={webhook} />
          </div>
          <Button icon={Send} onClick={() => setDoing('test')}>
            Send a test
          </Button>
          <Button icon={Pencil} onClick={() => setDoing('edit')}>
            Edit
          </Button>
          <Menu
            trigger={<IconButton icon={Ellipsis} label="More to do" tip="More" look="plain" />}
            items={[
              { label: 'Replay a time range', icon: History, onSelect: replay },
              { label: 'Rotate the secret', icon: RefreshCw, onSelect: () => setDoing('rotate') },
              'line',
              { label: 'Delete', icon: Trash2, danger: true, onSelect: () => setDoing('delete') },
            ]}
          />
        </>
      }
    >
      <Trouble webhook={webhook} onReplay={setReplaySince} />
      <WebhookSettings webhook={webhook} />
      <DeliveryLog webhook={webhook} status={status} />
      {delivery && (
        <Delivery
          webhook={webhook}
          deliveryId={delivery}
          onClose={() => void navigate({ search: { status }, replace: true, resetScroll: false })}
        />
      )}
      {doing === 'edit' && <EditWebhook webhook={webhook} onClose={stop} />}
      {doing === 'test' && <SendTest webhook={webhook} onClose={stop} />}
      {replaySince && (
        <ReplayRange webhook={webhook} since={replaySince} onClose={() => setReplaySince(undefined)} />
      )}
      <RotateSecret webhook={webhook} open={doing === 'rotate'} onClose={stop} />
      <DeleteWebhook webhook={webhook} open={doing === 'delete'} onClose={stop} />
    </Page>
  )
}

interface AskProps {
  webhook: Reply<'readWebhook'>['data']
  open: boolean
  onClose: () => void
}

function RotateSecret({ webhook, open, onClose }: AskProps) {
  const queryClient = useQueryClient()
  const [made, setMade] = useState<Reply<'rotateWebhookSecret'>['data']>()
  const rotate = async () => {
    const { data } = await call('rotateWebhookSecret', { params: { id: webhook.id }, body: {} })
    const { secret: _, ...changed } = data
    setMade(data)
    await touched(queryClient, changed)
  }
  return (
    <>
      <Confirm
        open={open}
        onClose={onClose}
        title="Rotate the secret?"
        action="Rotate"
        look="primary"
        onConfirm={rotate}
      >
        <p>
          A new secret signs from now on; you see it once. The old one signs along for 24 hours, so that the
          receiver can change in between.
        </p>
      </Confirm>
      {made && <ShownSecret made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}

function DeleteWebhook({ webhook, open, onClose }: AskProps) {
  const queryClient = useQueryClient()
  const navigate = route.useNavigate()
  const remove = async () => {
    await call('deleteWebhook', { params: { id: webhook.id } })
    notify('The webhook is deleted.')
    await navigate({ to: '/webhooks' })
    await outdate(queryClient, 'listWebhooks')
  }
  return (
    <Confirm open={open} onClose={onClose} title="Delete the webhook?" action="Delete" onConfirm={remove}>
      <p className="font-mono text-sm break-all">{webhook.url}</p>
      <p>It hears of nothing any more, what waits is not sent, and its log is gone. That cannot be undone.</p>
    </Confirm>
  )
}
