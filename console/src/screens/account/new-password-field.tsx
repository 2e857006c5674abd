import { TextField } from '@dailies/ui/field.tsx'
import type { ComponentProps } from 'react'

type Given = 'value' | 'errors' | 'onChange' | 'name' | 'autoFocus'

/** A password that is to be kept: as long as the service takes it. */
export function NewPasswordField({
  label = 'New password',
  ...given
}: Pick<ComponentProps<typeof TextField>, Given> & { label?: string }) {
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      required
      minLength={8}
      maxLength={128}
      hint="At least 8 characters. A sentence is easier to remember than signs."
      {...given}
    />
  )
}
