import type { Token } from '@dailies/contract/token.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { IconButton } from '@dailies/ui/button.tsx'
import { When } from '@dailies/ui/time.tsx'
import { useQueries } from '@tanstack/react-query'
import {
  Ban,
  CircleCheck,
  CircleX,
  Ellipsis,
  type LucideIcon,
  Pencil,
  RefreshCw,
  TimerReset,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { query } from '../../api/queries.ts'
import { Menu } from '../../ui/menu.tsx'
import { everyPermission, isSame, permissionItems } from './permissions.ts'

export type TokenDeed = 'edit' | 'rotate' | 'revoke'

interface TokenRowProps {
  token: Token
  onDeed: (deed: TokenDeed) => void
}

export function TokenRow({ token, onDeed }: TokenRowProps) {
  const isLive = token.state === 'active' || token.state === 'expiring'
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-3.5 last:border-b-0 sm:px-5">
      <div
        className={`grid min-w-0 flex-1 gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,1fr)_9rem_10rem] ${isLive ? '' : 'text-muted'}`}
      >
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="min-w-0 truncate font-semibold" title={token.name}>
              <bdi>{token.name}</bdi>
            </h2>
            <StateBadge state={token.state} />
          </div>
          <Reach token={token} />
        </div>
        <div className="flex flex-wrap gap-x-6 lg:contents">
          <Fact label="Last used">{token.lastUsedAt ? <When at={token.lastUsedAt} /> : 'Never'}</Fact>
          <End token={token} />
        </div>
      </div>
      {isLive ? <Deeds name={token.name} onDeed={onDeed} /> : <div className="w-10 shrink-0" />}
    </li>
  )
}

const states: Record<
  Token['state'],
  { label: string; tone: 'good' | 'warn' | 'neutral' | 'danger'; icon: LucideIcon }
> = {
  active: { label: 'Active', tone: 'good', icon: CircleCheck },
  expiring: { label: 'Ends soon', tone: 'warn', icon: TimerReset },
  expired: { label: 'Expired', tone: 'neutral', icon: CircleX },
  revoked: { label: 'Revoked', tone: 'danger', icon: Ban },
}

function StateBadge({ state }: { state: Token['state'] }) {
  const { label, tone, icon } = states[state]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

/** What it may, where, and how often. */
function Reach({ token: { permissions, projectIds, rateLimit } }: { token: Token }) {
  const projects = useQueries({
    queries: projectIds.slice(0, 3).map((id) => query('readProject', { params: { id } })),
  })
  const names = projects.map(
    ({ data, isPending }) => data?.data.name ?? (isPending ? '…' : 'a project that is gone'),
  )
  const more = projectIds.length - names.length
  const may = isSame(permissions, everyPermission)
    ? 'Everything'
    : permissionItems
        .filter(({ value }) => permissions.includes(value))
        .map(({ label }) => label)
        .join(', ')
  const where =
    names.length === 0 ? 'in all projects' : `in ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return (
    <p className="mt-0.5 text-sm text-muted wrap-anywhere">
      {may} · {where}
      {rateLimit && ` · at most ${rateLimit.perMinute} requests a minute, ${rateLimit.perHour} an hour`}
    </p>
  )
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

function End({ token: { state, expiresAt, revokedAt } }: { token: Token }) {
  if (revokedAt) return <Fact label="Revoked">{day.format(new Date(revokedAt))}</Fact>
  if (state === 'expired') return <Fact label="Expired">{day.format(new Date(expiresAt))}</Fact>
  return (
    <Fact label="Expires">
      {day.format(new Date(expiresAt))}
      {state === 'expiring' && (
        <strong className="text-warn">
          {' '}
          (<When at={expiresAt} />)
        </strong>
      )}
    </Fact>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="text-sm lg:pt-0.5">
      <span className="text-muted lg:block">{label} </span>
      {children}
    </p>
  )
}

function Deeds({ name, onDeed }: { name: string; onDeed: (deed: TokenDeed) => void }) {
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label={`More for ${name.slice(0, 80)}`} tip="More" />}
      items={[
        { label: 'Rename or change', icon: Pencil, onSelect: () => onDeed('edit') },
        { label: 'Rotate', icon: RefreshCw, onSelect: () => onDeed('rotate') },
        'line',
        { label: 'Revoke', icon: Trash2, danger: true, onSelect: () => onDeed('revoke') },
      ]}
    />
  )
}
