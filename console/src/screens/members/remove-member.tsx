import type { Member } from '@dailies/contract/member.ts'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { nameInText } from '../../ui/name-in-text.ts'
import { membersChanged } from './members-changed.ts'

interface RemoveMemberProps {
  projectId: string
  member: Member
  onClose: () => void
}

export function RemoveMember({ projectId, member: { userId, name }, onClose }: RemoveMemberProps) {
  const queryClient = useQueryClient()
  const remove = async () => {
    await call('removeMember', { params: { id: projectId, userId } })
    notify(`${nameInText(name)} is a member no longer`)
    await membersChanged(queryClient)
  }
  return (
    <Confirm open onClose={onClose} title="Remove the member?" action="Remove" onConfirm={remove}>
      <p className="font-medium wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <p>
        At once the film is as if it were not there for them, for their tokens and for their webhooks. What
        they made stays in it, under their name. They can be added again.
      </p>
    </Confirm>
  )
}
