import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { DailiesError } from '../../../../sdk/src/error.ts'
import { call } from '../../api/call.ts'
import { useEnter } from '../../app/session.ts'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { NewPasswordField } from './new-password-field.tsx'

/**
 * The secret of the address, in the part that browsers keep to themselves; also of one that is corrected in the same
 * tab.
 */
export function useSecret(): string {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('hashchange', listener)
      return () => window.removeEventListener('hashchange', listener)
    },
    () => location.hash.slice(1),
  )
}

interface NewUserFormProps {
  endpoint: 'setUp' | 'acceptInvitation'
  secret: string
  email?: string | null
  /** What it says when somebody else was quicker. */
  whenUsedUp: string
  action: string
}

/** Makes the user that a secret lets somebody make, and signs in. */
export function NewUserForm({ endpoint, secret, email, whenUsedUp, action }: NewUserFormProps) {
  const router = useRouter()
  const enter = useEnter()
  const { values, set } = useDraft({ email: email ?? '', name: '', password: '' })
  const form = useSubmit(async () => {
    const { data } = await call(endpoint, { body: { ...values, secret } }).catch((error: unknown) => {
      const isUsedUp = error instanceof DailiesError && error.status === 404
      throw isUsedUp ? new DailiesError(whenUsedUp, { status: 404 }) : error
    })
    enter(data)
    // Whoever has to set up a second factor first sees no film before.
    const projectId = data.secondFactorMissing ? undefined : await onlyFilm()
    await router.navigate(
      projectId
        ? { to: '/projects/$projectId', params: { projectId }, replace: true }
        : { to: '/projects', replace: true },
    )
  })
  const { clear } = form
  // What was wrong with the address before says nothing of this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new secret counts
  useEffect(() => clear(), [secret])
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        required
        autoFocus
        value={values.name}
        errors={form.fieldErrors.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label="Email"
        type="email"
        name="username"
        autoComplete="username"
        required
        readOnly={Boolean(email)}
        value={values.email}
        errors={form.fieldErrors.email}
        onChange={(event) => set({ email: event.target.value })}
      />
      <NewPasswordField
        label="Password"
        name="password"
        value={values.password}
        errors={form.fieldErrors.password}
        onChange={(event) => set({ password: event.target.value })}
      />
      <FormError>{form.message(['email', 'name', 'password'])}</FormError>
      <Button type="submit" look="primary" busy={form.busy}>
        {action}
      </Button>
    </form>
  )
}

/** Whoever was invited into one film wants to see that one. */
async function onlyFilm(): Promise<string | undefined> {
  const films = await call('browseProjects', { query: { limit: 2 } }).catch(() => undefined)
  return films?.data.length === 1 ? films.data[0]?.id : undefined
}
