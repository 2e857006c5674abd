import { notify } from '@dailies/ui/notices.ts'
import { type ReactNode, useState } from 'react'
import { call } from '../api/call.ts'
import { Confirm } from '../ui/confirm.tsx'
import { counted } from '../ui/counted.ts'
import { errorText } from '../ui/error-text.ts'
import { giveUpUploads } from '../uploads/end-uploads.ts'
import { useCountUnsent } from '../uploads/uploads.ts'
import { forgetDraftsOf } from '../waiting/drafts.ts'
import { forgetWaitingOf, useWaiting } from '../waiting/waiting.ts'
import { useAccount } from './account.ts'
import { useLeave } from './session.ts'

/** What signs out; it asks first where files are on their way, for these end with the session. */
export function useSignOut(): { signOut: () => void; question: ReactNode } {
  const leave = useLeave()
  const { id } = useAccount()
  const files = useCountUnsent()
  const waiting = useWaiting()
  const comments = waiting.filter(({ kind }) => kind === 'comment').length
  const verdicts = waiting.length - comments
  const count = files + waiting.length
  const [isAsked, setAsked] = useState(false)
  const end = async () => {
    // While they may still take back what was made for them.
    await giveUpUploads()
    const { data } = await call('signOut', { body: {} })
    forgetWaitingOf(id)
    forgetDraftsOf(id)
    await leave()
    if (data.provider !== undefined) location.assign(data.provider)
  }
  const signOut = () => {
    if (count > 0) setAsked(true)
    else end().catch((error) => notify(errorText(error), { failed: true }))
  }
  const question = (
    <Confirm
      open={isAsked && count > 0}
      onClose={() => setAsked(false)}
      title={unsentTitle({ file: files, comment: comments, verdict: verdicts })}
      action="Sign out"
      onConfirm={end}
    >
      <p>
        Signing out ends {count === 1 ? 'it' : 'them'}: nothing of {count === 1 ? 'it' : 'them'} is kept. Stay
        signed in until all are sent.
      </p>
    </Confirm>
  )
  return { signOut, question }
}

function unsentTitle(counts: Record<string, number>): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  const [[one, count] = ['', 0]] = some
  if (some.length === 1 && count === 1) return `A ${one} is not sent yet`
  const words = some.map(([what, count]) => counted(count, what))
  return `${new Intl.ListFormat('en').format(words)} are not sent yet`
}
