import type { Account } from '@dailies/contract/account.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useUpdateUser } from './use-update-user.ts'

/** Keeps a user out, or lets them in again. */
export function DisableUser({ user, onClose }: { user: Account; onClose: () => void }) {
  const update = useUpdateUser(user)
  const disabled = user.disabledAt === null
  return (
    <Confirm
      open
      onClose={onClose}
      title={disabled ? 'Disable the user?' : 'Enable the user?'}
      action={disabled ? 'Disable' : 'Enable'}
      look={disabled ? 'danger' : 'primary'}
      onConfirm={() => update({ disabled }, disabled ? 'Disabled.' : 'Enabled.')}
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
