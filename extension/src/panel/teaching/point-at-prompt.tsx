import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { MousePointerClick } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { onCapturesChange, readCapture } from '../../queue/captures.ts'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'
import { teach } from '../background.ts'
import { show } from '../use-view.ts'
import { ChangedRules } from './changed-rules.tsx'

interface PointAtPromptProps {
  /** What waits for its prompt; without it the page says which picture it is. */
  captureId?: string
  /** The prompt is in the capture now, which still lacks something else, or is being typed at. */
  onFilled?: (body: QueuedCapture['body']) => void
  className?: string
}

/** Lets the user point at the prompt in the page beside. What waits for it is filled in, and goes once nothing is missing. */
export function PointAtPrompt({ captureId, onFilled, className = '' }: PointAtPromptProps) {
  const [busy, setBusy] = useState(false)
  const capture = useCapture(captureId, (now) => {
    if (now.state === 'draft') onFilled?.(now.body)
    else if (location.hash === `#/form/${now.id}`) show({ name: 'queue' })
  })
  const begin = async () => {
    setBusy(true)
    const begun = await teach(captureId).finally(() => setBusy(false))
    if (begun === 'elsewhere') notify(text('taughtElsewhere'), { failed: true })
    if (begun === 'closed') notify(text('panelNoPage'), { failed: true })
  }
  return (
    <div className={`flex flex-col items-start gap-1.5 ${className}`}>
      {capture?.changedRules && <ChangedRules host={capture.changedRules} />}
      <Button size="small" icon={MousePointerClick} busy={busy} onClick={() => void begin()}>
        {text(capture?.changedRules ? 'taughtPointAgain' : 'taughtPoint')}
      </Button>
    </div>
  )
}

/** Calls back once it has a prompt that it had not when it was first looked at. */
function useCapture(
  id: string | undefined,
  onPrompt: (capture: QueuedCapture) => void,
): QueuedCapture | undefined {
  const [capture, setCapture] = useState<QueuedCapture>()
  const onFound = useEffectEvent(onPrompt)
  useEffect(() => {
    if (id === undefined) return
    let lacked = false
    const look = async () => {
      const now = await readCapture(id)
      setCapture(now)
      if (lacked && now?.body.prompt) onFound(now)
      lacked = now !== undefined && !now.body.prompt
    }
    void look()
    return onCapturesChange(() => void look())
  }, [id])
  return capture
}
