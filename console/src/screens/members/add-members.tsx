import type { Person, ProjectRole } from '@dailies/contract/member.ts'
import { Button } from '@dailies/ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { DailiesError } from '../../../../sdk/src/error.ts'
import { call } from '../../api/call.ts'
import { useWayWithoutInvitation } from '../../app/passwords.ts'
import { PeopleSearch } from '../../production/people-search.tsx'
import { aRole, projectRoleItems, projectRoleLabels } from '../../production/role-words.ts'
import { Choice } from '../../ui/choice.tsx'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { errorText } from '../../ui/error-text.ts'
import { FormError } from '../../ui/form.tsx'
import { nameInText } from '../../ui/name-in-text.ts'
import { membersChanged } from './members-changed.ts'

interface AddMembersProps {
  projectId: string
  mayInvite: boolean
  onClose: () => void
}

/** Adds people who have an account here, one after the other. */
export function AddMembers({ projectId, mayInvite, onClose }: AddMembersProps) {
  const queryClient = useQueryClient()
  const byThemselves = useWayWithoutInvitation()
  const box = useRef<HTMLInputElement>(null)
  const [role, setRole] = useState<ProjectRole>('editor')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const [error, setError] = useState<unknown>()
  const add = async ({ id: userId, name }: Person) => {
    setBusy(true)
    setError(undefined)
    try {
      await call('addMember', { params: { id: projectId }, body: { userId, role } })
      setSaid(`${nameInText(name)} is ${aRole(role)} now. Add another, or close.`)
      box.current?.focus()
      box.current?.select()
      await membersChanged(queryClient)
    } catch (failure) {
      setSaid('')
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add to the film"
      description="Whoever has an account here."
      initialFocus={box}
    >
      <div className="flex flex-col gap-4">
        <PeopleSearch
          label="Who"
          projectId={projectId}
          box={box}
          busy={busy}
          notFor={({ role }) => (role ? `${projectRoleLabels[role]} already` : undefined)}
          whenNobody={
            mayInvite ? (
              <>
                Nobody of that name has an account here.{' '}
                <Link to="/users" search={{ invite: projectId }} className="text-ink underline">
                  Invite them by a link
                </Link>
              </>
            ) : (
              `Nobody of that name has an account here. ${byThemselves ? `They get one ${byThemselves}` : 'An administrator can invite them'}.`
            )
          }
          onChoose={(person) => void add(person)}
        />
        <p role="status" className="text-sm font-medium text-good wrap-anywhere empty:hidden">
          {said}
        </p>
        <FormError>{error !== undefined && inWords(error)}</FormError>
        <Choice legend="As" columns items={projectRoleItems} value={role} onChange={setRole} />
      </div>
      <Actions>
        <Button onClick={onClose}>Close</Button>
      </Actions>
    </Dialog>
  )
}

/** What is wrong with a field that nobody typed stands for itself. */
function inWords(error: unknown): string {
  const messages = error instanceof DailiesError ? (error.fieldErrors.userId ?? []) : []
  return messages.length > 0 ? messages.join('. ') : errorText(error)
}
