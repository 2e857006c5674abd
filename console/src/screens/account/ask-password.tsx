import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import type { ReactNode } from 'react'
import { useAccount } from '../../app/account.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'

interface PasswordStepProps {
  /** What the button says that does it. */
  action: string
  look?: 'primary' | 'danger'
  onClose: () => void
  onPassword: (body: { currentPassword: string }) => Promise<unknown>
  /** Above the password. */
  children?: ReactNode
}

/** Asks for the password once more, for what a browser that was left open is not enough for. */
export function AskPassword({
  title,
  description,
  ...step
}: PasswordStepProps & { title: string; description: string }) {
  return (
    <Dialog open onClose={step.onClose} title={title} description={description}>
      <PasswordStep {...step} />
    </Dialog>
  )
}

/** The same in a window that goes on with something else. */
export function PasswordStep({ action, look = 'primary', onClose, onPassword, children }: PasswordStepProps) {
  const { email } = useAccount()
  const { values, set } = useDraft({ currentPassword: '' })
  const form = useSubmit(() => onPassword(values))
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      {children}
      {/* For password managers: whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={children === undefined}
        value={values.currentPassword}
        errors={form.fieldErrors.currentPassword}
        onChange={(event) => set({ currentPassword: event.target.value })}
      />
      <FormError>{form.message(['currentPassword'])}</FormError>
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look={look} busy={form.busy}>
          {action}
        </Button>
      </Actions>
    </form>
  )
}
