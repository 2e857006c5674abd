import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { type ReactNode, useState } from 'react'
import type { Input } from '../api/call.ts'
import { Actions, Dialog } from '../ui/dialog.tsx'
import { FormError, useSubmit } from '../ui/form.tsx'
import { useMakePlaylist } from './make-playlist.ts'

interface NamePlaylistProps {
  projectId: string
  description?: string
  /** What it is made from, as it is when it is made. */
  from: () => Omit<Input<'createPlaylist'>['body'], 'name'>
  onClose: () => void
  /** Further fields; each is told what is wrong with it. */
  children?: (fieldErrors: Record<string, string[] | undefined>) => ReactNode
  /** The names of these. */
  fields?: string[]
}

/** Makes a playlist by its name, and goes there. */
export function NamePlaylist({
  projectId,
  description,
  from,
  onClose,
  children,
  fields = [],
}: NamePlaylistProps) {
  const make = useMakePlaylist(projectId)
  const [name, setName] = useState('')
  const form = useSubmit(async () => {
    await make({ ...from(), name: name.trim() })
    onClose()
  })
  return (
    <Dialog open onClose={onClose} title="New playlist" description={description}>
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          required
          autoFocus
          autoComplete="off"
          maxLength={200}
          value={name}
          errors={form.fieldErrors.name}
          onChange={(event) => setName(event.target.value)}
        />
        {children?.(form.fieldErrors)}
        <FormError>{form.message(['name', ...fields])}</FormError>
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Make it
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
