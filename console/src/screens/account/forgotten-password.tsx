import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useProvider } from '../../app/passwords.ts'
import { ProviderButton } from '../../app/provider-sign-in.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { Frame } from '../../ui/frame.tsx'

/** Has a link to a new password mailed. Says the same whether there is such an account or not. */
export function ForgottenPassword() {
  const { values, set } = useDraft({ email: '' })
  const [asked, setAsked] = useState<string>()
  const form = useSubmit(async () => {
    await call('forgotPassword', { body: values })
    setAsked(values.email)
  })
  const provider = useProvider()
  if (provider?.passwords === 'nobody') return <WithoutPasswords name={provider.name} />
  return (
    <Frame title="Forgot your password?">
      {asked ? (
        <div role="status" className="flex flex-col gap-3 wrap-anywhere">
          <p>
            If there is an account for <strong className="font-semibold">{asked}</strong>, a link to a new
            password is on its way there. It works once, for an hour.
          </p>
          <p className="text-sm text-muted">Nothing came? Look among the spam, or ask an administrator.</p>
        </div>
      ) : (
        <form onSubmit={form.submit} className="flex flex-col gap-4">
          <TextField
            label="Email"
            type="email"
            name="username"
            autoComplete="username"
            required
            autoFocus
            hint="Of your account: you get a link by mail."
            value={values.email}
            errors={form.fieldErrors.email}
            onChange={(event) => set({ email: event.target.value })}
          />
          <FormError>{form.message(['email'])}</FormError>
          <Button type="submit" look="primary" busy={form.busy}>
            Send the link
          </Button>
        </form>
      )}
      <p className="mt-4 text-sm">
        <Link to="/sign-in" className="underline">
          Back to signing in
        </Link>
      </p>
    </Frame>
  )
}

function WithoutPasswords({ name }: { name: string }) {
  return (
    <Frame title="Forgot your password?">
      <p className="mb-4">Nobody has one here. What you sign in with at {name} is looked after there.</p>
      <ProviderButton name={name} look="primary" />
    </Frame>
  )
}
