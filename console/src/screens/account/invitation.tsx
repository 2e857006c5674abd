import { buttonLook } from '@dailies/ui/button.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DailiesError } from '../../../../sdk/src/error.ts'
import { query } from '../../api/queries.ts'
import { Frame } from '../../ui/frame.tsx'
import { Failed } from '../../ui/states.tsx'
import { NewUserForm, useSecret } from './new-user-form.tsx'

/** A further user, by the link of an administrator. */
export function Invitation() {
  const secret = useSecret()
  const invitation = useQuery({ ...query('checkInvitation', { body: { secret } }), enabled: secret !== '' })
  const used =
    !secret || (invitation.error instanceof DailiesError && [400, 404].includes(invitation.error.status))
  const isWithoutPassword = invitation.error instanceof DailiesError && invitation.error.status === 403
  return (
    <Frame title="Join Dailies">
      {used ? (
        <p>
          This link is used up, too old or not whole. Ask whoever sent it for a new one, or{' '}
          <Link to="/sign-in" className="underline">
            sign in
          </Link>
          .
        </p>
      ) : isWithoutPassword ? (
        <div className="flex flex-col gap-4">
          <p>This link makes no account any more: whoever it was for has no password here.</p>
          <Link to="/sign-in" className={buttonLook('primary')}>
            Sign in
          </Link>
        </div>
      ) : invitation.isError ? (
        <Failed error={invitation.error} onRetry={() => void invitation.refetch()} />
      ) : invitation.isPending ? (
        <LoadingRows rows={3} />
      ) : (
        <NewUserForm
          endpoint="acceptInvitation"
          secret={secret}
          email={invitation.data.data.email}
          whenUsedUp="This link is used up or too old. Ask whoever sent it for a new one."
          action="Join"
        />
      )}
    </Frame>
  )
}
