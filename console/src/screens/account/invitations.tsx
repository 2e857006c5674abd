import type { Invitation } from '@dailies/contract/account.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { Button } from '@dailies/ui/button.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { exactTime, When } from '@dailies/ui/time.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MailPlus, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { outdate, query } from '../../api/queries.ts'
import { useProvider } from '../../app/passwords.ts'
import { projectRoleLabels } from '../../production/role-words.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Section } from '../../ui/page.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { Failed } from '../../ui/states.tsx'
import { isOfThisMachine } from './is-of-this-machine.ts'
import { NewInvitation } from './new-invitation.tsx'
import { roleLabels } from './roles.ts'

/** Invitations that can still be accepted; `invite` is a film for which one is to be made. */
export function Invitations({ invite }: { invite: string | undefined }) {
  const navigate = useNavigate()
  const invitations = useQuery(query('listInvitations', {}))
  const provider = useProvider()
  const mayInvite = provider?.passwords !== 'nobody'
  const [isInviting, setIsInviting] = useState(invite !== undefined)
  const [made, setMade] = useState<Reply<'createInvitation'>['data']>()
  const [revoking, setRevoking] = useState<Invitation>()
  const stop = () => {
    setIsInviting(false)
    // Whoever comes back to the address is not asked again.
    if (invite) void navigate({ to: '/users', search: {}, replace: true })
  }
  return (
    <Section
      title="Open invitations"
      description={provider ? wordsFor(provider) : words}
      actions={
        mayInvite && (
          <Button look="primary" icon={Plus} onClick={() => setIsInviting(true)}>
            Invite somebody
          </Button>
        )
      }
    >
      {invitations.isPending ? (
        <LoadingRows rows={2} />
      ) : invitations.isError ? (
        <Failed error={invitations.error} onRetry={() => void invitations.refetch()} />
      ) : invitations.data.data.length === 0 ? (
        <p className="py-4 text-muted">Nobody is invited at the moment.</p>
      ) : (
        <ul aria-label="Invitations" className="flex flex-col">
          {invitations.data.data.map((invitation) => (
            <Row key={invitation.id} invitation={invitation} onRevoke={() => setRevoking(invitation)} />
          ))}
        </ul>
      )}
      {isInviting && mayInvite && (
        <NewInvitation
          projectId={invite}
          onClose={stop}
          onMade={(made) => {
            stop()
            setMade(made)
          }}
        />
      )}
      {made && (
        <ShownOnce
          title="The invitation"
          name="Link"
          secret={location.origin + made.link}
          description={
            made.mailed
              ? `Another one is on its way to ${made.email}: you need this one only if no mail arrives.`
              : 'It is shown this once: send it to whom you invite, and to nobody else.'
          }
          onClose={() => setMade(undefined)}
        >
          <p className="text-muted">It works once, for 7 days.</p>
          {isOfThisMachine(location.hostname) && <OnlyHere />}
        </ShownOnce>
      )}
      {revoking && <RevokeInvitation invitation={revoking} onClose={() => setRevoking(undefined)} />}
    </Section>
  )
}

const words = 'Whoever has the link of one makes an account with it: within 7 days, and once.'

/** Whoever is invited gets an account with a password. */
function wordsFor({ name, passwords }: NonNullable<ReturnType<typeof useProvider>>): string {
  if (passwords === 'nobody')
    return `Nobody can be invited, for nobody has a password here: people get their accounts by signing in with ${name}.`
  if (passwords === 'administrators')
    return `${words} For administrators alone: everybody else gets an account by signing in with ${name}.`
  return words
}

/** The link has the address by which this page was opened. */
function OnlyHere() {
  return (
    <p role="note" className="flex gap-2 rounded-lg bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert size={18} className="mt-0.5 shrink-0" aria-hidden />
      <span className="wrap-anywhere">
        Nobody else can open it: to everybody, {location.host} is their own machine. Open Dailies by the
        address that others reach it at, and invite them there.
      </span>
    </p>
  )
}

function Row({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const { email, role, projects, createdAt, expiresAt } = invitation
  const who = email ?? 'Anybody with the link'
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-b-0">
      <MailPlus size={20} className="shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">
          {who} <Badge tone={role === 'administrator' ? 'violet' : 'neutral'}>{roleLabels[role]}</Badge>
        </p>
        <p className="text-sm text-muted">
          Expires <When at={expiresAt} /> · invited {exactTime(createdAt)}
        </p>
        {projects.length > 0 && (
          <ul aria-label="Films" className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm">
            {projects.map(({ id, name, role }) => (
              <li key={id} className="flex min-w-0 max-w-full items-center gap-1.5">
                <bdi className="truncate" title={name}>
                  {name}
                </bdi>
                <Badge>{projectRoleLabels[role]}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button size="small" aria-label={`Revoke the invitation of ${who}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}

function RevokeInvitation({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const queryClient = useQueryClient()
  const revoke = async () => {
    await call('revokeInvitation', { params: { id: invitation.id } })
    await outdate(queryClient, 'listInvitations')
  }
  return (
    <Confirm open onClose={onClose} title="Revoke the invitation?" action="Revoke" onConfirm={revoke}>
      <p className="font-medium wrap-anywhere">{invitation.email ?? 'Anybody with the link'}</p>
      <p>Its link can no longer be used.</p>
    </Confirm>
  )
}
