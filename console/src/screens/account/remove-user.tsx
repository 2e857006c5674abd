import type { Account } from '@dailies/contract/account.ts'
import type { Person } from '@dailies/contract/member.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DailiesError } from '../../../../sdk/src/error.ts'
import { call } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'
import { PeopleSearch } from '../../production/people-search.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Face } from '../../ui/face.tsx'
import { nameInText } from '../../ui/name-in-text.ts'

/** Removes a user for good; asks who gets the films that nobody else owns, where there are such. */
export function RemoveUser({ user, onClose }: { user: Account; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { id, name, email } = user
  /** What the service says that nobody else owns. */
  const [alone, setAlone] = useState<string>()
  const [heir, setHeir] = useState<Person>()
  const remove = async () => {
    try {
      await call('removeUser', { params: { id }, query: heir ? { handTo: heir.id } : {} })
    } catch (error) {
      const [wrong] = (error instanceof DailiesError && error.fieldErrors.handTo) || []
      if (wrong === undefined) throw error
      if (heir) throw new DailiesError(`${nameInText(heir.name)}: ${wrong}`, { status: 400 })
      setAlone(wrong.replace(/^Required: who is to own what nobody else does, /, ''))
      return false
    }
    notify(`${nameInText(name)} is removed`)
    return outdate(queryClient, 'listUsers', 'listInvitations', 'browseProjects', 'findPeople')
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title="Remove the user for good?"
      action="Remove for good"
      typed={{ label: 'Type their address', text: email }}
      onConfirm={remove}
    >
      <p className="font-medium wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <p>
        At once their sessions, tokens, webhooks and memberships end. What they made stays, under their name.
        It cannot be undone; to keep them out for a while, disable them instead.
      </p>
      {alone !== undefined && (
        <>
          <p role="alert" className="wrap-anywhere">
            Nobody else owns {alone}. Choose who is to, then remove.
          </p>
          {heir ? (
            <p className="flex items-center gap-2">
              <Face name={heir.name} />
              <span className="min-w-0 flex-1 truncate">
                <bdi className="inline-block max-w-full font-medium">{heir.name}</bdi> gets it
              </span>
              <Button size="small" autoFocus onClick={() => setHeir(undefined)}>
                Somebody else
              </Button>
            </p>
          ) : (
            <PeopleSearch
              label="Who gets it"
              notFor={(person) => (person.id === id ? 'Is removed' : undefined)}
              whenNobody="Nobody of that name has an account here."
              onChoose={setHeir}
            />
          )}
        </>
      )}
    </Confirm>
  )
}
