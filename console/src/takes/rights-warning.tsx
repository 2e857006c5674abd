import type { RightsState } from '@dailies/contract/asset-version.ts'
import type { AssetCard } from '@dailies/contract/board.ts'
import { RightsBadge } from '@dailies/ui/badges.tsx'
import { SelectField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { call } from '../api/call.ts'
import { Confirm } from '../ui/confirm.tsx'
import { rightsChanged, rightsOptions } from './rights-defaults.ts'

type Decision = 'select' | 'approve'

/** What is asked about, and where it is. */
type AskedAbout = Pick<AssetCard, 'rightsState' | 'platformKey' | 'platformLabel'> & {
  projectId: string
  sceneDbId: string
}

interface Question {
  take: AskedAbout
  decision: Decision
  run: () => void
}

interface RightsWarning {
  /** Runs at once where commercial use is allowed; else says what the rights mean, and asks first. */
  ask: (take: AskedAbout, decision: Decision, run: () => void) => void
  /** To be put anywhere on the screen. */
  dialog: ReactNode
}

/** What was answered already of the unknown takes of a platform in a scene: one answer is for all of them. */
const answered = new Set<string>()

/** Warns before an asset version that may not be used commercially is selected or approved. */
export function useRightsWarning(): RightsWarning {
  const [open, setOpen] = useState(false)
  const [question, setQuestion] = useState<Question>()
  const ask = useCallback((take: AskedAbout, decision: Decision, run: () => void) => {
    const isKnown = take.rightsState !== 'UNKNOWN'
    if (take.rightsState === 'COMMERCIAL_ALLOWED' || (!isKnown && answered.has(keyOf(take)))) return run()
    setQuestion({ take, decision, run })
    setOpen(true)
  }, [])
  return {
    ask,
    dialog: question && <Warning question={question} open={open} onClose={() => setOpen(false)} />,
  }
}

function Warning({ question, open, onClose }: { question: Question; open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { take, decision, run } = question
  const { rightsState, platformKey, platformLabel, projectId } = take
  const [said, setSaid] = useState<RightsState>('UNKNOWN')
  const verb = decision === 'select' ? 'Select' : 'Approve'
  const confirm = async () => {
    if (rightsState === 'UNKNOWN') {
      if (said !== 'UNKNOWN') {
        const body = { platformKey, rightsState: said, unknownToo: true }
        const { data } = await call('setRightsDefault', { params: { id: projectId }, body })
        notify(`${data.changed === 1 ? 'One take has' : `${data.changed} takes have`} these rights now`)
        void rightsChanged(queryClient)
      }
      answered.add(keyOf(take))
    }
    setSaid('UNKNOWN')
    run()
  }
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`${verb} it all the same?`}
      action={said === 'UNKNOWN' ? `${verb} anyway` : `Set the rights and ${verb.toLowerCase()}`}
      look="primary"
      onConfirm={confirm}
    >
      <p>
        <RightsBadge rightsState={rightsState} />
      </p>
      <p>{meanings[rightsState]}</p>
      {rightsState === 'UNKNOWN' ? (
        <SelectField
          label={`Takes of ${platformLabel.slice(0, 60)} in this project`}
          hint="For all that are unknown, and for those to come."
          options={rightsOptions}
          value={said}
          onChange={setSaid}
        />
      ) : (
        <p className="text-sm text-muted">
          The state of its rights can be changed on the page of the version, once it is known.
        </p>
      )}
    </Confirm>
  )
}

function keyOf({ sceneDbId, platformKey }: AskedAbout): string {
  return `${sceneDbId} ${platformKey}`
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
