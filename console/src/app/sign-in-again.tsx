import { Button } from '@dailies/ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { askToSignIn, putOffSigningIn, useSessionState } from './session.ts'

/** Loaded once the page is quiet: that a session ends is seldom. */
const PasswordForm = lazyPart(async () => (await import('./password-form.tsx')).PasswordForm)

/** Over whatever is on the screen when the session ends, so that nothing typed is lost: sign in, and go on. */
export function SignInAgain() {
  const state = useSessionState()
  if (state === 'put off') return <SignedOutNotice />
  return (
    <Dialog
      open={state === 'over'}
      onClose={putOffSigningIn}
      title="You were signed out"
      description="Sign in to go on: nothing on this page is lost."
    >
      <PasswordForm />
    </Dialog>
  )
}

/** Stays where it is in nobody's way, for whoever wants to copy what they typed first. */
function SignedOutNotice() {
  return (
    <section
      aria-label="Signed out"
      className="fixed inset-x-4 bottom-18 z-40 mx-auto flex max-w-md items-center justify-between gap-3 rounded-lg border border-line bg-raised px-4 py-2 shadow-lg md:bottom-4"
    >
      <p>You are signed out.</p>
      <Button size="small" look="primary" onClick={askToSignIn}>
        Sign in
      </Button>
    </section>
  )
}
