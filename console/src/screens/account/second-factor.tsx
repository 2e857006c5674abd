import { Badge } from '@dailies/ui/badges.tsx'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { When } from '@dailies/ui/time.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { outdate, query } from '../../api/queries.ts'
import { useSecondFactorRequired } from '../../app/passwords.ts'
import { counted } from '../../ui/counted.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Section } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { AskPassword } from './ask-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** With the QR code, which few look at, and once. */
const SetUpSecondFactor = lazyPart(async () => (await import('./set-up-second-factor.tsx')).SetUpSecondFactor)

/** What is asked for beside the password. */
export function SecondFactor() {
  const queryClient = useQueryClient()
  const factor = useQuery(query('readSecondFactor', {}))
  const passkeys = useQuery(query('listPasskeys', {})).data?.data.length ?? 0
  const isRequired = useSecondFactorRequired()
  const [doing, setDoing] = useState<'set up' | 'renew' | 'turn off'>()
  const [codes, setCodes] = useState<string[]>()
  const stop = () => setDoing(undefined)
  const changed = () => outdate(queryClient, 'readSecondFactor', 'readAccount', 'listSessions')

  return (
    <Section
      title="Second factor"
      description="A code of an app on your phone, asked for beside the password: who learns the password alone does not get in."
    >
      {factor.isPending ? (
        <LoadingRows rows={1} />
      ) : factor.isError ? (
        <Failed error={factor.error} onRetry={() => void factor.refetch()} />
      ) : factor.data.data.since === null ? (
        <Button onClick={() => setDoing('set up')}>Set up</Button>
      ) : (
        <div className="flex flex-col gap-3">
          <p>
            <Badge tone="good">On</Badge> Set up <When at={factor.data.data.since} />.{' '}
            <Left count={factor.data.data.recoveryCodes} />
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setDoing('set up')}>Move to another phone</Button>
            <Button onClick={() => setDoing('renew')}>New recovery codes</Button>
            {(!isRequired || passkeys > 0) && (
              <Button look="danger" onClick={() => setDoing('turn off')}>
                Turn off
              </Button>
            )}
          </div>
          {isRequired && (
            <p className="text-sm text-muted">
              Whoever signs in with a password needs one here, or a passkey: the last of these stays.
            </p>
          )}
        </div>
      )}
      {doing === 'set up' && (
        <SetUpSecondFactor
          isMove={Boolean(factor.data?.data.since)}
          onClose={stop}
          onDone={async ({ recoveryCodes }) => {
            stop()
            setCodes(recoveryCodes)
            await changed()
          }}
        />
      )}
      {doing === 'renew' && (
        <AskPassword
          title="New recovery codes?"
          description="Those that you have work no more."
          action="Make new ones"
          onClose={stop}
          onPassword={async (body) => {
            const { data } = await call('renewRecoveryCodes', { body })
            stop()
            setCodes(data.recoveryCodes)
            await changed()
          }}
        />
      )}
      {doing === 'turn off' && (
        <AskPassword
          title="Turn the second factor off?"
          description={
            isRequired
              ? 'From then on you sign in with a passkey alone. The recovery codes work no more.'
              : 'From then on the password alone lets you in. The recovery codes work no more.'
          }
          action="Turn off"
          look="danger"
          onClose={stop}
          onPassword={async (body) => {
            await call('turnOffSecondFactor', { body })
            stop()
            notify('The second factor is off.')
            await changed()
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Section>
  )
}

function Left({ count }: { count: number }) {
  if (count > 3) return <>{counted(count, 'recovery code')} left.</>
  return (
    <span className="text-warn">
      {count === 0 ? 'No recovery code' : `Only ${counted(count, 'recovery code')}`} left: make new ones, or
      without the phone you are locked out.
    </span>
  )
}
