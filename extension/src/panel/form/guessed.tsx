import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '../../texts.ts'
import type { CaptureFormState } from './use-capture-form.ts'

type Guessable = 'prompt' | 'modelName' | 'negativePrompt' | 'title' | 'externalAssetId'

/** Stands at a field that a guess filled, until somebody changes it. */
export function guessedHint({ capture, draft }: CaptureFormState, field: Guessable): ReactNode {
  const isGuessed = capture?.guessed?.includes(field) && draft[field] !== ''
  if (!isGuessed || draft[field] !== capture?.body[field]) return undefined
  return (
    <span className="flex items-center gap-1.5 text-warn">
      <TriangleAlert size={14} className="shrink-0" aria-hidden />
      {text('panelGuessed')}
    </span>
  )
}
