import { Badge } from '@dailies/ui/badges.tsx'
import { useAccount } from '../../app/account.ts'
import { Page } from '../../ui/page.tsx'
import { NameForm } from './name-form.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { roleLabels } from './roles.ts'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { WaysIn } from './ways-in.tsx'

export function Account() {
  const account = useAccount()
  const hasPassword = account.signsIn?.password !== false
  return (
    <Page title="Account" badge={<Badge tone="violet">{roleLabels[account.role]}</Badge>}>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <NameForm account={account} />
        {hasPassword && <PasswordForm account={account} />}
        {hasPassword && <SecondFactor />}
        {hasPassword && <Passkeys />}
        {account.signsIn && <WaysIn {...account.signsIn} />}
      </div>
      <Sessions />
    </Page>
  )
}
