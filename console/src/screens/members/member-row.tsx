import type { Member, ProjectRole } from '@dailies/contract/member.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { Button, IconButton } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { exactTime, When } from '@dailies/ui/time.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, LogOut, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useMay } from '../../production/role.tsx'
import { aRole, projectRoleItems, projectRoleLabels } from '../../production/role-words.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { errorText } from '../../ui/error-text.ts'
import { Face } from '../../ui/face.tsx'
import { Menu } from '../../ui/menu.tsx'
import { nameInText } from '../../ui/name-in-text.ts'
import { membersChanged } from './members-changed.ts'

interface MemberRowProps {
  projectId: string
  member: Member
  isOwn: boolean
  isLastOwner: boolean
  /** Asks before the member goes. */
  onRemove: () => void
}

/** Somebody in the film, with what may be done about it. */
export function MemberRow({ projectId, member, isOwn, isLastOwner, onRemove }: MemberRowProps) {
  const { name, role, createdAt, disabledAt } = member
  const mayManage = useMay('owner')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-3 last:border-b-0">
      <Face name={name} />
      <div className="min-w-0 flex-1 basis-48">
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 truncate font-medium" title={name}>
            <bdi>{name}</bdi>
          </p>
          {isOwn && <Badge tone="good">You</Badge>}
          {disabledAt && <Badge tone="warn">Disabled</Badge>}
        </div>
        <p className="text-sm text-muted" title={exactTime(createdAt)}>
          {projectRoleLabels[role]} · added <When at={createdAt} />
        </p>
        {isLastOwner && isOwn && (
          <p className="text-sm text-muted">
            A film has an owner: to leave, or to be something else, make somebody else an owner first.
          </p>
        )}
      </div>
      {!isLastOwner && (
        <div className="flex items-center gap-2 max-sm:ml-12">
          {mayManage && <RoleMenu projectId={projectId} member={member} isOwn={isOwn} />}
          {isOwn ? (
            <Button icon={LogOut} onClick={onRemove}>
              Leave
            </Button>
          ) : (
            mayManage && (
              <IconButton
                icon={UserMinus}
                label={`Remove ${nameInText(name)}`}
                tip="Remove"
                look="plain"
                onClick={onRemove}
              />
            )
          )}
        </div>
      )}
    </li>
  )
}

/** Another role, at once; one's own only after a question, for nobody gives it back to oneself. */
function RoleMenu({ projectId, member, isOwn }: { projectId: string; member: Member; isOwn: boolean }) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<ProjectRole>()
  const { userId, name, role } = member
  const change = async (next: ProjectRole) => {
    await call('updateMember', { params: { id: projectId, userId }, body: { role: next, was: { role } } })
    notify(`${isOwn ? 'You are' : `${nameInText(name)} is`} ${aRole(next)} now`)
    await membersChanged(queryClient)
  }
  const choose = (next: ProjectRole) => {
    if (next === role) return
    if (isOwn) setAsked(next)
    else
      change(next).catch((error) => {
        notify(errorText(error), { failed: true })
        void membersChanged(queryClient)
      })
  }
  return (
    <>
      <Menu
        trigger={
          <Button aria-label={`Role of ${nameInText(name)}: ${projectRoleLabels[role]}`}>
            {projectRoleLabels[role]}
            <ChevronDown size={16} aria-hidden />
          </Button>
        }
        items={projectRoleItems.map(({ value, label }) => ({
          label: value === role ? `${label} ✓` : label,
          onSelect: () => choose(value),
        }))}
      />
      {asked && (
        <Confirm
          open
          onClose={() => setAsked(undefined)}
          title="Stop being an owner?"
          action={`Become ${aRole(asked)}`}
          onConfirm={() => change(asked)}
        >
          <p>
            Who is a member is for other owners to decide from then on, and only they can make you one again.
          </p>
        </Confirm>
      )}
    </>
  )
}
