import { useState } from 'react'
import { Confirm } from '../ui/confirm.tsx'
import { counted } from '../ui/counted.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DropOverview } from './drop-overview.tsx'
import type { Dropped } from './dropped.ts'
import type { Place } from './row.ts'
import { sendRows } from './send-rows.ts'
import { leftOut } from './standing.ts'
import { useDrop } from './use-drop.ts'

interface DropDialogProps {
  projectId: string
  /** Where it was dropped. */
  place: Place
  dropped: Dropped
  onClose: () => void
}

/** What was dropped, before any of it is sent: what goes where, what is known of it, and what is missing. */
export function DropDialog({ projectId, place, dropped, onClose }: DropDialogProps) {
  const drop = useDrop(projectId, dropped, place)
  const { rows, standings, change } = drop
  const [isEdited, setEdited] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const close = () => (isEdited && rows.length > 0 ? setAsked(true) : onClose())
  const title =
    rows.length > 0
      ? `Add ${counted(rows.length, 'file')} to scene ${place.scene.sceneId}`
      : `Add files to scene ${place.scene.sceneId}`

  const send = () => {
    const sent = rows.filter(({ id }) => standings.get(id) === 'complete')
    sendRows(sent, { projectId, place, words: drop })
    const ids = new Set(sent.map(({ id }) => id))
    change({ what: 'sent', ids })
    if (rows.every(({ id }) => ids.has(id) || leftOut.includes(standings.get(id)!))) onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      width="full"
      description={
        rows.length > 1 && 'What each file tells of itself is filled in. Look it over, then add them.'
      }
    >
      <DropOverview {...drop} onEdited={() => setEdited(true)} onCancel={close} onSend={send} />
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={`Leave ${counted(rows.length, 'file')} out?`}
        action="Leave them out"
        onConfirm={async () => onClose()}
      >
        <p>What you typed here is not kept. Nothing of it was sent.</p>
      </Confirm>
    </Dialog>
  )
}
