import type { Account } from '@dailies/contract/account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/toast.tsx'
import { ruled } from './ruled.ts'

/** Makes a member an administrator, or the other way round. */
export function ChangeRole({ user, onClose }: { user: Account; onClose: () => void }) {
  const queryClient = useQueryClient()
  const demotes = user.role === 'administrator'
  const change = async () => {
    const body = { role: demotes ? 'member' : 'administrator' } as const
    await ruled('role', () => call('updateUser', { params: { id: user.id }, body }))
    notify(demotes ? 'Now a member.' : 'Now an administrator.')
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['listUsers'] }),
      queryClient.invalidateQueries({ queryKey: ['listInvitations'] }),
      queryClient.invalidateQueries({ queryKey: ['readAccount'] }),
    ])
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={demotes ? 'Make a member?' : 'Make an administrator?'}
      action={demotes ? 'Make a member' : 'Make an administrator'}
      look={demotes ? 'danger' : 'primary'}
      onConfirm={change}
    >
      <p className="font-medium wrap-anywhere">{user.name}</p>
      {demotes ? (
        <p>They no longer manage users, and the invitations that they made can no longer be accepted.</p>
      ) : (
        <p>They may invite others, change roles, end sessions and remove platforms from the catalogue.</p>
      )}
    </Confirm>
  )
}
