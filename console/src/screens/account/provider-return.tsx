import { LoadingRows } from '@dailies/ui/states.tsx'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { ownPath } from '../../app/own-path.ts'
import { useProvider } from '../../app/passwords.ts'
import { forgetGoOnAt, goOnAt, ProviderButton } from '../../app/provider-sign-in.tsx'
import { useEnter } from '../../app/session.ts'
import { errorText } from '../../ui/error-text.ts'
import { FormError } from '../../ui/form.tsx'
import { Frame } from '../../ui/frame.tsx'

/** To which the identity provider sends the browser back. */
export function ProviderReturn() {
  const router = useRouter()
  const enter = useEnter()
  const name = useProvider()?.name
  const [failed, setFailed] = useState<unknown>()
  const isTaken = useRef(false)
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    const answer = takeAnswer()
    // It was used up before: the page was loaded again, or come back to.
    if (answer === undefined) {
      router.history.replace('/sign-in')
      return
    }
    call('finishProviderSignIn', { body: { answer } }).then(
      ({ data }) => {
        enter(data)
        router.history.replace(ownPath(goOnAt()))
        forgetGoOnAt()
      },
      (error: unknown) => setFailed(error),
    )
  }, [enter, router])
  const to = goOnAt()
  if (failed === undefined) {
    return (
      <Frame title="Signing in">
        <LoadingRows rows={1} />
      </Frame>
    )
  }
  return (
    <Frame title="You are not signed in">
      <div className="flex flex-col gap-4">
        <FormError>{errorText(failed)}</FormError>
        {name !== undefined && <ProviderButton name={name} to={to} look="primary" />}
        <Link to="/sign-in" search={to === undefined ? {} : { to }} className="text-sm underline">
          Back to the sign-in page
        </Link>
      </div>
    </Frame>
  )
}

/** What the provider said, once: it stays neither in the address nor in what the browser remembers of it. */
function takeAnswer(): string | undefined {
  const answer = location.search.slice(1)
  if (answer === '') return undefined
  history.replaceState(history.state, '', location.pathname)
  return answer
}
