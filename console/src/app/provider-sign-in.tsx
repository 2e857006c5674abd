import { Button } from '@dailies/ui/button.tsx'
import { KeyRound } from 'lucide-react'
import { call } from '../api/call.ts'
import { FormError, useSubmit } from '../ui/form.tsx'

const place = 'dailies-go-on-at'

/** Goes to the identity provider, and comes back at `/sign-in/provider`. */
export function ProviderButton({
  name,
  to,
  look,
}: {
  name: string
  to?: string | undefined
  look?: 'primary'
}) {
  const form = useSubmit(async () => {
    const { data } = await call('beginProviderSignIn', {})
    sessionStorage.setItem(place, to ?? '')
    location.assign(data.address)
    // The page is on its way: nothing is to be pressed again, until somebody comes back by the browser's own button.
    await new Promise((resolve) => setTimeout(resolve, 5000))
  })
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-3">
      <Button type="submit" icon={KeyRound} busy={form.busy} {...(look && { look })}>
        Sign in with {name}
      </Button>
      <FormError>{form.message([])}</FormError>
    </form>
  )
}

/** Where somebody wanted to go before they went to the provider: known until they are there. */
export function goOnAt(): string | undefined {
  return sessionStorage.getItem(place) || undefined
}

export function forgetGoOnAt(): void {
  sessionStorage.removeItem(place)
}
