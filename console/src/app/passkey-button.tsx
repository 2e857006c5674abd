import { Button } from '@dailies/ui/button.tsx'
import { KeyRound } from 'lucide-react'
import type { Reply } from '../api/call.ts'
import { FormError, useSubmit } from '../ui/form.tsx'
import { signInByPasskey, usePasskeys } from './passkeys.ts'

interface PasskeyButtonProps {
  onEntered: (account: Reply<'finishPasskeySignIn'>['data']) => unknown
}

/** Signs in without an address typed; not there where passkeys do not work. */
export function PasskeyButton({ onEntered }: PasskeyButtonProps) {
  const form = useSubmit(async () => onEntered(await signInByPasskey()))
  if (!usePasskeys().works) return null
  return (
    <div className="flex flex-col gap-3">
      <Button icon={KeyRound} busy={form.busy} onClick={() => void form.submit()}>
        Sign in with a passkey
      </Button>
      <FormError>{form.message([])}</FormError>
    </div>
  )
}
