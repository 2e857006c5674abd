import type { Session } from '@dailies/contract/account.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { exactTime, When } from '@dailies/ui/time.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { outdate, query } from '../../api/queries.ts'
import { useLeave } from '../../app/session.ts'
import { useCommands } from '../../palette/commands.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { errorText } from '../../ui/error-text.ts'
import { Section } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { browserName } from './browser-name.ts'

/** Where somebody is signed in. */
export function Sessions() {
  const sessions = useQuery(query('listSessions', {}))
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = useLeave()
  useCommands(() => [{ name: 'Sign out everywhere', icon: LogOut, run: () => setIsLeaving(true) }])
  return (
    <Section
      title="Sessions"
      description="Where you are signed in. Each ends by itself 30 days after it was last used."
      actions={
        <Button look="danger" icon={LogOut} onClick={() => setIsLeaving(true)}>
          Sign out everywhere
        </Button>
      }
    >
      {sessions.isPending ? (
        <LoadingRows rows={2} />
      ) : sessions.isError ? (
        <Failed error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : (
        <ul aria-label="Sessions" className="flex flex-col">
          {sessions.data.data.map((session) => (
            <Row key={session.id} session={session} />
          ))}
        </ul>
      )}
      <Confirm
        open={isLeaving}
        onClose={() => setIsLeaving(false)}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        onConfirm={async () => {
          const { data } = await call('signOut', { body: { everywhere: true } })
          await leave()
          if (data.provider !== undefined) location.assign(data.provider)
        }}
      >
        <p>All your sessions end, this one too. Tokens stay valid.</p>
      </Confirm>
    </Section>
  )
}

function Row({ session }: { session: Session }) {
  const queryClient = useQueryClient()
  const leave = useLeave()
  const [busy, setBusy] = useState(false)
  const { id, current, address, userAgent, lastSeenAt, createdAt } = session
  const name = browserName(userAgent)
  const end = async () => {
    setBusy(true)
    try {
      await call('endSession', { params: { id } })
      if (current) return await leave()
      await outdate(queryClient, 'listSessions')
    } catch (error) {
      notify(errorText(error), { failed: true })
    }
    setBusy(false)
  }
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-b-0">
      <MonitorSmartphone size={20} className="shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium" title={userAgent ?? undefined}>
          {name} {current && <Badge tone="good">This one</Badge>}
        </p>
        <p className="text-sm text-muted">
          {address && `From ${address} · `}
          {current ? 'in use' : <When at={lastSeenAt} />} · signed in {exactTime(createdAt)}
        </p>
      </div>
      <Button
        size="small"
        busy={busy}
        aria-label={current ? 'Sign out here' : `End the session of ${name}`}
        onClick={() => void end()}
      >
        {current ? 'Sign out' : 'End'}
      </Button>
    </li>
  )
}
