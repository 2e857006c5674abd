import { buttonLook } from '@dailies/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '../../api/queries.ts'
import { Frame } from '../../ui/frame.tsx'
import { NewUserForm, useSecret } from './new-user-form.tsx'

/** The first user, by the address that the terminal showed. */
export function SetUp() {
  const secret = useSecret()
  const installation = useQuery(query('readInstallation', {}))
  if (installation.data?.data.setUp) return <SetUpAlready />
  if (installation.data?.data.provider?.passwords === 'nobody') return <WithoutPasswords />
  return (
    <Frame title="Set up Dailies">
      {secret ? (
        <>
          <p className="mb-4 text-muted">
            Make the first account: the administrator, who invites the others.
          </p>
          <NewUserForm
            endpoint="setUp"
            secret={secret}
            whenUsedUp="This address is used up or too old. Start the service again: it shows a new one."
            action="Set up"
          />
        </>
      ) : (
        <p>
          This address is not whole. Copy all of it from the terminal of{' '}
          <code className="font-mono">dailies serve</code>, with what stands behind the #.
        </p>
      )}
    </Frame>
  )
}

/** Such an address is of before passwords were switched off. */
function WithoutPasswords() {
  return (
    <Frame title="Set up Dailies">
      <p className="mb-4">Nobody has a password here, so this address makes no account.</p>
      <Link to="/sign-in" className={buttonLook('primary')}>
        Sign in
      </Link>
    </Frame>
  )
}

function SetUpAlready() {
  return (
    <Frame title="Set up already">
      <p className="mb-4">The first account is made. Its owner invites everybody else.</p>
      <Link to="/sign-in" className={buttonLook('primary')}>
        Sign in
      </Link>
    </Frame>
  )
}
