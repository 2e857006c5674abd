import { notify } from '@dailies/ui/notices.ts'
import { type ReactNode, useState } from 'react'
import { call } from '../api/call.ts'
import { Confirm } from '../ui/confirm.tsx'
import { counted } from '../ui/counted.ts'
import { errorText } from '../ui/error-text.ts'
import { giveUpUploads } from '../uploads/end-uploads.ts'
import { useCountUnsent } from '../uploads/uploads.ts'
import { useLeave } from './session.ts'

/** What signs out; it asks first where files are on their way, for these end with the session. */
export function useSignOut(): { signOut: () => void; question: ReactNode } {
  const leave = useLeave()
  const count = useCountUnsent()
  const [isAsked, setAsked] = useState(false)
  const end = async () => {
    // While they may still take back what was made for them.
    await giveUpUploads()
    await call('signOut', { body: {} })
    await leave()
  }
  const signOut = () => {
    if (count > 0) setAsked(true)
    else end().catch((error) => notify(errorText(error), { failed: true }))
  }
  const question = (
    <Confirm
      open={isAsked && count > 0}
      onClose={() => setAsked(false)}
      title={count === 1 ? 'A file is not sent yet' : `${counted(count, 'file')} are not sent yet`}
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
