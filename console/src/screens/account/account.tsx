import { Badge } from '@dailies/ui/badges.tsx'
import { useAccount } from '../../app/account.ts'
import { Page } from '../../ui/page.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { roleLabels } from './roles.ts'
import { Sessions } from './sessions.tsx'

export function Account() {
  const account = useAccount()
  return (
    <Page title="Account" badge={<Badge tone="violet">{roleLabels[account.role]}</Badge>}>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <NameForm account={account} />
        <PasswordForm account={account} />
      </div>
      <Sessions />
    </Page>
  )
}
