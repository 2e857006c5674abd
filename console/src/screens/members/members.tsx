import type { Member } from '@dailies/contract/member.ts'
import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { MailPlus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { query } from '../../api/queries.ts'
import { useAccount } from '../../app/account.ts'
import { useWayWithoutInvitation } from '../../app/passwords.ts'
import { useCommands } from '../../palette/commands.ts'
import { useMay } from '../../production/role.tsx'
import { projectRoleItems } from '../../production/role-words.ts'
import { counted } from '../../ui/counted.ts'
import { Section } from '../../ui/page.tsx'
import { AddMembers } from './add-members.tsx'
import { LeaveProject } from './leave-project.tsx'
import { MemberChanges } from './member-changes.tsx'
import { MemberRow } from './member-row.tsx'
import { RemoveMember } from './remove-member.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/members')

/** Who is in the film, and what they may do there. */
export function Members() {
  const { projectId } = route.useParams()
  const account = useAccount()
  const members = useSuspenseQuery(query('listMembers', { params: { id: projectId } })).data.data
  const mayManage = useMay('owner')
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<Member>()
  useCommands(() =>
    mayManage ? [{ name: 'Add somebody', icon: UserPlus, run: () => setIsAdding(true) }] : [],
  )
  const owners = members.filter(({ role }) => role === 'owner').length
  const byThemselves = useWayWithoutInvitation()
  const mayInvite = mayManage && account.role === 'administrator' && byThemselves === undefined
  return (
    <>
      <Section
        title="Members"
        description={
          mayManage
            ? counted(members.length, 'member')
            : `${counted(members.length, 'member')}. Owners decide who is one, and as what.`
        }
        actions={
          mayManage && (
            <div className="flex flex-wrap gap-2">
              {mayInvite && <Invite projectId={projectId} />}
              <Button look="primary" icon={UserPlus} onClick={() => setIsAdding(true)}>
                Add somebody
              </Button>
            </div>
          )
        }
      >
        <ul aria-label="Members" className="flex flex-col">
          {members.map((member) => (
            <MemberRow
              key={member.userId}
              projectId={projectId}
              member={member}
              isOwn={member.userId === account.id}
              isLastOwner={member.role === 'owner' && owners === 1}
              onRemove={() => setRemoving(member)}
            />
          ))}
        </ul>
        {members.length === 1 && mayManage && (
          <p className="mt-2 text-sm text-muted">
            Nobody else sees this film. Add whoever has an account here;{' '}
            {mayInvite
              ? 'invite whoever has none'
              : byThemselves
                ? `whoever has none gets one ${byThemselves}`
                : 'an administrator invites whoever has none'}
            .
          </p>
        )}
        <RoleHelp />
      </Section>
      <MemberChanges projectId={projectId} />
      {isAdding && (
        <AddMembers projectId={projectId} mayInvite={mayInvite} onClose={() => setIsAdding(false)} />
      )}
      {removing &&
        (removing.userId === account.id ? (
          <LeaveProject projectId={projectId} member={removing} onClose={() => setRemoving(undefined)} />
        ) : (
          <RemoveMember projectId={projectId} member={removing} onClose={() => setRemoving(undefined)} />
        ))}
    </>
  )
}

function Invite({ projectId }: { projectId: string }) {
  return (
    <Link to="/users" search={{ invite: projectId }} className={buttonLook()}>
      <MailPlus size={16} aria-hidden />
      Invite by link
    </Link>
  )
}

function RoleHelp() {
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit rounded-lg py-2 pr-2 text-muted">What the roles mean</summary>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
        {projectRoleItems.map(({ value, label, hint }) => (
          <div key={value} className="grid sm:col-span-2 sm:grid-cols-subgrid">
            <dt className="font-medium">{label}</dt>
            <dd className="text-muted">{hint}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
