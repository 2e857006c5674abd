import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { useState } from 'react'
import { call, type Reply } from '../api/call.ts'
import { FormError, useDraft, useSubmit } from '../ui/form.tsx'

interface CodeFormProps {
  onEntered: (account: Reply<'finishSignIn'>['data']) => unknown
  /** Back to the password. */
  onBack: () => void
}

/** Asks for a code of the second factor, of whoever gave the right password. */
export function CodeForm({ onEntered, onBack }: CodeFormProps) {
  const { values, set, reset } = useDraft({ code: '' })
  const [isOfRecovery, setIsOfRecovery] = useState(false)
  const form = useSubmit(async () => {
    const { data } = await call('finishSignIn', { body: values })
    await onEntered(data)
  })
  const change = () => {
    setIsOfRecovery(!isOfRecovery)
    reset()
    form.clear()
  }
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <TextField
        // Another field: the keyboard of a phone is another, too.
        key={String(isOfRecovery)}
        label={isOfRecovery ? 'Recovery code' : 'Code'}
        hint={
          isOfRecovery
            ? 'One of those that you kept when you set it up. It works once. Whoever has none asks an administrator to reset the second factor.'
            : 'The six digits that your authenticator app shows for Dailies.'
        }
        {...(isOfRecovery
          ? { autoComplete: 'off', autoCapitalize: 'characters', maxLength: 40 }
          : { autoComplete: 'one-time-code', inputMode: 'numeric' as const, maxLength: 12 })}
        spellCheck={false}
        required
        autoFocus
        value={values.code}
        errors={form.fieldErrors.code}
        onChange={(event) => set({ code: event.target.value })}
      />
      <FormError>{form.message(['code'])}</FormError>
      <Button type="submit" look="primary" busy={form.busy}>
        Sign in
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm">
        <button type="button" className="underline" onClick={change}>
          {isOfRecovery ? 'Use the code of the app' : 'Use a recovery code'}
        </button>
        <button type="button" className="underline" onClick={onBack}>
          Back to the password
        </button>
      </div>
    </form>
  )
}
