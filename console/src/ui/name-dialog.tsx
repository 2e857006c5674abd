import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import type { ReactNode } from 'react'
import { Actions, Dialog } from './dialog.tsx'
import { FormError, type useSubmit } from './form.tsx'

interface NameDialogProps {
  title: string
  description?: ReactNode
  name: string
  onName: (name: string) => void
  mostOfName: number
  /** What the button says that does it. */
  action: string
  form: ReturnType<typeof useSubmit>
  onClose: () => void
  /** Further fields. */
  children?: ReactNode
  /** The names of these. */
  fields?: readonly string[]
}

/** Asks for a name by which something is made, or called from now on. */
export function NameDialog({
  title,
  description,
  name,
  onName,
  mostOfName,
  action,
  form,
  onClose,
  children,
  fields = [],
}: NameDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          required
          autoFocus
          autoComplete="off"
          maxLength={mostOfName}
          value={name}
          errors={form.fieldErrors.name}
          onChange={({ target }) => onName(target.value)}
        />
        {children}
        <FormError>{form.message(['name', ...fields])}</FormError>
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            {action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
