import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { DailiesError } from '../../../sdk/src/error.ts'
import { call } from '../api/call.ts'
import { query } from '../api/queries.ts'
import { Actions } from '../ui/dialog.tsx'
import { FormError, useDraft, useSubmit } from '../ui/form.tsx'
import { useAccount } from './account.ts'
import { CodeForm } from './code-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { sessionGoesOn } from './session.ts'

/** Asks whoever was signed in for the password, and goes on with what is on the screen. */
export function PasswordForm() {
  const account = useAccount()
  const goOn = useGoOn()
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  const { values, set } = useDraft({ password: '' })
  const form = useSubmit(async () => {
    const { data } = await call('signIn', { body: { email: account.email, password: values.password } })
    if ('codeAsked' in data) setIsCodeAsked(true)
    else await goOn(data)
  })
  /** A passkey, or the code of another tab, may be somebody else's, whose page is another. */
  const goOnAs = async (entered: typeof account) => {
    if (entered.id === account.id) await goOn(entered)
    else location.reload()
  }
  const { password = true, provider = false } = account.signsIn ?? {}
  if (isCodeAsked) return <CodeForm onEntered={goOnAs} onBack={() => setIsCodeAsked(false)} />
  if (!password) return <ProviderForm account={account} />
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      {provider && <ProviderForm account={account} />}
      <p className="wrap-anywhere">
        {account.name} <span className="text-muted">{account.email}</span>
      </p>
      {/* For password managers: whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus
        required
        value={values.password}
        errors={form.fieldErrors.password}
        onChange={(event) => set({ password: event.target.value })}
      />
      <FormError>{form.message(['password'])}</FormError>
      <Actions>
        <Button type="submit" look="primary" busy={form.busy}>
          Sign in
        </Button>
      </Actions>
      <PasskeyButton onEntered={goOnAs} />
    </form>
  )
}

/** The provider is gone to in another tab, so that nothing of this one is lost. */
function ProviderForm({ account }: { account: ReturnType<typeof useAccount> }) {
  const goOn = useGoOn()
  const form = useSubmit(async () => {
    const { data } = await call('readAccount', {}).catch((error: unknown) => {
      const isNobody = error instanceof DailiesError && error.status === 401
      throw isNobody
        ? new DailiesError('You are not signed in yet: do that in the other tab first', { status: 401 })
        : error
    })
    if (data.id === account.id) await goOn(data)
    else location.reload()
  })
  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        <a href="/sign-in" target="_blank" rel="noopener" className="underline">
          Sign in in another tab
        </a>{' '}
        as {account.name}, and come back to this one.
      </p>
      <FormError>{form.message([])}</FormError>
      <Actions>
        <Button look="primary" busy={form.busy} onClick={(event) => form.submit(event)}>
          I have signed in: go on
        </Button>
      </Actions>
    </div>
  )
}

/** What failed for want of a session is asked for again; what is typed stays. */
function useGoOn() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (account: ReturnType<typeof useAccount>) => {
    queryClient.setQueryData(query('readAccount', {}).queryKey, { data: account, metadata: {} })
    queryClient.removeQueries({
      predicate: ({ state }) => state.status === 'error' && state.data === undefined,
    })
    sessionGoesOn()
    await queryClient.invalidateQueries()
    await router.invalidate()
  }
}
