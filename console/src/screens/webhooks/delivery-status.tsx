import type { DeliveryStatus as Status } from '@dailies/contract/webhook.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { CircleCheck, CircleX, Hourglass, type LucideIcon, RotateCw } from 'lucide-react'

const looks: Record<Status, { label: string; tone: 'info' | 'warn' | 'good' | 'danger'; icon: LucideIcon }> =
  {
    Pending: { label: 'Waiting', tone: 'info', icon: Hourglass },
    Retrying: { label: 'Trying again', tone: 'warn', icon: RotateCw },
    Success: { label: 'Delivered', tone: 'good', icon: CircleCheck },
    Failed: { label: 'Failed', tone: 'danger', icon: CircleX },
  }

export const deliveryStatuses = Object.keys(looks) as Status[]

export function deliveryStatusLabel(status: Status): string {
  return looks[status].label
}

export function DeliveryStatusBadge({ status }: { status: Status }) {
  const { label, tone, icon } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
