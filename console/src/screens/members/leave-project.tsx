import type { Member } from '@dailies/contract/member.ts'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { keyOf, outdate } from '../../api/queries.ts'
import { Confirm } from '../../ui/confirm.tsx'

interface LeaveProjectProps {
  projectId: string
  /** Whoever is signed in. */
  member: Member
  onClose: () => void
}

export function LeaveProject({ projectId, member: { userId }, onClose }: LeaveProjectProps) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const leave = async () => {
    await call('removeMember', { params: { id: projectId, userId } })
    await router.navigate({ to: '/projects' })
    queryClient.removeQueries({ queryKey: keyOf('readProject', { params: { id: projectId } }) })
    void outdate(queryClient, 'browseProjects')
    notify('You left the film')
  }
  return (
    <Confirm open onClose={onClose} title="Leave the film?" action="Leave" onConfirm={leave}>
      <p>
        At once it is as if it were not there for you, your tokens and your webhooks. What you made stays in
        it, under your name. Only an owner can add you again.
      </p>
    </Confirm>
  )
}
