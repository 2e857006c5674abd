import type { Account } from '@dailies/contract/account.ts'
import { notify } from '@dailies/ui/notices.ts'
import { call } from '../../api/call.ts'
import { useAccount } from '../../app/account.ts'
import { useLeave } from '../../app/session.ts'
import { Confirm } from '../../ui/confirm.tsx'

/** Ends all sessions of a user. */
export function SignOutUser({ user, onClose }: { user: Account; onClose: () => void }) {
  const own = useAccount()
  const leave = useLeave()
  const end = async () => {
    const { data } = await call('signOutUser', { params: { id: user.id } })
    if (user.id === own.id) return leave()
    notify(data.ended === 1 ? 'One session ended.' : `${data.ended} sessions ended.`)
  }
  return (
    <Confirm open onClose={onClose} title="End all sessions?" action="End all sessions" onConfirm={end}>
      <p className="font-medium wrap-anywhere">{user.name}</p>
      <p>They have to sign in again, wherever they are. Tokens stay valid.</p>
    </Confirm>
  )
}
