import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { query } from '../../api/queries.ts'
import { CodeForm } from '../../app/code-form.tsx'
import { ownPath } from '../../app/own-path.ts'
import { PasskeyButton } from '../../app/passkey-button.tsx'
import { ProviderButton } from '../../app/provider-sign-in.tsx'
import { useEnter } from '../../app/session.ts'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { Frame } from '../../ui/frame.tsx'

const route = getRouteApi('/sign-in')

export function SignIn() {
  const { to } = route.useSearch()
  const router = useRouter()
  const enter = useEnter()
  const installation = useQuery(query('readInstallation', {}))
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  const { values, set } = useDraft({ email: '', password: '' })
  const form = useSubmit(async () => {
    const { data } = await call('signIn', { body: values })
    if ('codeAsked' in data) setIsCodeAsked(true)
    else goIn(data)
  })
  const goIn = (account: Reply<'readAccount'>['data']) => {
    enter(account)
    router.history.push(ownPath(to))
  }

  const { setUp, mail, provider } = installation.data?.data ?? {}
  if (setUp === false) return <NotSetUp provider={provider} to={to} />
  // Nothing is typed into a form that is not to be there. A service that does not answer is told of by the form.
  if (installation.isPending && installation.failureCount === 0) {
    return (
      <Frame title="Sign in">
        <LoadingRows rows={3} />
      </Frame>
    )
  }
  if (provider?.passwords === 'nobody') {
    return (
      <Frame title="Sign in">
        <ProviderButton name={provider.name} to={to} look="primary" />
      </Frame>
    )
  }
  if (isCodeAsked) {
    return (
      <Frame title="Your second factor">
        <CodeForm onEntered={goIn} onBack={() => setIsCodeAsked(false)} />
      </Frame>
    )
  }
  return (
    <Frame title="Sign in">
      {provider && (
        <div className="mb-5 flex flex-col gap-4 border-b border-line pb-5">
          <ProviderButton name={provider.name} to={to} look="primary" />
          <p className="text-sm text-muted">
            {provider.passwords === 'administrators'
              ? 'Administrators can sign in with a password as well.'
              : 'Or with a password of this installation.'}
          </p>
        </div>
      )}
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          label="Email"
          type="email"
          name="username"
          autoComplete="username"
          required
          autoFocus={provider === undefined}
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
        <Button type="submit" {...(!provider && { look: 'primary' })} busy={form.busy}>
          Sign in
        </Button>
        <PasskeyButton onEntered={goIn} />
        {mail ? (
          <p className="text-sm">
            <Link to="/forgotten-password" className="underline">
              Forgot your password?
            </Link>
          </p>
        ) : (
          <p className="text-sm text-muted">
            Forgot the password? Whoever runs this installation sets a new one with{' '}
            <code className="font-mono">dailies user password</code>.
          </p>
        )}
      </form>
    </Frame>
  )
}

interface NotSetUpProps {
  provider: Reply<'readInstallation'>['data']['provider']
  to: string | undefined
}

function NotSetUp({ provider, to }: NotSetUpProps) {
  if (provider?.passwords === 'nobody') {
    return (
      <Frame title="Welcome">
        <p className="mb-4">
          Nobody has an account here yet. The first is made by whoever {provider.name} says is an
          administrator.
        </p>
        <ProviderButton name={provider.name} to={to} look="primary" />
      </Frame>
    )
  }
  return (
    <Frame title="Welcome">
      <p>
        Nobody has an account here yet. Open the address that <code className="font-mono">dailies serve</code>{' '}
        showed in its terminal when it started: it makes the first one.
      </p>
      <p className="mt-3 text-sm text-muted">
        It is valid for 30 minutes. Start the service again for a new one.
      </p>
      {provider && (
        <div className="mt-4 flex flex-col gap-3">
          <p className="text-sm text-muted">Or, if {provider.name} says that you are an administrator:</p>
          <ProviderButton name={provider.name} to={to} />
        </div>
      )}
    </Frame>
  )
}
