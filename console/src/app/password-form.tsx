import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { query } from '../api/queries.ts'
import { Actions } from '../ui/dialog.tsx'
import { FormError, useDraft, useSubmit } from '../ui/form.tsx'
import { useAccount } from './account.ts'
import { sessionGoesOn } from './session.ts'

/** Asks whoever was signed in for the password, and goes on with what is on the screen. */
export function PasswordForm() {
  const account = useAccount()
  const goOn = useGoOn()
  const { values, set } = useDraft({ password: '' })
  const form = useSubmit(async () => {
    const { data } = await call('signIn', { body: { email: account.email, password: values.password } })
    await goOn(data)
  })
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
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
    </form>
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
