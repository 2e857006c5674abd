import type { Account } from '@dailies/contract/account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/toast.tsx'
import { ruled } from './ruled.ts'

/** Keeps a user out, or lets them in again. */
export function DisableUser({ user, onClose }: { user: Account; onClose: () => void }) {
  const queryClient = useQueryClient()
  const disabled = user.disabledAt === null
  const change = async () => {
    await ruled('disabled', () => call('updateUser', { params: { id: user.id }, body: { disabled } }))
    notify(disabled ? 'Disabled.' : 'Enabled.')
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['listUsers'] }),
      queryClient.invalidateQueries({ queryKey: ['listInvitations'] }),
    ])
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={disabled ? 'Disable the user?' : 'Enable the user?'}
      action={disabled ? 'Disable' : 'Enable'}
      look={disabled ? 'danger' : 'primary'}
      onConfirm={change}
    >
      <p className="font-medium wrap-anywhere">{user.name}</p>
      {disabled ? (
        <p>
          At once they are signed out everywhere, their tokens are refused and their webhooks switched off.
          What they made stays, and they can be enabled again.
        </p>
      ) : (
        <p>
          They may sign in, and their tokens work again. Their webhooks stay off until somebody switches them
          on.
        </p>
      )}
    </Confirm>
  )
}
