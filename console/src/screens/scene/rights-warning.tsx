import type { RightsState } from '@dailies/contract/asset-version.ts'
import { type ReactNode, useCallback, useState } from 'react'
import { RightsBadge } from '../../ui/badges.tsx'
import { Confirm } from '../../ui/confirm.tsx'

type Decision = 'select' | 'approve'

interface Question {
  rightsState: RightsState
  decision: Decision
  run: () => void
}

interface RightsWarning {
  /** Runs at once where commercial use is allowed; else says what the rights mean, and asks first. */
  ask: (rightsState: RightsState, decision: Decision, run: () => void) => void
  /** To be put anywhere on the screen. */
  dialog: ReactNode
}

/** Warns before an asset version that may not be used commercially is selected or approved. */
export function useRightsWarning(): RightsWarning {
  const [open, setOpen] = useState(false)
  const [question, setQuestion] = useState<Question>()
  const ask = useCallback((rightsState: RightsState, decision: Decision, run: () => void) => {
    if (rightsState === 'COMMERCIAL_ALLOWED') return run()
    setQuestion({ rightsState, decision, run })
    setOpen(true)
  }, [])
  return {
    ask,
    dialog: question && <Warning question={question} open={open} onClose={() => setOpen(false)} />,
  }
}

function Warning({ question, open, onClose }: { question: Question; open: boolean; onClose: () => void }) {
  const { rightsState, decision, run } = question
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={decision === 'select' ? 'Select it all the same?' : 'Approve it all the same?'}
      action={decision === 'select' ? 'Select anyway' : 'Approve anyway'}
      look="primary"
      onConfirm={async () => run()}
    >
      <p>
        <RightsBadge rightsState={rightsState} />
      </p>
      <p>{meanings[rightsState]}</p>
      <p className="text-sm text-muted">
        The state of its rights can be changed on the page of the version, once it is known.
      </p>
    </Confirm>
  )
}

/** What a state of rights means for the film, in one sentence or two. */
export const meanings: Record<RightsState, string> = {
  COMMERCIAL_ALLOWED: 'The plan that it was made on allows commercial use.',
  NON_COMMERCIAL:
    'It was made on a plan without commercial use. A film that is sold, or shown for money, must not contain it.',
  RESTRICTED:
    'Its use is restricted: a licence, a likeness or somebody’s work stands in the way. Clear that before it goes into the film.',
  UNKNOWN:
    'Nobody has said yet whether it may be used commercially. Look up the plan it was made on before it goes into the film.',
}
