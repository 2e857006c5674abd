import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { query } from '../../api/queries.ts'
import { useEnter } from '../../app/session.ts'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { Frame } from '../../ui/frame.tsx'

const route = getRouteApi('/sign-in')

export function SignIn() {
  const { to } = route.useSearch()
  const router = useRouter()
  const enter = useEnter()
  const installation = useQuery(query('readInstallation', {}))
  const { values, set } = useDraft({ email: '', password: '' })
  const form = useSubmit(async () => {
    const { data } = await call('signIn', { body: values })
    enter(data)
    router.history.push(ownPath(to))
  })

  if (installation.data?.data.setUp === false) return <NotSetUp />
  return (
    <Frame title="Sign in">
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          label="Email"
          type="email"
          name="username"
          autoComplete="username"
          required
          autoFocus
          value={values.email}
          errors={form.fieldErrors.email}
          onChange={(event) => set({ email: event.target.value })}
        />
        <TextField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={values.password}
          errors={form.fieldErrors.password}
          onChange={(event) => set({ password: event.target.value })}
        />
        <FormError>{form.message(['email', 'password'])}</FormError>
        <Button type="submit" look="primary" busy={form.busy}>
          Sign in
        </Button>
        {installation.data?.data.mail ? (
          <p className="text-sm">
            <Link to="/forgotten-password" className="underline">
              Forgot your password?
            </Link>
          </p>
        ) : (
          <p className="text-sm text-muted">
            Forgot it? Whoever runs this installation sets a new one with{' '}
            <code className="font-mono">dailies user password</code>.
          </p>
        )}
      </form>
    </Frame>
  )
}

/** Where to go on: only ever a place of the console. */
function ownPath(to: string | undefined): string {
  return to?.startsWith('/') && !/^\/[/\\]/.test(to) ? to : '/projects'
}

function NotSetUp() {
  return (
    <Frame title="Welcome">
      <p>
        Nobody has an account here yet. Open the address that <code className="font-mono">dailies serve</code>{' '}
        showed in its terminal when it started: it makes the first one.
      </p>
      <p className="mt-3 text-sm text-muted">
        It is valid for 30 minutes. Start the service again for a new one.
      </p>
    </Frame>
  )
}
