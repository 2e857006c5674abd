import type { Account } from '@dailies/contract/account.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useUpdateUser } from './use-update-user.ts'

/** Makes a member an administrator, or the other way round. */
export function ChangeRole({ user, onClose }: { user: Account; onClose: () => void }) {
  const update = useUpdateUser(user)
  const demotes = user.role === 'administrator'
  return (
    <Confirm
      open
      onClose={onClose}
      title={demotes ? 'Make a member?' : 'Make an administrator?'}
      action={demotes ? 'Make a member' : 'Make an administrator'}
      look={demotes ? 'danger' : 'primary'}
      onConfirm={() =>
        demotes
          ? update({ role: 'member' }, 'Now a member.')
          : update({ role: 'administrator' }, 'Now an administrator.')
      }
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
