import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DailiesError } from '../../../../sdk/src/error.ts'
import { call } from '../../api/call.ts'
import { query } from '../../api/queries.ts'
import { useSecondFactorRequired } from '../../app/passwords.ts'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { Frame } from '../../ui/frame.tsx'
import { Failed } from '../../ui/states.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useSecret } from './new-user-form.tsx'

/** For whoever forgot a password, by the link that was mailed. */
export function NewPassword() {
  const secret = useSecret()
  const [isSet, setIsSet] = useState(false)
  const isRequired = useSecondFactorRequired()
  const [isGone, setIsGone] = useState(false)
  const link = useQuery({
    ...query('checkPasswordLink', { body: { secret } }),
    enabled: secret !== '' && !isSet,
  })
  const isUsed =
    isGone || !secret || (link.error instanceof DailiesError && [400, 404].includes(link.error.status))
  return (
    <Frame title="A new password">
      {isSet ? (
        <>
          <p role="status">
            {isRequired
              ? 'Your password is changed, and all sessions have ended. Your second factor stays.'
              : 'Your password is changed, all sessions have ended, and passkeys are removed.'}
          </p>
          <p className="mt-3">
            <Link to="/sign-in" className="underline">
              Sign in
            </Link>
          </p>
        </>
      ) : isUsed ? (
        <p>
          This link is used up, too old or not whole.{' '}
          <Link to="/forgotten-password" className="underline">
            Ask for a new one
          </Link>
          .
        </p>
      ) : link.isError ? (
        <Failed error={link.error} onRetry={() => void link.refetch()} />
      ) : link.isPending ? (
        <LoadingRows rows={2} />
      ) : (
        <PasswordBySecret
          email={link.data.data.email}
          secret={secret}
          isRequired={isRequired}
          onSet={() => setIsSet(true)}
          onGone={() => setIsGone(true)}
        />
      )}
    </Frame>
  )
}

interface PasswordBySecretProps {
  email: string
  secret: string
  /** A second factor: then passkeys stay. */
  isRequired: boolean
  onSet: () => void
  onGone: () => void
}

function PasswordBySecret({ email, secret, isRequired, onSet, onGone }: PasswordBySecretProps) {
  const { values, set } = useDraft({ newPassword: '' })
  const form = useSubmit(async () => {
    try {
      await call('setForgottenPassword', { body: { ...values, secret } })
      onSet()
    } catch (error) {
      if (!(error instanceof DailiesError) || error.status !== 404) throw error
      onGone()
    }
  })
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <TextField label="Email" type="email" name="username" autoComplete="username" readOnly value={email} />
      <NewPasswordField
        name="password"
        autoFocus
        value={values.newPassword}
        errors={form.fieldErrors.newPassword}
        onChange={(event) => set({ newPassword: event.target.value })}
      />
      <FormError>{form.message(['newPassword'])}</FormError>
      <Button type="submit" look="primary" busy={form.busy}>
        Set the password
      </Button>
      <p className="text-sm text-muted">
        {isRequired
          ? 'It signs you out wherever you are signed in. Your second factor stays as it is.'
          : 'It signs you out wherever you are signed in, and removes your passkeys.'}
      </p>
    </form>
  )
}
