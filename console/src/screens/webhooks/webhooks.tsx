import type { Webhook as WebhookType } from '@dailies/contract/webhook.ts'
import { Button } from '@dailies/ui/button.tsx'
import { Empty } from '@dailies/ui/states.tsx'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '../../api/call.ts'
import { pages } from '../../api/queries.ts'
import { useCommands } from '../../palette/commands.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { ActiveSwitch } from './active-switch.tsx'
import { hostOf } from './host.ts'
import { NewWebhook } from './new-webhook.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { WebhookState } from './webhook-state.tsx'

export function Webhooks() {
  const list = useSuspenseInfiniteQuery(pages('listWebhooks', {}))
  const webhooks = list.data.pages.flatMap(({ data }) => data)
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<Reply<'createWebhook'>['data']>()
  useCommands(() => [{ name: 'New webhook', icon: Plus, run: () => setIsMaking(true) }])
  return (
    <Page
      title="Webhooks"
      actions={
        <Button look="primary" icon={Plus} onClick={() => setIsMaking(true)}>
          New webhook
        </Button>
      }
    >
      <p className="max-w-prose text-muted">
        Tell other tools when a take is captured, picked or approved, or when a scene is complete.
      </p>
      {webhooks.length === 0 ? (
        <Empty
          icon={Webhook}
          title="No webhooks yet"
          action={
            <Button look="primary" onClick={() => setIsMaking(true)}>
              Register the first one
            </Button>
          }
        >
          Let a Slack or Discord channel know what the team picks, or start a render when a take is final.
        </Empty>
      ) : (
        <ul aria-label="Webhooks" className="rounded-2xl border border-line bg-surface">
          {webhooks.map((webhook) => (
            <Row key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      <LoadMore list={list} label="Show older webhooks" />
      {isMaking && (
        <NewWebhook
          onClose={() => setIsMaking(false)}
          onMade={(webhook) => {
            setIsMaking(false)
            setMade(webhook)
          }}
        />
      )}
      {made && <ShownSecret made={made} onClose={() => setMade(undefined)} />}
    </Page>
  )
}

function Row({ webhook }: { webhook: WebhookType }) {
  return (
    <li className="relative flex items-center gap-4 border-b border-line px-4 py-3.5 last:border-b-0 hover:bg-raised sm:px-5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="min-w-0 truncate font-semibold">
            <Link
              to="/webhooks/$webhookId"
              params={{ webhookId: webhook.id }}
              className="after:absolute after:inset-0 after:content-['']"
            >
              <bdi>{webhook.description || hostOf(webhook.url)}</bdi>
            </Link>
          </h2>
          <WebhookState webhook={webhook} />
        </div>
        <p className="truncate font-mono text-sm text-muted" title={webhook.url}>
          {webhook.url}
        </p>
        <p className="text-sm text-muted">{webhook.events.join(', ')}</p>
      </div>
      <div className="relative flex min-h-10 items-center">
        <ActiveSwitch webhook={webhook} />
      </div>
    </li>
  )
}
