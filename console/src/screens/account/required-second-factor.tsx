import { Button } from '@dailies/ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { KeyRound, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { outdate } from '../../api/queries.ts'
import { useAccount } from '../../app/account.ts'
import { ownPath } from '../../app/own-path.ts'
import { usePasskeys } from '../../app/passkeys.ts'
import { useSignOut } from '../../app/use-sign-out.tsx'
import { Frame } from '../../ui/frame.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { AddPasskey } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const route = getRouteApi('/second-factor')

/** With the QR code. */
const SetUpSecondFactor = lazyPart(async () => (await import('./set-up-second-factor.tsx')).SetUpSecondFactor)

/** All that there is for whoever signed in with a password alone where a second factor is required, until they have one. */
export function RequiredSecondFactor() {
  const { to } = route.useSearch()
  const { history } = useRouter()
  const { secondFactorMissing: missing, email } = useAccount()
  const [codes, setCodes] = useState<string[]>()
  const { signOut, question } = useSignOut()
  const isDone = missing === undefined && codes === undefined
  useEffect(() => {
    if (isDone) history.replace(ownPath(to))
  }, [isDone, history, to])
  return (
    <Frame title={missing === 'signIn' ? 'Sign in again' : 'Set up a second factor'}>
      <div className="flex flex-col gap-4">
        {missing === 'signIn' ? (
          <>
            <p>
              A password alone is not enough here. You have a second factor, and signed in without it: sign in
              again, with it.
            </p>
            <Button look="primary" onClick={signOut}>
              Sign in again
            </Button>
          </>
        ) : (
          <>
            <p>
              A password alone is not enough here: set up one thing more that is yours, once. Then you go on
              where you wanted to.
            </p>
            <Ways onCodes={setCodes} />
            <Button look="quiet" onClick={signOut}>
              Sign out
            </Button>
          </>
        )}
        <p className="text-sm text-muted wrap-anywhere">You are {email}.</p>
      </div>
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
      {question}
    </Frame>
  )
}

function Ways({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const queryClient = useQueryClient()
  const { works } = usePasskeys()
  const [doing, setDoing] = useState<'app' | 'passkey'>()
  const stop = () => setDoing(undefined)
  const done = () => outdate(queryClient, 'readAccount')
  return (
    <>
      <Button look="primary" icon={Smartphone} onClick={() => setDoing('app')}>
        Use an app on your phone
      </Button>
      {works && (
        <Button icon={KeyRound} onClick={() => setDoing('passkey')}>
          Use a passkey
        </Button>
      )}
      <p className="text-sm text-muted">
        {works
          ? 'An authenticator app shows a code, which you type in beside your password. A passkey is a fingerprint, your face or a security key, instead of the password.'
          : 'An authenticator app shows a code, which you type in beside your password.'}
      </p>
      {doing === 'app' && (
        <SetUpSecondFactor
          isMove={false}
          onClose={stop}
          onDone={async ({ recoveryCodes }) => {
            onCodes(recoveryCodes)
            stop()
            await done()
          }}
        />
      )}
      {doing === 'passkey' && (
        <AddPasskey
          onClose={stop}
          onDone={async () => {
            stop()
            await done()
          }}
        />
      )}
    </>
  )
}
