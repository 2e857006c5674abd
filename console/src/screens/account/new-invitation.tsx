import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'
import { useProvider } from '../../app/passwords.ts'
import { Choice } from '../../ui/choice.tsx'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { type FilmRoles, Films } from './films.tsx'
import { roleItems } from './roles.ts'

interface NewInvitationProps {
  /** A film that is chosen to begin with. */
  projectId: string | undefined
  onClose: () => void
  onMade: (made: Reply<'createInvitation'>['data']) => void
}

export function NewInvitation({ projectId, onClose, onMade }: NewInvitationProps) {
  const queryClient = useQueryClient()
  const passwords = useProvider()?.passwords
  const roles =
    passwords === 'administrators' ? roleItems.filter(({ value }) => value === 'administrator') : roleItems
  const { values, set } = useDraft({ email: '', role: roles[0]!.value })
  const [films, setFilms] = useState<FilmRoles>(() => new Map(projectId ? [[projectId, 'editor']] : []))
  const form = useSubmit(async () => {
    const projects = [...films].map(([projectId, role]) => ({ projectId, role }))
    const body = { email: values.email.trim() || null, role: values.role, projects }
    const { data } = await call('createInvitation', { body })
    onMade(data)
    await outdate(queryClient, 'listInvitations')
  })
  return (
    <Dialog open onClose={onClose} title="Invite somebody" description="You get a link to send them.">
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          label="Email"
          type="email"
          hint="Then only this address may accept. Left empty, whoever has the link may."
          autoComplete="off"
          autoFocus
          value={values.email}
          errors={form.fieldErrors.email}
          onChange={(event) => set({ email: event.target.value })}
        />
        <Choice legend="As" items={roles} value={values.role} onChange={(role) => set({ role })} />
        <Films films={films} onChange={setFilms} errors={form.fieldErrors.projects} />
        <FormError>{form.message(['email', 'projects'])}</FormError>
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Make the link
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
