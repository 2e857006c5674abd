import type { Account } from '@dailies/contract/account.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { IconButton } from '@dailies/ui/button.tsx'
import { When } from '@dailies/ui/time.tsx'
import { Ellipsis, KeyRound, LogOut, ShieldCheck, ShieldMinus, Trash2, UserCheck, UserX } from 'lucide-react'
import { Face } from '../../ui/face.tsx'
import { Menu } from '../../ui/menu.tsx'
import { roleLabels } from './roles.ts'

export type UserDeed = 'role' | 'sign-out' | 'second-factor' | 'disable' | 'remove'

const disable = { label: 'Disable', icon: UserX, danger: true }
const enable = { label: 'Enable', icon: UserCheck }

interface UserRowProps {
  user: Account
  isOwn: boolean
  onDeed: (deed: UserDeed) => void
}

export function UserRow({ user, isOwn, onDeed }: UserRowProps) {
  const { name, email, role, createdAt, disabledAt, secondFactorAt, passkeys } = user
  const isAdministrator = role === 'administrator'
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-b-0">
      <Face name={name} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 truncate font-medium" title={name}>
            <bdi>{name}</bdi>
          </p>
          <Badge tone={isAdministrator ? 'violet' : 'neutral'}>{roleLabels[role]}</Badge>
          {isOwn && <Badge tone="good">You</Badge>}
          {secondFactorAt && <Badge>Second factor</Badge>}
          {passkeys > 0 && <Badge>Passkey</Badge>}
          {disabledAt && <Badge tone="warn">Disabled</Badge>}
        </div>
        <p className="truncate text-sm text-muted" title={email}>
          {email} · added <When at={createdAt} />
        </p>
      </div>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={`More for ${name.slice(0, 80)}`} tip="More" />}
        items={[
          {
            label: isAdministrator ? 'Make a member' : 'Make an administrator',
            icon: isAdministrator ? ShieldMinus : ShieldCheck,
            onSelect: () => onDeed('role'),
          },
          { label: 'End all sessions', icon: LogOut, danger: true, onSelect: () => onDeed('sign-out') },
          ...(isOwn
            ? []
            : [
                {
                  label: 'Reset second factor and passkeys',
                  icon: KeyRound,
                  danger: true,
                  onSelect: () => onDeed('second-factor'),
                },
                { ...(disabledAt ? enable : disable), onSelect: () => onDeed('disable') },
                'line' as const,
                { label: 'Remove for good', icon: Trash2, danger: true, onSelect: () => onDeed('remove') },
              ]),
        ]}
      />
    </li>
  )
}
