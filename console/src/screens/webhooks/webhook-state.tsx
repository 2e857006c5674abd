import type { Webhook } from '@dailies/contract/webhook.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { CircleAlert, CircleCheck, CirclePause, CircleSlash } from 'lucide-react'

/** How a webhook is. */
export function WebhookState({ webhook: { active, pausedAt, failingSince } }: { webhook: Webhook }) {
  if (pausedAt) {
    return (
      <Badge tone="danger" icon={CirclePause}>
        Paused
      </Badge>
    )
  }
  if (!active) return <Badge icon={CircleSlash}>Off</Badge>
  if (failingSince) {
    return (
      <Badge tone="warn" icon={CircleAlert}>
        Failing
      </Badge>
    )
  }
  return (
    <Badge tone="good" icon={CircleCheck}>
      On
    </Badge>
  )
}
