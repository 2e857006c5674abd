import { useAccount } from '../../app/account.ts'
import { useProvider } from '../../app/passwords.ts'
import { Section } from '../../ui/page.tsx'

/** How somebody signs in, where the installation has an identity provider. */
export function WaysIn({ password, provider }: { password: boolean; provider: boolean }) {
  const { role } = useAccount()
  const { name = 'the identity provider', passwords = 'everybody' } = useProvider() ?? {}
  const couldHave = passwords === 'everybody' || (passwords === 'administrators' && role === 'administrator')
  return (
    <Section title="Signing in">
      <ul aria-label="How you sign in" className="flex flex-col gap-2">
        {provider && (
          <li>
            With {name}. Your name there, your password and whether you are let in are decided there; whether
            you still are is asked every twenty minutes.
          </li>
        )}
        {password && <li>With a password of this installation.</li>}
        {!password && couldHave && (
          <li className="text-muted">
            You have no password here. Whoever runs this installation can set one, for emergencies, with{' '}
            <code className="font-mono">dailies user password</code>.
          </li>
        )}
      </ul>
    </Section>
  )
}
