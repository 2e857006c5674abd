import type { Account } from '@dailies/contract/account.ts'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'
import { Confirm } from '../../ui/confirm.tsx'

/** For a user who lost their phone, and the recovery codes, or a device with a passkey. */
export function ResetSecondFactor({ user, onClose }: { user: Account; onClose: () => void }) {
  const queryClient = useQueryClient()
  const reset = async () => {
    await call('resetSecondFactor', { params: { id: user.id } })
    notify('Reset: the password alone lets them in.')
    await outdate(queryClient, 'listUsers')
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title="Reset second factor and passkeys?"
      action="Reset"
      onConfirm={reset}
    >
      <p className="font-medium wrap-anywhere">{user.name}</p>
      <p>
        Make sure that it is they who ask. They are signed out everywhere, and the password alone lets them in
        until they set up others.
      </p>
    </Confirm>
  )
}
