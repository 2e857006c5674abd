import { type ReactNode, useState } from 'react'
import type { Input } from '../api/call.ts'
import { useSubmit } from '../ui/form.tsx'
import { NameDialog } from '../ui/name-dialog.tsx'
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
    <NameDialog
      title="New playlist"
      {...{ description, name, form, fields, onClose }}
      onName={setName}
      mostOfName={200}
      action="Make it"
    >
      {children?.(form.fieldErrors)}
    </NameDialog>
  )
}
