import type { Link } from '@dailies/contract/link.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { IconButton } from '@dailies/ui/button.tsx'
import { When } from '@dailies/ui/time.tsx'
import {
  Ban,
  CircleCheck,
  CircleX,
  Ellipsis,
  Lock,
  type LucideIcon,
  Pencil,
  Trash2,
  Users,
} from 'lucide-react'
import { counted } from '../../ui/counted.ts'
import { Menu } from '../../ui/menu.tsx'
import { rightsText } from './link-fields.tsx'

export type LinkDeed = 'edit' | 'guests' | 'revoke'

const states: Record<
  Link['state'],
  { label: string; tone: 'good' | 'neutral' | 'danger'; icon: LucideIcon }
> = {
  live: { label: 'Live', tone: 'good', icon: CircleCheck },
  expired: { label: 'Expired', tone: 'neutral', icon: CircleX },
  revoked: { label: 'Revoked', tone: 'danger', icon: Ban },
}

export function LinkRow({ link, onDeed }: { link: Link; onDeed: (deed: LinkDeed) => void }) {
  const { name, state, views, guests, expiresAt, revokedAt, lastViewedAt } = link
  const { label, tone, icon } = states[state]
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-b-0">
      <div className={`min-w-0 flex-1 ${state === 'live' ? '' : 'text-muted'}`}>
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="min-w-0 truncate font-semibold" title={name}>
            <bdi>{name}</bdi>
          </h3>
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
          {link.hasPassword && <Badge icon={Lock}>Password</Badge>}
        </div>
        <p className="mt-0.5 text-sm wrap-anywhere">
          {shownText(link)}
          {link.createdBy && (
            <span className="text-muted">
              {' '}
              · by <bdi>{link.createdBy.name}</bdi>
            </span>
          )}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{rightsText(link)}</p>
        <p className="text-sm text-muted">
          {counted(views, 'view')} by {counted(guests, 'guest')}
          {lastViewedAt && (
            <>
              , last <When at={lastViewedAt} />
            </>
          )}{' '}
          · {revokedAt ? 'revoked' : state === 'expired' ? 'expired' : 'ends'}{' '}
          <When at={revokedAt ?? expiresAt} />
        </p>
      </div>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={`More for ${name.slice(0, 80)}`} tip="More" />}
        items={[
          { label: 'Guests', icon: Users, onSelect: () => onDeed('guests') },
          ...(state === 'revoked'
            ? []
            : ([
                { label: 'Change', icon: Pencil, onSelect: () => onDeed('edit') },
                'line',
                { label: 'Revoke', icon: Trash2, danger: true, onSelect: () => onDeed('revoke') },
              ] as const)),
        ]}
      />
    </li>
  )
}

function shownText({ shows, title }: Link): string {
  if (shows === 'scene') return `Scene ${title}`
  return shows === 'film' ? 'The film' : `Playlist ${title}`
}
