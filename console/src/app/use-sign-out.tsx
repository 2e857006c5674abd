import { notify } from '@dailies/ui/notices.ts'
import { type ReactNode, useState } from 'react'
import { call } from '../api/call.ts'
import { Confirm } from '../ui/confirm.tsx'
import { counted } from '../ui/counted.ts'
import { errorText } from '../ui/error-text.ts'
import { countUnderWay, giveUpUploads } from '../uploads/uploads.ts'
import { useLeave } from './session.ts'

/** What signs out; it asks first where files are on their way, for these end with the session. */
export function useSignOut(): { signOut: () => void; question: ReactNode } {
  const leave = useLeave()
  const [count, setCount] = useState(0)
  const end = async () => {
    // While they may still take back what was made for them.
    await giveUpUploads()
    await call('signOut', { body: {} })
    await leave()
  }
  const signOut = () => {
    const underWay = countUnderWay()
    if (underWay > 0) setCount(underWay)
    else end().catch((error) => notify(errorText(error), { failed: true }))
  }
  const question = (
    <Confirm
      open={count > 0}
      onClose={() => setCount(0)}
      title={count === 1 ? 'A file is on its way' : `${counted(count, 'file')} are on their way`}
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
